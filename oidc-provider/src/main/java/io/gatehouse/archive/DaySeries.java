package io.gatehouse.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.value.StoredJson;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of a history, one object for each day in UTC that has any. */
final class DaySeries implements Series {

    private static final Pattern SHAPE = Pattern.compile("\\d{4}-[01]\\d-[0-3]\\d\\.jsonl");
    private static final StoredJson<HistoryRow> ROWS = new StoredJson<>(HistoryRow.class);

    /** After the end of a day its last minutes are still written, and folded into hours. */
    private static final Duration LATEST = Duration.ofMinutes(15);

    private final String folder;
    private final Duration kept;
    private final BiFunction<Instant, Instant, List<HistoryRow>> rows;
    private @Nullable LocalDate day;
    private String last = "";

    /**
     * @param kept how long the store of this installation has them
     * @param rows those that began from a moment on and before another
     */
    DaySeries(String folder, Duration kept, BiFunction<Instant, Instant, List<HistoryRow>> rows) {
        this.folder = folder;
        this.kept = kept;
        this.rows = rows;
    }

    @Override
    public String folder() {
        return folder;
    }

    @Override
    public Pattern shape() {
        return SHAPE;
    }

    @Override
    public void goOn(Optional<String> name, Map<String, String> metadata) {
        day = null;
        last = name.orElse("");
        if (name.isPresent()) {
            try {
                day = LocalDate.parse(name.get().substring(0, 10)).plusDays(1);
            } catch (DateTimeException noDay) {
                throw foreign();
            }
        }
    }

    /** Days without a row are passed over. */
    @Override
    public Optional<Item> next(Instant now) {
        if (day != null && day.isAfter(LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(1))) {
            throw foreign();
        }
        var oldest = LocalDate.ofInstant(now.minus(kept), ZoneOffset.UTC);
        for (var next = day == null || day.isBefore(oldest) ? oldest : day; ; next = next.plusDays(1)) {
            day = next;
            var begin = next.atStartOfDay().toInstant(ZoneOffset.UTC);
            var end = begin.plus(1, ChronoUnit.DAYS);
            if (end.plus(LATEST).isAfter(now)) {
                return Optional.empty();
            }
            var found = rows.apply(begin, end);
            if (!found.isEmpty()) {
                var item = new Item(folder + next + ".jsonl", lines(found), Map.of(), false, end.plus(LATEST));
                return Optional.of(item);
            }
        }
    }

    private NotArchivedException foreign() {
        return NotArchivedException.object("the object " + folder + last
                + " in the bucket is of no day that is over. Remove it, or set another prefix");
    }

    private static String lines(List<HistoryRow> rows) {
        return rows.stream()
                .map(row -> new String(ROWS.write(row), UTF_8) + "\n")
                .collect(Collectors.joining());
    }
}
