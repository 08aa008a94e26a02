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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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
            return made(acts.add(Actor.of(who), typed.getOrDefault("site", "").strip(), settings(typed)));
        } catch (RefusedException refused) {
            return Screen.refused(screen(typed).addObject("heading", "New site"), refused);
        }
    }

    @Needs(Role.OWNER)
    @GetMapping(DEFINITION)
    ModelAndView definition(@PathVariable String site) {
        var definition = acts.of(site);
        return screen(definition, typed(definition));
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION)
    ModelAndView change(@PathVariable String site, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            return made(acts.change(Actor.of(who), site, typed.get("etag"), settings(typed)));
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
            return asItIs(site, refused);
        }
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION + "/retire")
    ModelAndView retire(@PathVariable String site, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            acts.retire(Actor.of(who), site, typed.get("etag"));
            return Screen.seeOther("/panel/sites/" + site + "/definition?done=site-retired");
        } catch (RefusedException refused) {
            return asItIs(site, refused);
        }
    }

    /** Takes some seconds; nothing is changed by it. */
    @Needs(Role.OPERATOR)
    @PostMapping("/panel/sites/{site}/check")
    ModelAndView check(@PathVariable String site, @RequestParam(defaultValue = "false") boolean doors) {
        return Screen.page("site-check").addObject("site", site).addObject("report", checks.report(site, doors));
    }

    /** To the setup; a secret that has just been made is told first, and cannot be asked for again by a reload. */
    private static ModelAndView made(SiteDefinition definition) {
        return definition.secret() == null
                ? Screen.seeOther("/panel/sites/" + definition.site() + "/definition?done=defined")
                : Screen.page("site-secret").addObject("definition", definition);
    }

    private ModelAndView asItIs(String site, RefusedException refused) {
        var definition = acts.of(site);
        return Screen.refused(screen(definition, typed(definition)), refused);
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

    private static Map<String, String> typed(SiteDefinition site) {
        var form = new HashMap<>(OtherSettings.typed(site.settings()));
        form.put("room", site.room());
        form.put("preset", site.preset());
        form.put("clientId", site.clientId());
        form.put("redirectUris", String.join("\n", site.redirectUris()));
        form.put("postLogoutRedirectUris", String.join("\n", site.postLogoutRedirectUris()));
        form.put("backchannelLogoutUri", Objects.requireNonNullElse(site.backchannelLogoutUri(), ""));
        form.put("slotAfterLogout", Objects.requireNonNullElse(site.slotAfterLogout(), ""));
        form.put("entry", Objects.requireNonNullElse(site.entry(), ""));
        form.put(SiteDefinition.PACE, Objects.toString(site.maxAdmissionsPerSecond(), ""));
        tick(form, SiteDefinition.PUBLIC, site.isPublic());
        tick(form, "refresh", site.refresh());
        tick(form, "device", site.device());
        tick(form, "requirePkce", site.requirePkce());
        tick(form, "claims", site.claims());
        return form;
    }

    private static void tick(Map<String, String> form, String name, boolean isTicked) {
        if (isTicked) {
            form.put(name, "true");
        }
    }

    /**
     * As the configuration would have it; an empty field is left out. Whether it makes sense is looked at by
     * its reader.
     */
    private static Map<String, String> settings(Map<String, String> form) {
        var settings = new TreeMap<String, String>();
        SiteDefinition.TEXTS.forEach(name -> put(settings, SiteDefinition.setting(name), form.get(name)));
        put(settings, SiteDefinition.setting(SiteDefinition.PACE), form.get(SiteDefinition.PACE));
        SiteDefinition.TRUTHS.forEach(
                name -> settings.put(SiteDefinition.setting(name), String.valueOf(form.containsKey(name))));
        settings.put("public", String.valueOf(form.containsKey(SiteDefinition.PUBLIC)));
        OtherSettings.put(settings, form);
        SiteDefinition.LISTS.forEach(name -> SiteDefinition.putAll(
                settings,
                name,
                form.getOrDefault(name, "")
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList()));
        return settings;
    }

    private static void put(Map<String, String> settings, String name, @Nullable String typed) {
        if (typed != null && !typed.isBlank()) {
            settings.put(name, typed.strip());
        }
    }
}
