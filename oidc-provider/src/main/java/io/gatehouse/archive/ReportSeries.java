package io.gatehouse.archive;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The reports of a room's openings that are over. */
final class ReportSeries implements Series {

    private static final Pattern SHAPE = Pattern.compile("\\d{12}\\.json");

    /** After this time the last minute of an opening is in the history. */
    private static final Duration LATEST = Duration.ofMinutes(15);

    private final RoomId room;
    private final Ledgers ledgers;
    private final ReportSource reports;
    private OptionalLong last = OptionalLong.empty();

    ReportSeries(RoomId room, Ledgers ledgers, ReportSource reports) {
        this.room = room;
        this.ledgers = ledgers;
        this.reports = reports;
    }

    @Override
    public String folder() {
        return room + "/reports/";
    }

    @Override
    public Pattern shape() {
        return SHAPE;
    }

    @Override
    public void goOn(Optional<String> name, Map<String, String> metadata) {
        last = name.stream()
                .mapToLong(found -> Long.parseLong(found.substring(0, found.indexOf('.'))))
                .findFirst();
        if (last.isPresent() && ledgers.beginning(room, last.getAsLong()).isEmpty()) {
            throw NotArchivedException.object("the object " + folder() + name.orElse("")
                    + " in the bucket is of no opening in this ledger. Remove it, or set another prefix");
        }
    }

    @Override
    public Optional<Item> next(Instant now) {
        var opening = last.isPresent()
                ? ledgers.following(room, last.getAsLong()).map(Ledgers.Beginning::opening).stream()
                        .mapToLong(Long::longValue)
                        .findFirst()
                : ledgers.firstOpening(room);
        if (opening.isEmpty()) {
            return Optional.empty();
        }
        var number = opening.getAsLong();
        return ledgers.following(room, number)
                .map(next -> next.at().plus(LATEST))
                .filter(due -> !due.isAfter(now))
                .flatMap(due -> reports.report(room, number)
                        .map(report ->
                                new Item(folder() + "%012d.json".formatted(number), report, Map.of(), false, due)));
    }
}
