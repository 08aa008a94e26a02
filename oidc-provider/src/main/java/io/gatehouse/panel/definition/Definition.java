package io.gatehouse.panel.definition;

import io.gatehouse.addition.DefinedRoom;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Rate;
import io.gatehouse.schedule.WrittenOpening;
import io.gatehouse.setting.Spans;
import io.gatehouse.stock.Stock;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * What a room is by its definition: all that its configuration says, or would say. Operators' settings of a room that runs go
 * before.
 *
 * @param ofTheFiles whether it stands in the configuration files, and cannot be changed here
 * @param retired whether it is not to be used any more
 * @param passes null where nobody brings one, and for a room of the files, where they may have a secret
 * @param etag stands for the definition; an edit has to name it; empty for a room of the files
 */
record Definition(
        String room,
        boolean ofTheFiles,
        boolean retired,
        String title,
        @Nullable String rate,
        @Nullable Long capacity,
        boolean paused,
        String mode,
        List<WrittenOpening> schedule,
        @Nullable Long stock,
        @Nullable String consumedBy,
        String claimWindow,
        String admissionTtl,
        String returnWindow,
        String waitingTtl,
        long mostWaiting,
        int lobbyWork,
        int mostPerNetwork,
        int browsers,
        List<DeclaredLane> lanes,
        @Nullable TakenPasses passes,
        String etag) {

    /** A lane beside the default one; or that one, where it weighs more than 1. */
    record DeclaredLane(String lane, int weight, boolean first) {

        private static DeclaredLane of(Lane lane) {
            return new DeclaredLane(lane.name(), lane.weight(), lane.isFirst());
        }

        private static List<DeclaredLane> all(Lanes lanes) {
            return Stream.concat(
                            Stream.of(lanes.others()).filter(others -> others.weight() > 1),
                            lanes.declared().stream().sorted(Comparator.comparing(Lane::name)))
                    .map(DeclaredLane::of)
                    .toList();
        }
    }

    /** Who need not wait, or waits in a lane; as it is written in the configuration, where a secret may stand besides. */
    record TakenPasses(
            @Nullable String jwk,
            @Nullable String jwksUri,
            List<String> algorithms,
            boolean shared,
            List<String> addresses,
            boolean codes) {

        private static TakenPasses of(PassProperties passes) {
            return new TakenPasses(
                    passes.jwk(),
                    Optional.ofNullable(passes.jwksUri()).map(URI::toString).orElse(null),
                    passes.algorithms(),
                    passes.shared(),
                    passes.addresses(),
                    passes.codes());
        }
    }

    static final List<String> TEXTS =
            List.of("title", "rate", "mode", "consumedBy", "claimWindow", "admissionTtl", "returnWindow", "waitingTtl");
    static final List<String> NUMBERS =
            List.of("capacity", "stock", "mostWaiting", "lobbyWork", "mostPerNetwork", "browsers");
    static final List<String> OF_AN_OPENING = List.of("zone", "lobby", "doors", "close", "atClose", "draw");

    private static final Set<String> OF_A_LANE = Set.of("lane", "weight", "first");
    static final List<String> TEXTS_OF_PASSES = List.of("jwk", "jwksUri");
    static final List<String> LISTS_OF_PASSES = List.of("algorithms", "addresses");
    static final List<String> TRUTHS_OF_PASSES = List.of("shared", "codes");
    private static final Set<String> OF_PASSES = Set.of("jwk", "jwksUri", "algorithms", "addresses", "shared", "codes");

    /** What a client may send. */
    static final Set<String> MEMBERS = Set.of(
            "title",
            "rate",
            "capacity",
            "paused",
            "mode",
            "schedule",
            "stock",
            "consumedBy",
            "claimWindow",
            "admissionTtl",
            "returnWindow",
            "waitingTtl",
            "mostWaiting",
            "lobbyWork",
            "mostPerNetwork",
            "browsers",
            "lanes",
            "passes");

    /** @param etag empty for a room of the files */
    static Definition of(DefinedRoom defined, String etag) {
        var room = defined.room();
        var settings = room.configured();
        var capacity = settings.capacity();
        return new Definition(
                room.id().value(),
                etag.isEmpty(),
                room.isRetired(),
                room.title(),
                settings.rate().map(Rate::toString).orElse(null),
                capacity.isPresent() ? (Long) capacity.getAsLong() : null,
                settings.isPaused(),
                settings.mode().word(),
                settings.schedule().openings().stream().map(WrittenOpening::of).toList(),
                settings.stock().map(Stock::most).orElse(null),
                settings.stock().map(Stock::words).orElse(null),
                Spans.text(room.terms().claimWindow()),
                Spans.text(room.terms().admissionTtl()),
                Spans.text(room.terms().returnWindow()),
                Spans.text(room.terms().waitingTtl()),
                room.mostWaiting(),
                room.lobbyWork(),
                room.mostPerNetwork(),
                room.browsers(),
                DeclaredLane.all(room.lanes()),
                defined.passes().map(TakenPasses::of).orElse(null),
                etag);
    }

    /** What a client sent, whole, as the configuration would have it: what is left out, or null, is as it is there. */
    static Map<String, String> settings(Body body) {
        var settings = new TreeMap<String, String>();
        TEXTS.forEach(name -> text(body, name).ifPresent(text -> settings.put(setting(name), text)));
        NUMBERS.forEach(name -> number(body, name).ifPresent(number -> settings.put(setting(name), number)));
        body.truth("paused").ifPresent(paused -> settings.put("paused", paused.toString()));
        var openings = body.isNull("schedule")
                ? List.<Body>of()
                : body.objects("schedule", Set.copyOf(OF_AN_OPENING)).orElse(List.of());
        for (var n = 0; n < openings.size(); n++) {
            var number = n;
            OF_AN_OPENING.forEach(name ->
                    text(openings.get(number), name).ifPresent(text -> settings.put(ofAnOpening(number, name), text)));
        }
        if (!body.isNull("lanes")) {
            body.objects("lanes", OF_A_LANE).orElse(List.of()).forEach(lane -> {
                var first = lane.truth("first").orElse(false);
                putLane(settings, text(lane, "lane").orElse(""), number(lane, "weight"), first);
            });
        }
        if (!body.isNull("passes")) {
            body.object("passes", OF_PASSES).ifPresent(passes -> putPasses(settings, passes));
        }
        return settings;
    }

    private static void putPasses(Map<String, String> settings, Body passes) {
        TEXTS_OF_PASSES.forEach(name -> text(passes, name).ifPresent(text -> settings.put(ofPasses(name), text)));
        LISTS_OF_PASSES.forEach(name -> putList(settings, ofPasses(name), passes.list(name)));
        TRUTHS_OF_PASSES.forEach(name ->
                passes.truth(name).filter(truth -> truth).ifPresent(truth -> settings.put(ofPasses(name), "true")));
    }

    /** One that says neither a weight nor that it is first is told what it lacks by whoever reads it. */
    static void putLane(Map<String, String> settings, String name, Optional<String> weight, boolean first) {
        try {
            Lane.requireName(name);
        } catch (IllegalArgumentException unusable) {
            throw RefusedException.at("lanes", String.valueOf(unusable.getMessage()));
        }
        if (settings.put("lanes." + name + ".first", String.valueOf(first)) != null) {
            throw RefusedException.at("lanes", "the lane " + name + " is there twice");
        }
        weight.ifPresent(text -> settings.put("lanes." + name + ".weight", text));
    }

    static void putList(Map<String, String> settings, String name, List<String> list) {
        for (var n = 0; n < list.size(); n++) {
            settings.put(name + "[" + n + "]", list.get(n));
        }
    }

    /** {@code passes.jwks-uri} for {@code jwksUri}. */
    static String ofPasses(String member) {
        return "passes." + setting(member);
    }

    private static Optional<String> text(Body body, String name) {
        return body.isNull(name) ? Optional.empty() : body.text(name);
    }

    private static Optional<String> number(Body body, String name) {
        return body.isNull(name) ? Optional.empty() : body.number(name);
    }

    /** {@code claim-window} for {@code claimWindow}. */
    static String setting(String member) {
        return DataObjectPropertyName.toDashedForm(member);
    }

    /** {@code schedule[0].at-close} for {@code atClose} of the first opening. */
    static String ofAnOpening(int number, String member) {
        return "schedule[" + number + "]." + setting(member);
    }
}
