package io.gatehouse.simulate;

import io.gatehouse.forecast.ForecastScore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An outcome for programs: JSON, and its minutes as CSV (RFC 4180). Spans are in seconds. */
public final class OutcomeData {

    /** A member of a minute in JSON, and a column in CSV. */
    private record Column(String name, Function<Minute, @Nullable Object> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("from", minute -> minute.from().toString()),
            new Column("arrived", Minute::arrived),
            new Column("refused", Minute::refused),
            new Column("called", Minute::called),
            new Column("claimed", Minute::claimed),
            new Column("noShows", Minute::noShows),
            new Column("left", Minute::left),
            new Column("waiting", Minute::waiting),
            new Column("turns", Minute::turns),
            new Column("inside", Minute::inside),
            new Column("held", minute -> minute.held().map(Enum::name).orElse(null)),
            new Column(
                    "limit", minute -> minute.limit().map(OutcomeData::rounded).orElse(null)),
            new Column(
                    "latencySeconds",
                    minute -> minute.site().map(site -> seconds(site.latency())).orElse(null)),
            new Column(
                    "errors",
                    minute -> minute.site().map(site -> rounded(site.errors())).orElse(null)));

    private OutcomeData() {}

    /** The members of the JSON; spans are in seconds. */
    public static Map<String, Object> json(Outcome outcome) {
        var scenario = outcome.scenario();
        var json = new LinkedHashMap<String, Object>();
        json.put("room", scenario.room().id().value());
        json.put("from", scenario.span().from().toString());
        json.put("until", scenario.span().until().toString());
        json.put("seed", scenario.seed());
        json.put("visitors", outcome.visitors());
        json.put("leftOutside", outcome.leftOutside());
        var fates = new LinkedHashMap<String, Object>();
        outcome.fates().forEach((fate, count) -> fates.put(fate.member(), count));
        json.put("fates", fates);
        json.put("waitSeconds", waits(outcome.waits()));
        json.put("longestLine", outcome.peak().waiting());
        json.put("longestLineAt", outcome.peak().at().toString());
        outcome.slotsUsed().ifPresent(used -> json.put("slotsUsed", rounded(used)));
        outcome.soldOut().ifPresent(at -> json.put("soldOutAt", at.toString()));
        json.put("forecast", forecast(outcome.forecast()));
        json.put("held", outcome.held());
        json.put("warnings", Warnings.of(outcome));
        json.put("minutes", outcome.minutes().stream().map(OutcomeData::minute).toList());
        return json;
    }

    private static Map<String, Object> waits(Outcome.Waits waits) {
        var seconds = new LinkedHashMap<String, Object>();
        seconds.put("visitors", waits.visitors());
        seconds.put("p10", seconds(waits.p10()));
        seconds.put("p50", seconds(waits.p50()));
        seconds.put("p90", seconds(waits.p90()));
        seconds.put("p99", seconds(waits.p99()));
        seconds.put("longest", seconds(waits.longest()));
        return seconds;
    }

    private static Map<String, Object> forecast(ForecastScore score) {
        var members = new LinkedHashMap<String, Object>();
        members.put("kept", score.kept());
        members.put("early", score.early());
        members.put("late", score.late());
        members.put("byOperator", score.byOperator());
        members.put("meanWidth", rounded(score.meanWidth()));
        members.put("intervalScore", rounded(score.intervalScore()));
        return members;
    }

    private static Map<String, @Nullable Object> minute(Minute minute) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        COLUMNS.forEach(column -> members.put(column.name(), column.value().apply(minute)));
        return members;
    }

    /** The minutes, a line each, below a head. */
    static String csv(Outcome outcome) {
        var head = COLUMNS.stream().map(Column::name).collect(Collectors.joining(","));
        var lines = outcome.minutes().stream().map(minute -> COLUMNS.stream()
                .map(column -> column.value().apply(minute))
                .map(value -> value == null ? "" : value.toString())
                .collect(Collectors.joining(",")));
        return Stream.concat(Stream.of(head), lines).collect(Collectors.joining("\r\n", "", "\r\n"));
    }

    private static double seconds(Duration span) {
        return span.toMillis() / 1000d;
    }

    private static double rounded(double share) {
        return Math.round(share * 10_000) / 10_000d;
    }
}
