package io.gatehouse.panel.sale;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.definition.LaneForm;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.Room;
import io.gatehouse.setting.Setting;
import io.gatehouse.site.SitePreset;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.security.core.Authentication;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Sets a sale up: a form, its summary with warnings, and the act. What was typed travels with the form, so
 * that no node keeps anything, and no script is needed.
 */
@ScreenEndpoint
@RequestMapping("/panel/sale")
final class SaleScreensEndpoint {

    private static final String STEP = "step";

    private static final Map<String, Setting<Room>> SETTINGS =
            Room.SETTINGS.stream().collect(Collectors.toMap(Setting::name, setting -> setting));

    private final SaleReader reader;
    private final SaleActs acts;
    private final Rehearsals rehearsals;
    private final Sites sites;
    private final WaitingRooms rooms;

    SaleScreensEndpoint(SaleReader reader, SaleActs acts, Rehearsals rehearsals, Sites sites, WaitingRooms rooms) {
        this.reader = reader;
        this.acts = acts;
        this.rehearsals = rehearsals;
        this.sites = sites;
        this.rooms = rooms;
    }

    @Needs(Role.OWNER)
    @GetMapping
    ModelAndView form(@RequestParam(defaultValue = "") String room) {
        return form(room.isEmpty() ? SaleReader.usual() : reader.of(room));
    }

    @Needs(Role.OWNER)
    @PostMapping
    ModelAndView next(@RequestParam MultiValueMap<String, String> typed, Authentication who) {
        var form = SaleReader.form(typed);
        var step = form.getOrDefault(STEP, "");
        if (step.equals("change")) {
            return form(form);
        }
        try {
            var sale = reader.read(typed);
            return step.equals("make") ? make(Actor.of(who), sale, form) : summary(sale, form);
        } catch (RefusedException refused) {
            return Screen.refused(form(form), refused);
        }
    }

    private ModelAndView summary(Sale sale, Map<String, String> form) {
        var fields = new TreeMap<>(form);
        fields.keySet().removeAll(List.of("csrf", STEP, "confirm"));
        return Screen.page("sale-summary")
                .addObject("heading", "Is this the sale?")
                .addObject("fields", fields)
                .addObject("summary", acts.summary(sale));
    }

    private ModelAndView make(Actor who, Sale sale, Map<String, String> form) {
        var name = sale.room().id().value();
        try {
            var made = acts.make(who, sale, form.get("confirm"));
            return made.trouble().isEmpty() && made.site().isEmpty()
                    ? Screen.seeOther("/panel/rooms/" + name + "/sale?done=sale")
                    : rehearsals
                            .screen(name)
                            .addObject("secrets", made.site().stream().toList())
                            .addObject("trouble", made.trouble().orElse(""))
                            .addObject("done", Screen.done("sale"));
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(rooms.get(name), "/panel/sale", form, asked))
                    .orElseThrow(() -> refused);
        }
    }

    private ModelAndView form(Map<String, String> form) {
        var rows = ScheduleForm.rows(form);
        return Screen.page("sale")
                .addObject("typed", form)
                .addObject("isNew", !form.containsKey(SaleReader.ETAG))
                .addObject("isFirst", !form.containsKey("step") && !form.containsKey(SaleReader.ETAG))
                // A date without times keeps what else was chosen.
                .addObject(
                        "rows",
                        rows.size() > 1 ? rows.subList(0, rows.size() - 1) : List.of(ScheduleForm.untimed(form)))
                .addObject("zones", ScheduleForm.zones())
                .addObject("lanes", LaneForm.rows(form))
                .addObject("settings", SETTINGS)
                .addObject("presets", List.of(SitePreset.values()))
                .addObject("sites", sites.all());
    }
}
