package io.gatehouse.panel.sale;

import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.FormRow;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.definition.Definition;
import io.gatehouse.panel.definition.DefinitionActs;
import io.gatehouse.panel.definition.Given;
import io.gatehouse.panel.definition.LaneForm;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.panel.site.SiteActs;
import io.gatehouse.panel.site.SiteDefinition;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.site.Sites;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.util.MultiValueMap;

/**
 * Reads a sale from its form. Its fields have the names of a definition's, and are read by the same rules;
 * the settings of a room that the form does not ask for stay as they are. Every fault is told at once, each
 * at its field.
 */
final class SaleReader {

    /** The fields of a room that are asked for, beside its dates and lanes. */
    static final List<String> FIELDS = List.of(
            "title",
            "stock",
            "consumedBy",
            "admissionTtl",
            "rate",
            "capacity",
            "lobbyWork",
            "mostPerNetwork",
            "jwk",
            "jwksUri",
            "codes");

    static final String ROOM = "room";
    static final String ETAG = "etag";
    static final String SITE = "site";
    static final String NEW_SITE = "newSite";
    private static final String VISITORS = "visitors";
    private static final String SLOT = "slotAfterLogout";
    private static final String BACK_CHANNEL = "backchannelLogoutUri";
    private static final String REDIRECTS = "redirectUris";
    private static final String MOST_VISITORS = "10000000";

    private final DefinitionActs definitions;
    private final SiteActs sites;
    private final Sites known;
    private final Clock clock;

    SaleReader(DefinitionActs definitions, SiteActs sites, Sites known, Clock clock) {
        this.definitions = definitions;
        this.sites = sites;
        this.known = known;
        this.clock = clock;
    }

    /** The first value of each field. */
    static Map<String, String> form(MultiValueMap<String, String> typed) {
        return new HashMap<>(typed.toSingleValueMap());
    }

    /** The sale of a form; refuses a form with faults, and tells all of them. */
    Sale read(MultiValueMap<String, String> typed) {
        var form = form(typed);
        var before = before(form);
        var faults = new Faults();
        typed.forEach((field, values) -> {
            if (values.size() > 1) {
                faults.add(field, "must be one value, were " + values.size());
            }
        });
        var name = form.getOrDefault(ROOM, "").strip();
        if (before.isEmpty()) {
            checkName(name, faults);
        }
        if (form.getOrDefault("stock", "").strip().matches("0+")) {
            faults.add("stock", "must be 1 or more; leave it empty to sell without a limit");
        }
        var visitors = visitors(form.getOrDefault(VISITORS, "").strip(), faults);
        LaneForm.check(form, faults);
        var dates = checkDates(form, before);
        var settings = new Given.Typed(whole(form, before)).properties();
        var isNamed = faults.of(ROOM) == null;
        var ofRoom = definitions.faults(isNamed ? name : "stand-in", settings);
        faults.and(ofRoom.inPlaceOf("schedule", dates)).and(dates);
        var site = site(form, faults);
        if (ofRoom.isEmpty() && isNamed) {
            var room = definitions.read(name, settings);
            site.made().ifPresent(made -> faults.and(sites.faults(site.name(), made, room)));
            faults.refuse();
            return new Sale(before.map(any -> form.getOrDefault(ETAG, "")), settings, room, site, visitors);
        }
        faults.refuse();
        throw RefusedException.at(ROOM, "is needed");
    }

    /** The definition that is changed; empty for a new room. */
    private Optional<Definition> before(Map<String, String> form) {
        return form.containsKey(ETAG)
                ? Optional.of(definitions.of(form.getOrDefault(ROOM, "").strip()))
                : Optional.empty();
    }

    private void checkName(String name, Faults faults) {
        if (name.isEmpty()) {
            faults.add(ROOM, "is needed");
        } else {
            free(ROOM, name, definitions.isTaken(name), faults);
        }
    }

    private static void free(String field, String name, boolean isTaken, Faults faults) {
        faults.read(field, name, () -> {
            PanelPaths.requireFree(name);
            return name;
        });
        if (isTaken) {
            faults.add(field, "must be a new name, and " + name + " is there already");
        }
    }

