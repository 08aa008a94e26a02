package io.gatehouse.panel.sale;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.Question;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.definition.DefinitionActs;
import io.gatehouse.panel.definition.Given;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.RoomActs;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.panel.site.SiteActs;
import io.gatehouse.panel.site.SiteDefinition;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.servlet.ModelAndView;

/**
 * Rehearsals of sales: a room of its own with the settings of the sale, a stock of 2 and a lobby that opens
 * soon, and a client of its own like the sale's site. One that was taken away begins anew, with an empty
 * line.
 */
final class Rehearsals {

    private static final String ENDING = "-rehearsal";
    private static final String TITLE = "Rehearsal: ";
    private static final int LONGEST_NAME = 63;
    private static final Duration TO_LOBBY = Duration.ofMinutes(2);
    private static final Duration TO_DOORS = Duration.ofMinutes(7);
    private static final Duration TO_CLOSE = Duration.ofMinutes(37);

    private final WaitingRooms rooms;
    private final DefinitionActs definitions;
    private final RoomActs acts;
    private final SiteActs sites;
    private final Sites known;
    private final Issuer issuer;
    private final Clock clock;

    Rehearsals(
            WaitingRooms rooms,
            DefinitionActs definitions,
            RoomActs acts,
            SiteActs sites,
            Sites known,
            Issuer issuer,
            Clock clock) {
        this.rooms = rooms;
        this.definitions = definitions;
        this.acts = acts;
        this.sites = sites;
        this.known = known;
        this.issuer = issuer;
        this.clock = clock;
    }

    /** The name of a sale's rehearsal, and of its client. */
    static String name(String room) {
        var most = LONGEST_NAME - ENDING.length();
        return (room.length() > most ? room.substring(0, most).replaceAll("-+$", "") : room) + ENDING;
    }

    /** The page with the next steps of a sale, and the state of its rehearsal. */
    ModelAndView screen(String name) {
        var room = rooms.get(name);
        var rehearsal = running(name);
        return Screen.page("sale-next")
                .addObject("room", name)
                .addObject("title", room.configuration().title())
                .addObject("sites", known.of(room.id()))
                .addObject("secrets", List.of())
                .addObject("rehearsal", rehearsal.map(one -> one.id().value()).orElse(""))
                .addObject("dates", rehearsal.map(Rehearsals::dates).orElse(List.of()))
                .addObject("clients", rehearsal.map(one -> known.of(one.id())).orElse(List.of()))
                .addObject("address", issuer.at("/rooms/" + name(name) + "/enter"));
    }

    /** The rehearsal of a sale that is there and in use. */
    Optional<WaitingRoom> running(String name) {
        return rooms.find(name(name)).filter(room -> !room.configuration().isRetired() && isRehearsal(room));
    }

    /** A room of that name that an operator has made for something else is none. */
    private boolean isRehearsal(WaitingRoom room) {
        return room.configuration().title().startsWith(TITLE)
                && !definitions.of(room.id().value()).ofTheFiles();
    }

    private void requireFree(String name, Optional<WaitingRoom> before, boolean hasClient) {
        if (before.filter(room -> !isRehearsal(room)).isPresent()) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "room " + name + " is there already, and is no rehearsal of this sale");
        }
        var isOthers = known.byName(name)
                .filter(site -> !site.room().value().equals(name))
                .isPresent();
        if (hasClient && isOthers) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "site " + name + " is there already, and leads to another room");
        }
    }

    private static List<ScheduleForm.Shown> dates(WaitingRoom room) {
        return ScheduleForm.rows(room.configuration().configured().schedule().dates().stream()
                        .map(WrittenDate::of)
                        .toList())
                .get(0)
                .shown();
    }

    /** Makes it; tells the client's secret, where it has one. */
    Optional<SiteDefinition> begin(Actor who, WaitingRoom sale) {
        var name = name(sale.id().value());
        var settings = settings(sale);
        var before = rooms.find(name);
        var client = known.of(sale.id()).stream()
                .filter(site -> !site.isRegistered())
                .findFirst();
        requireFree(name, before, client.isPresent());
        before.ifPresent(room -> openAnew(who, room));
        if (definitions.isTaken(name)) {
            definitions.change(who, name, definitions.of(name).etag(), null, settings);
        } else {
            definitions.add(who, name, settings);
        }
        return client.map(
                site -> sites.addAgain(who, name, sites.of(site.name()).like(name)));
    }

    private Map<String, String> settings(WaitingRoom sale) {
        var form = definitions.like(sale);
        form.put("title", title(sale.configuration().title()));
        form.put("stock", "2");
        form.keySet().removeAll(List.of("mode", "paused", "pastDraws"));
        form.putAll(ScheduleForm.form(List.of(date(sale.configuration().chosen(sale.snapshot())))));
        return new Given.Typed(form).properties();
    }

    private static String title(String title) {
        var all = TITLE + title;
        return all.length() > 100 ? all.substring(0, 100).strip() : all;
    }

    /** The next date of the sale, or its last one, moved to now. */
    private WrittenDate date(RoomSettings settings) {
        var now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        var dates = settings.schedule().dates();
        var like = dates.stream()
                .filter(date -> date.closesAt().isAfter(now))
                .findFirst()
                .or(() -> dates.stream().reduce((earlier, later) -> later));
        var zone = like.map(ScheduledDate::zone)
                .filter(own ->
                        own.getRules().getOffset(now).equals(own.getRules().getOffset(now.plus(TO_CLOSE))))
                .orElse(ZoneOffset.UTC);
        return new WrittenDate(
                zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId(),
                local(now.plus(TO_LOBBY), zone),
                local(now.plus(TO_DOORS), zone),
                local(now.plus(TO_CLOSE), zone),
                like.map(ScheduledDate::atClose).orElse(AtClose.END).word(),
                like.flatMap(ScheduledDate::draw).orElse(null));
    }

    private static String local(Instant at, ZoneId zone) {
        return LocalDateTime.ofInstant(at, zone).toString();
    }

    /** Takes room and client away: no visitor gets a place, and the client is unknown. */
    void end(Actor who, WaitingRoom rehearsal) {
        var name = rehearsal.id().value();
        for (Site client : known.of(rehearsal.id())) {
            if (client.name().equals(name)) {
                sites.retire(who, name, sites.of(name).etag());
            }
        }
        openAnew(who, rehearsal);
        definitions.retire(who, name, definitions.of(name).etag(), null);
    }

    private void openAnew(Actor who, WaitingRoom rehearsal) {
        acts.open(
                who,
                rehearsal,
                NextOpening.following(rehearsal.snapshot().opening()),
                acts.opening(rehearsal).question().map(Question::confirm).orElse(null));
    }
}
