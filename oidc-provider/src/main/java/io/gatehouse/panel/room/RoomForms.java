package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.schedule.Mode;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.web.servlet.ModelAndView;

/** A room's screen with its forms filled in: with what is in force, or with what was typed and refused. */
final class RoomForms {

    private RoomForms() {}

    static ModelAndView fresh(RoomView room) {
        return Screen.page("room")
                .addObject("room", room)
                .addObject("differences", SettingChange.between(room.settings(), room.configured()))
                .addObject("resets", !SettingChange.ofReset(room).isEmpty())
                .addObject("rate", Objects.requireNonNullElse(room.settings().rate(), ""))
                .addObject("capacity", Objects.toString(room.settings().capacity(), ""))
                .addObject("mode", room.settings().mode())
                .addObject("modes", Stream.of(Mode.values()).map(Mode::word).toList())
                .addObject("schedule", room.settings().lines())
                .addObject("stock", Objects.toString(room.settings().stock(), ""))
                .addObject(
                        "consumedBy", Objects.requireNonNullElse(room.settings().consumedBy(), ""))
                .addObject("count", "")
                .addObject("position", "")
                .addObject("done", "")
                .addObject("trouble", "");
    }

    /** Says why; the caller puts back what was typed. */
    static ModelAndView refused(RoomView room, RefusedException refused) {
        return Screen.refused(fresh(room), refused);
    }
}