    private static Optional<Long> visitors(String typed, Faults faults) {
        if (typed.isEmpty()) {
            return Optional.empty();
        }
        if (!typed.matches("[1-9][0-9]{0,7}") || Long.parseLong(typed) > Long.parseLong(MOST_VISITORS)) {
            faults.add(VISITORS, "must be a whole number, 1 to " + MOST_VISITORS + ", was \"" + typed + "\"");
            return Optional.empty();
        }
        return Optional.of(Long.valueOf(typed));
    }

    /** A sale has a date, and its doors are still to open. */
    private Faults checkDates(Map<String, String> form, Optional<Definition> before) {
        var now = clock.instant();
        var faults = new Faults();
        var rows = ScheduleForm.rows(form);
        if (rows.size() == 1) {
            faults.add(rows.get(0).id("lobby"), "is needed");
            faults.add(rows.get(0).id("doors"), "is needed");
        }
        var kept = new Schedule(before.stream()
                .flatMap(definition -> definition.dates().stream())
                .map(WrittenDate::read)
                .toList());
        var dates = ScheduleForm.read(form, kept, now, faults);
        for (var n = 0; n < dates.size(); n++) {
            var date = dates.get(n).read();
            if (!kept.dates().contains(date) && !date.doorsAt().isAfter(now)) {
                faults.add(rows.get(n).id("doors"), "must be in the future");
            }
        }
        return faults;
    }

    /** All that a definition has, with what the form says. */
    private static Map<String, String> whole(Map<String, String> form, Optional<Definition> before) {
        var whole = new HashMap<String, String>();
        before.ifPresent(definition -> whole.putAll(definition.typed()));
        whole.keySet().removeAll(FIELDS);
        whole.keySet().removeAll(List.of("schedule", "lanes", "mode"));
        form.forEach((field, text) -> {
            if (FIELDS.contains(field) || field.startsWith("dates-") || field.startsWith("lanes-")) {
                whole.put(field, text);
            }
        });
        return whole;
    }

    private PlannedSite site(Map<String, String> form, Faults faults) {
        var chosen = form.getOrDefault(SITE, "").strip();
        if (chosen.isEmpty()) {
            return PlannedSite.LATER;
        }
        if (!chosen.equals("+")) {
            if (known.byName(chosen).isEmpty()) {
                faults.add(SITE, "must be one of the choices, was \"" + chosen + "\"");
            }
            return new PlannedSite(chosen, Optional.empty());
        }
        var name = form.getOrDefault(NEW_SITE, "").strip();
        if (name.isEmpty()) {
            faults.add(NEW_SITE, "is needed");
            return PlannedSite.LATER;
        }
        free(NEW_SITE, name, sites.isTaken(name), faults);
        var settings = new TreeMap<>(Map.of(ROOM, form.getOrDefault(ROOM, "").strip(), "claims", "true"));
        List.of("preset", SLOT, BACK_CHANNEL).forEach(field -> SiteDefinition.putText(settings, field, form));
        SiteDefinition.putLines(settings, REDIRECTS, form);
        return new PlannedSite(name, Optional.of(settings));
    }

    /** A form of a new sale, with what is usual. */
    static Map<String, String> usual() {
        var form = new HashMap<>(Map.of(
                "consumedBy", "completed", "lobbyWork", "200000", "dates-0-zone", "UTC", "dates-0-order", "receipts"));
        form.put("dates-0-atClose", "end");
        return form;
    }

    /** The form of a room that is there. */
    Map<String, String> of(String room) {
        var definition = definitions.of(room);
        var typed = definition.typed();
        var form = new HashMap<>(
                FIELDS.stream().filter(typed::containsKey).collect(Collectors.toMap(field -> field, typed::get)));
        form.put(ROOM, room);
        form.put(ETAG, definition.etag());
        form.putAll(ScheduleForm.form(definition.dates()));
        form.putAll(FormRow.form(LaneForm.rows(definition.lanes())));
        known.all().stream()
                .filter(site -> site.room().value().equals(room))
                .findFirst()
                .ifPresent(site -> form.put(SITE, site.name()));
        return form;
    }
}
