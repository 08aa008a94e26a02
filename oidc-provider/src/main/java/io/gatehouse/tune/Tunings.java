package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.outbound.PublicHosts;
import io.gatehouse.outbound.Reach;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.tune.TuneProperties.HealthProperties;
import io.gatehouse.tune.TuneProperties.PrometheusProperties;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The rooms that find their limits by themselves: how they are to, and where each stands. */
public final class Tunings {

    /**
     * The standing of a room.
     *
     * @param limit what is limited, and to how much
     * @param ceiling the configured value that bounds it
     * @param load the worst signal as a share of its limit; empty while there is none
     * @param isBlind whether a signal is missing
     * @param cause why the limit is what it is, in words
     * @param at when it moved last
     */
    public record Standing(
            TunedLimit limit, double ceiling, Optional<Double> load, boolean isBlind, String cause, Instant at) {

        /** The standing in words: {@code 1,240 inside, of 1,600: p95 2.1 s over 1.5 s}. */
        public String says() {
            return TuneWords.limit(limit.steers(), limit.limit()) + ", of " + TuneWords.number(limit.steers(), ceiling)
                    + ": " + cause;
        }
    }

    private final Map<RoomId, TuneRules> rooms = new ConcurrentHashMap<>();
    private final Map<RoomId, Standing> standings = new ConcurrentHashMap<>();
    private final Signals signals;
    private final Pushed pushed;
    private final TunedLimits limits;
    private final MeterRegistry meters;

    /**
     * @param ofTheFiles how the rooms of the configuration files find their limits; their addresses may be
     *     inner ones
     */
    Tunings(
            Signals signals,
            Pushed pushed,
            TunedLimits limits,
            MeterRegistry meters,
            Map<RoomId, TuneProperties> ofTheFiles) {
        this.signals = signals;
        this.pushed = pushed;
        this.limits = limits;
        this.meters = meters;
        ofTheFiles.forEach((room, said) -> define(
                room,
                Optional.of(said),
                new Reach(addresses(said).map(URI::toString).toList())));
    }

    /** Refuses settings that cannot be used. */
    public static void requireUsable(RoomId room, TuneProperties said) {
        TuneRules.of(room, said);
    }

    /**
     * Refuses inner addresses in settings that an operator saves: they may stand in the configuration files
     * alone. It looks host names up, so a room that is kept already is not asked for them again.
     */
    public static void requirePublic(RoomId room, TuneProperties said) {
        addresses(said).forEach(url -> requirePublic(room, url));
    }

    private static Stream<URI> addresses(TuneProperties said) {
        var health = Optional.ofNullable(said.health()).map(HealthProperties::url);
        var prometheus = Optional.ofNullable(said.prometheus()).map(PrometheusProperties::url);
        return Stream.of(health, prometheus).flatMap(Optional::stream);
    }

    private static void requirePublic(RoomId room, URI url) {
        if (!PublicHosts.isPublic(url.getHost())) {
            throw new InvalidSettingException(
                    "gatehouse.rooms." + room + ".tune",
                    "may name an inner address in the configuration files only, was " + url);
        }
    }

    /**
     * Sets how a room that an operator has added finds its limit from now on; empty: by its settings alone.
     * Its addresses have to be public whenever they are asked.
     */
    public void define(RoomId room, Optional<TuneProperties> said) {
        define(room, said, new Reach(List.of()));
    }

    private synchronized void define(RoomId room, Optional<TuneProperties> said, Reach reach) {
        var next = said.filter(TuneProperties::enabled).map(own -> TuneRules.of(room, own));
        if (next.equals(Optional.ofNullable(rooms.get(room)))) {
            return;
        }
        if (next.isPresent()) {
            if (!rooms.containsKey(room)) {
                limits.awaits(room);
            }
            signals.define(room, next.get().said(), reach);
            rooms.put(room, next.get());
        } else {
            rooms.remove(room);
            standings.remove(room);
            signals.forget(room);
            limits.remove(room);
        }
    }

    /** The settings by which this room finds its limit; empty for one that finds none by itself. */
    public Optional<TuneProperties> said(RoomId room) {
        return rules(room).map(TuneRules::said);
    }

    Optional<TuneRules> rules(RoomId room) {
        return Optional.ofNullable(rooms.get(room));
    }

    /** Makes the inlets follow this standing from now on; does nothing if the room is not tuned any more. */
    synchronized void stands(RoomId room, Standing standing) {
        if (!rooms.containsKey(room)) {
            return;
        }
        standings.put(room, standing);
        limits.put(room, standing.limit());
        meter(room, "gatehouse.tuned.limit", "Slots, or turns a second, that the room has found", one -> one.limit()
                .limit());
        meter(
                room,
                "gatehouse.tuned.signal",
                "The worst signal as a share of its limit; NaN while there is none",
                one -> one.load().orElse(Double.NaN));
        meter(
                room,
                "gatehouse.tuned.blind",
                "1 while a signal is missing by which the room finds its limit",
                one -> one.isBlind() ? 1 : 0);
    }

    /** Registers the meter each time: those of a retired, empty room have been removed. */
    private void meter(RoomId room, String name, String description, ToDoubleFunction<Standing> value) {
        Gauge.builder(name, this, all -> all.of(room).map(value::applyAsDouble).orElse(Double.NaN))
                .description(description)
                .tag("room", room.value())
                .register(meters);
    }

    /** Notes that this room has no limit to steer now. */
    synchronized void standsStill(RoomId room) {
        if (!rooms.containsKey(room)) {
            return;
        }
        standings.remove(room);
        limits.awaits(room);
    }

    /** A room's standing, as far as this node knows; empty for a room that is not tuned, or lets in by hand. */
    public Optional<Standing> of(RoomId room) {
        return Optional.ofNullable(standings.get(room));
    }

    /** Takes a value from an operator's program; false where the room takes none. */
    public boolean push(RoomId room, double value) {
        var counts = rules(room).map(rules -> rules.said().pushed());
        counts.ifPresent(span -> pushed.put(room, value, span));
        return counts.isPresent();
    }
}
