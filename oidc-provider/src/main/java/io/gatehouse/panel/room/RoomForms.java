package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.web.servlet.ModelAndView;

/** A room's screens with their forms filled in: with what is in force, or with what was typed and refused. */
final class RoomForms {

    /** The settings that have one field; to pause the room is a button, and a date has several. */
    static final List<Setting<RoomSettings>> FIELDS = RoomSettings.SETTINGS.stream()
            .filter(setting ->
                    !List.of("boolean", "array").contains(setting.kind().type()))
            .toList();

    /** The settings that operators change during a sale, on the screen of the room. */
    private static final List<Setting<RoomSettings>> LEVERS = FIELDS.stream()
            .filter(field -> Set.of("rate", "capacity", "stock", "consumedBy").contains(field.name()))
            .toList();

    /** The settings that operators change before a sale: all others. */
    private static final List<Setting<RoomSettings>> PLANS =
            FIELDS.stream().filter(field -> !LEVERS.contains(field)).toList();

    private RoomForms() {}

    static ModelAndView fresh(RoomView room) {
        return filled(room, Map.of());
    }

    /** Says why, with what was typed. */
    static ModelAndView refused(RoomView room, RefusedException refused, Map<String, String> typed) {
        return Screen.refused(filled(room, typed), refused);
    }

    /** The screen of its schedule. */
    static ModelAndView schedule(RoomView room, Map<String, String> typed) {
        return screen("schedule", room, PLANS, typed)
                // The refused form was made from the settings of its own tag. Changes since are not on this
                // page, and would be lost.
                .addObject("etag", typed.getOrDefault("etag", room.etag()))
                .addObject("rows", ScheduleForm.isIn(typed) ? ScheduleForm.rows(typed) : ScheduleForm.rows(dates(room)))
                .addObject("zones", ScheduleForm.zones());
    }

    /** The dates of the room, from its settings in JSON. */
    private static List<WrittenDate> dates(RoomView room) {
        return Stream.ofNullable(room.settings().get("schedule"))
                .flatMap(dates -> ((List<?>) dates).stream())
                .map(WrittenDate.class::cast)
                .toList();
    }

    private static ModelAndView filled(RoomView room, Map<String, String> typed) {
        return screen("room", room, LEVERS, typed)
                .addObject("levers", LeverWords.of(room))
                .addObject("differences", SettingChange.between(room.settings(), room.configured()))
                .addObject("resets", !SettingChange.ofReset(room).isEmpty());
    }

    private static ModelAndView screen(
            String template, RoomView room, List<Setting<RoomSettings>> fields, Map<String, String> typed) {
        var form = new HashMap<String, String>();
        fields.forEach(field -> form.put(
                field.name(),
                Optional.ofNullable(room.settings().get(field.name()))
                        .map(field.kind()::typed)
                        .orElse("")));
        form.putAll(typed);
        return Screen.page(template)
                .addObject("room", room)
                .addObject("fields", fields)
                .addObject("typed", form);
    }
}
