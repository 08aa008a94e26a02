package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.Room;
import io.gatehouse.room.Rooms;
import io.gatehouse.site.SitePreset;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screens on which sites are added, changed, checked and retired. They need no script. A secret is shown
 * in the answer to the very form that has made it, and nowhere else.
 */
@ScreenEndpoint
final class SiteFormsEndpoint {

    private static final String NEW = "/panel/new-site";
    private static final String DEFINITION = "/panel/sites/{site}/definition";

    private final SiteActs acts;
    private final SiteChecks checks;
    private final Rooms rooms;

    SiteFormsEndpoint(SiteActs acts, SiteChecks checks, Rooms rooms) {
        this.acts = acts;
        this.checks = checks;
        this.rooms = rooms;
    }

    @Needs(Role.OWNER)
    @GetMapping(NEW)
    ModelAndView another() {
        return screen(Map.of("claims", "true")).addObject("heading", "New site");
    }

    @Needs(Role.OWNER)
    @PostMapping(NEW)
    ModelAndView add(@RequestParam Map<String, String> typed, Authentication who) {
        try {
            return made(
                    acts.add(Actor.of(who), typed.getOrDefault("site", "").strip(), SiteDefinition.settings(typed)));
        } catch (RefusedException refused) {
            return Screen.refused(screen(typed).addObject("heading", "New site"), refused);
        }
    }

    @Needs(Role.OWNER)
    @GetMapping(DEFINITION)
    ModelAndView definition(@PathVariable String site) {
        var definition = acts.of(site);
        return screen(definition, definition.typed());
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION)
    ModelAndView change(@PathVariable String site, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            return made(acts.change(Actor.of(who), site, typed.get("etag"), SiteDefinition.settings(typed)));
        } catch (RefusedException refused) {
            return Screen.refused(screen(acts.of(site), typed), refused, typed);
        }
    }

    @Needs(Role.OWNER)
    @PostMapping("/panel/sites/{site}/secret")
    ModelAndView renew(@PathVariable String site, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            return made(acts.renew(Actor.of(who), site, typed.get("etag")));
        } catch (RefusedException refused) {
            return Screen.refused(definition(site), refused);
        }
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION + "/retire")
    ModelAndView retire(@PathVariable String site, @RequestParam Map<String, String> typed, Authentication who) {
        return Screen.after(
                () -> acts.retire(Actor.of(who), site, typed.get("etag")),
                "/panel/sites/" + site + "/definition?done=site-retired",
                () -> definition(site));
    }

    /** Takes some seconds; nothing is changed by it. */
    @Needs(Role.OPERATOR)
    @PostMapping("/panel/sites/{site}/check")
    ModelAndView check(@PathVariable String site, @RequestParam(defaultValue = "false") boolean doors) {
        return Screen.page("site-check").addObject("site", site).addObject("report", checks.report(site, doors));
    }

    /** Leads to the definition; a secret that has just been made is shown first, and no reload shows it again. */
    private static ModelAndView made(SiteDefinition definition) {
        return definition.secret() == null
                ? Screen.seeOther("/panel/sites/" + definition.site() + "/definition?done=defined")
                : Screen.page("site-secret").addObject("definition", definition);
    }

    private ModelAndView screen(SiteDefinition definition, Map<String, String> typed) {
        return screen(typed)
                .addObject("heading", "Definition of " + definition.site())
                .addObject("definition", definition)
                .addObject("etag", definition.etag());
    }

    private ModelAndView screen(Map<String, String> typed) {
        return Screen.page("site-definition")
                .addObject("typed", typed)
                .addObject("others", OtherSettings.ALL)
                .addObject("presets", List.of(SitePreset.values()))
                .addObject(
                        "rooms",
                        rooms.all().stream()
                                .filter(room -> !room.isRetired())
                                .map(Room::id)
                                .toList());
    }
}
