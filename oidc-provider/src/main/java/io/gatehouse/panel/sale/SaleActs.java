package io.gatehouse.panel.sale;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.definition.DefinitionActs;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.simulate.SaleForecast;
import io.gatehouse.panel.site.SiteActs;
import io.gatehouse.room.Rooms;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.site.SaleWarnings;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says what a sale would be, and makes it by the acts that definitions of rooms and sites have. */
final class SaleActs {

    private final DefinitionActs definitions;
    private final SiteActs sites;
    private final Sites known;
    private final Rooms rooms;
    private final WaitingRooms waitingRooms;
    private final SaleForecast forecast;
    private final Clock clock;

    SaleActs(
            DefinitionActs definitions,
            SiteActs sites,
            Sites known,
            WaitingRooms waitingRooms,
            Rooms rooms,
            SaleForecast forecast,
            Clock clock) {
        this.definitions = definitions;
        this.sites = sites;
        this.known = known;
        this.rooms = rooms;
        this.waitingRooms = waitingRooms;
        this.forecast = forecast;
        this.clock = clock;
    }

    /** The summary of a sale that is to be made, with warnings. */
    Sale.Summary summary(Sale sale) {
        var now = clock.instant();
        var notes = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        var settings = sale.room().configured();
        SaleWarnings.of(sale.room(), settings, sites(sale), now).stream()
                .map(warning -> warning.label() + " " + warning.says() + ".")
                .forEach(warnings::add);
        if (sale.room().isByHand(settings)) {
            warnings.add("Neither a rate nor a capacity is set: visitors are let in only by hand.");
        }
        changed(sale).ifPresent(warnings::add);
        site(sale).ifPresent(warnings::add);
        var next = settings.schedule().dates().stream()
                .filter(date -> date.closesAt().isAfter(now))
                .findFirst();
        if (sale.visitors().isEmpty()) {
            notes.add("The sale was not simulated: no number of visitors is expected.");
        }
        next.flatMap(date -> sale.visitors().map(count -> forecast.of(sale.room(), count, date)))
                .ifPresent(foretold -> {
                    notes.addAll(foretold.notes());
                    warnings.addAll(foretold.warnings());
                });
        return new Sale.Summary(facts(sale), List.copyOf(notes), List.copyOf(warnings));
    }

    private List<Site> sites(Sale sale) {
        if (sale.site().made().isPresent()) {
            return List.of(sites.read(sale.site().name(), sale.site().made().orElseThrow(), sale.room()));
        }
        var all = new ArrayList<>(known.of(sale.room().id()));
        known.byName(sale.site().name()).filter(site -> !all.contains(site)).ifPresent(all::add);
        return all;
    }

    /** Settings that an operator has made for a running room go before its definition. */
    private Optional<String> changed(Sale sale) {
        return waitingRooms
                .find(sale.room().id().value())
                .filter(room -> room.snapshot().changed().isPresent())
                .map(room ->
                        "An operator has set dates, rate or stock on this room's screen, and these go before what is"
                                + " set here. Press Back to the configured settings there.");
    }

    private Optional<String> site(Sale sale) {
        return known.byName(sale.site().name())
                .filter(site -> !site.room().equals(sale.room().id()))
                .map(site -> known.ofTheFiles().contains(site)
                        ? "Site " + site.name() + " stands in the configuration files and leads to room " + site.room()
                                + ". Set its room to " + sale.room().id() + " there, and restart."
                        : "Site " + site.name() + " leads to room " + site.room()
                                + " now. Its visitors will come here from the moment you set the sale up.");
    }

    private List<Sale.Fact> facts(Sale sale) {
        var room = sale.room();
        var settings = room.configured();
        var facts = new ArrayList<Sale.Fact>();
        facts.add(new Sale.Fact("Room", room.id() + ", " + room.title()));
        settings.schedule().dates().forEach(date -> {
            facts.add(new Sale.Fact("Lobby", time(date, date.lobby())));
            facts.add(new Sale.Fact("Doors", time(date, date.doors())));
            facts.add(new Sale.Fact(
                    "Close", date.close().map(close -> time(date, close)).orElse("none")));
            facts.add(new Sale.Fact(
                    "Called first",
                    date.draw()
                            .map(source -> source.equals("receipts") ? "a draw, by receipts" : "a draw, by " + source)
                            .orElse("who came first")));
        });
        facts.add(new Sale.Fact(
                "Stock",
                settings.stock()
                        .map(stock -> stock.most() + ", each consumed by a visit that is " + stock.words())
                        .orElse("no limit")));
        facts.add(new Sale.Fact("Rate", settings.rate().map(Object::toString).orElse("none")));
        facts.add(new Sale.Fact(
                "Capacity",
                settings.capacity().isPresent()
                        ? String.valueOf(settings.capacity().getAsLong())
                        : "none"));
        room.lanes()
                .declared()
                .forEach(lane -> facts.add(new Sale.Fact(
                        "Lane " + lane.name(),
                        lane.isFirst()
                                ? "called before all others"
                                : "weight " + lane.weight() + (lane.isOffered() ? ", offered for access needs" : ""))));
        facts.add(new Sale.Fact(
                "Site",
                sale.site().name().isEmpty()
                        ? "made later"
                        : sale.site().name()
                                + (sale.site().made().isPresent() ? ", which is made with the room" : "")));
        return List.copyOf(facts);
    }

    private static String time(ScheduledDate date, Object local) {
        return String.valueOf(local).replace('T', ' ') + " " + date.zone().getId();
    }

    /**
     * Makes the room or changes it, and then its site.
     *
     * @param confirmed what the operator has confirmed of the visitors in a lobby
     */
    Sale.Made make(Actor who, Sale sale, @Nullable String confirmed) {
        var name = sale.room().id().value();
        if (sale.etag().isEmpty()) {
            definitions.add(who, name, sale.settings());
        } else {
            definitions.change(who, name, sale.etag().get(), confirmed, sale.settings());
        }
        try {
            return new Sale.Made(
                    sale.site().made().map(made -> sites.add(who, sale.site().name(), made)), lead(who, sale));
        } catch (RefusedException refused) {
            return new Sale.Made(Optional.empty(), Optional.of(refused.detail()));
        }
    }

    private Optional<String> lead(Actor who, Sale sale) {
        var site = known.byName(sale.site().name());
        if (site.filter(known.ofTheFiles()::contains).isPresent()) {
            return site(sale);
        }
        site.filter(one -> !one.room().equals(sale.room().id()))
                .ifPresent(one -> sites.lead(
                        who,
                        one.name(),
                        rooms.get(sale.room().id().value()).id().value()));
        return Optional.empty();
    }
}
