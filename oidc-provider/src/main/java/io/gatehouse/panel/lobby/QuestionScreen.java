package io.gatehouse.panel.lobby;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.Question;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.waitingroom.WaitingRoom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.web.servlet.ModelAndView;

/** Asks before an act is done: its form comes again, with what was typed and with what confirms it. */
public final class QuestionScreen {

    /** The labels of the button, by the address of the form. */
    private static final Map<String, String> BUTTONS = Map.of(
            "settings", "Save the settings",
            "schedule", "Save the schedule",
            "settings/reset", "Back to the configured settings",
            "openings", "Start a new opening",
            "sale/rehearsal/retire", "Take the rehearsal away",
            "/panel/sale", "Set up the sale",
            "definition", "Save the definition",
            "definition/retire", "Retire the room");

    private static final Set<String> OWN = Set.of("csrf", "confirm");

    private QuestionScreen() {}

    /** The question before an act that needs a confirmation. */
    public static ModelAndView of(WaitingRoom room, String action, Map<String, String> typed, Question question) {
        var page = of(room, action, typed, Optional.of(question), List.of());
        page.setStatus(Problem.CONFIRMATION_NEEDED.status());
        return page;
    }

    /**
     * The question before an act that changes these settings, whether it concerns visitors or not.
     *
     * @param action where the form is sent, below the room
     */
    public static ModelAndView of(
            WaitingRoom room, String action, Map<String, String> typed, Optional<Question> question, List<?> changes) {
        var fields = new TreeMap<>(typed);
        fields.keySet().removeAll(OWN);
        var button = BUTTONS.getOrDefault(action, "Do it");
        return Screen.page("question")
                .addObject("heading", button + "?")
                .addObject("button", button)
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("action", action.startsWith("/") ? action : "/panel/rooms/" + room.id() + "/" + action)
                .addObject("fields", fields)
                .addObject("question", question.orElse(null))
                .addObject("changes", changes);
    }
}
