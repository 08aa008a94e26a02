package io.gatehouse.panel.definition;

import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Terms;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.setting.Setting;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screens on which rooms are added, changed and retired. They need no script. */
@ScreenEndpoint
final class DefinitionScreensEndpoint {

    private static final String NEW = "/panel/new-room";
    private static final String DEFINITION = "/panel/rooms/{room}/definition";

    private static final String SCHEDULE = "schedule";

    /**
     * A part of the form.
     *
     * @param hasDates whether the dates of the schedule follow it
     */
    record Section(String heading, String hint, List<Setting<Room>> fields, boolean hasDates) {

        private static Section of(String heading, String hint, List<? extends Setting<?>> settings) {
            var names = settings.stream().map(Setting::name).toList();
            return new Section(
                    heading,
                    hint,
                    Room.SETTINGS.stream()
                            .filter(setting -> names.contains(setting.name()))
                            .filter(setting -> !setting.name().equals(SCHEDULE))
                            .toList(),
                    names.contains(SCHEDULE));
        }
    }

    private static final List<Section> SECTIONS = List.of(
            Section.of(
                    "Who enters when",
                    "Where the room begins. Operators may change it while it runs, on the room's screen; what they have set"
                            + " there goes before. Without a mode it is scheduled if there is a schedule, else queueing.",
                    RoomSettings.SETTINGS),
            Section.of(
                    "How long, how many",
                    "Times are like 90s, 10m, 1h, 1d.",
                    Stream.concat(Terms.SETTINGS.stream(), Room.Limits.SETTINGS.stream())
                            .toList()));

    private final DefinitionActs acts;
    private final WaitingRooms rooms;

    DefinitionScreensEndpoint(DefinitionActs acts, WaitingRooms rooms) {
        this.acts = acts;
        this.rooms = rooms;
    }

    @Needs(Role.OWNER)
    @GetMapping(NEW)
    ModelAndView another() {
        return screen(Map.of("consumedBy", "completed"));
    }

    @Needs(Role.OWNER)
    @PostMapping(NEW)
    ModelAndView add(@RequestParam Map<String, String> typed, Authentication who) {
        var name = typed.getOrDefault("room", "").strip();
        try {
            acts.add(Actor.of(who), name, settings(name, typed));
            return Screen.seeOther("/panel/rooms/" + name + "?done=added");
        } catch (RefusedException refused) {
            return atItsDates(Screen.refused(screen(typed), refused), refused, typed);
        }
    }

    @Needs(Role.OWNER)
    @GetMapping(DEFINITION)
    ModelAndView definition(@PathVariable String room) {
        var definition = acts.of(room);
        return screen(definition, definition.typed());
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION)
    ModelAndView change(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            acts.change(Actor.of(who), room, typed.get("etag"), typed.get("confirm"), settings(room, typed));
            return Screen.seeOther("/panel/rooms/" + room + "/definition?done=defined");
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(rooms.get(room), "definition", typed, asked))
                    .orElseGet(() ->
                            atItsDates(Screen.refused(screen(acts.of(room), typed), refused, typed), refused, typed));
        }
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION + "/retire")
    ModelAndView retire(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            acts.retire(Actor.of(who), room, typed.get("etag"), typed.get("confirm"));
            return Screen.seeOther("/panel/rooms/" + room + "/definition?done=retired");
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(rooms.get(room), "definition/retire", typed, asked))
                    .orElseGet(() -> {
                        var definition = acts.of(room);
                        return Screen.refused(screen(definition, definition.typed()), refused);
                    });
        }
    }

    /** Refuses a form with a fault in a row after a look at all else, so that every fault is told at once. */
    private Map<String, String> settings(String name, Map<String, String> typed) {
        var settings = new Given.Typed(typed).properties();
        var lanes = new Faults();
        LaneForm.check(typed, lanes);
        if (!lanes.isEmpty()) {
            acts.faults(name, settings).and(lanes).refuse();
        }
        return settings;
    }

    /** The page with each fault of a date at its field. */
    private static ModelAndView atItsDates(ModelAndView page, RefusedException refused, Map<String, String> typed) {
        var dates = new Faults();
        ScheduleForm.read(typed, Schedule.NONE, Instant.MIN, dates);
        return page.addObject("faults", refused.faults().inPlaceOf(SCHEDULE, dates));
    }

    private ModelAndView screen(Definition definition, Map<String, String> typed) {
        var page = screen(typed);
        if (!ScheduleForm.isIn(typed)) {
            page.addObject("rows", ScheduleForm.rows(definition.dates()));
        }
        if (!LaneForm.isIn(typed)) {
            page.addObject("lanes", LaneForm.rows(definition.lanes()));
        }
        return page.addObject("heading", "Definition of " + definition.title())
                .addObject("definition", definition)
                .addObject("title", definition.title())
                .addObject("etag", definition.etag());
    }

    private ModelAndView screen(Map<String, String> typed) {
        return Screen.page("definition")
                .addObject("heading", "New room")
                .addObject("typed", typed)
                .addObject("rows", ScheduleForm.rows(typed))
                .addObject("zones", ScheduleForm.zones())
                .addObject("lanes", LaneForm.rows(typed))
                .addObject("sections", SECTIONS)
                .addObject("settings", Room.SETTINGS)
                .addObject("passes", Definition.PASSES)
                .addObject("tune", Definition.TUNE)
                .addObject("usual", acts.usual());
    }
}
