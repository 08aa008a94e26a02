package io.gatehouse.bench;

import io.gatehouse.bench.Figures.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** docs/performance.md: what stands between its two marks is made of figures, all else is written by hand. */
final class Document {

    static final Path FIGURES = Path.of("..", "docs", "performance.json");

    private static final Path TEXT = Path.of("..", "docs", "performance.md");
    private static final String BEGIN = "<!-- Written by mvn verify -Pload from performance.json. -->\n";
    private static final String END = "<!-- Written by hand from here on. -->\n";

    /**
     * A row of a table.
     *
     * @param row of the figures
     * @param title what it is called
     * @param goal that of issue 23; empty if it has none
     */
    private record Row(String row, String title, String goal) {}

    /**
     * A table, and the plot of its bars.
     *
     * @param plot the file's name; empty if there is none
     * @param unit of the bars: rows with another one are only in the table
     */
    private record Table(String title, String plot, String unit, List<Row> rows) {}

    private static final List<Table> TABLES = List.of(
            new Table(
                    "Login of a known visitor: authorize, token, userinfo",
                    "login",
                    "ms of CPU",
                    List.of(
                            new Row("login.gatehouse", "Gatehouse, embedded", ""),
                            new Row("login.gatehouse-17", "Gatehouse, embedded, on JDK 17", ""),
                            new Row("login.gatehouse-redis", "Gatehouse, Redis", ""),
                            new Row("login.oidc-provider", "oidc-provider of npm", ""),
                            new Row("login.keycloak", "Keycloak", ""),
                            new Row("login.to.oidc-provider", "Gatehouse to oidc-provider", "0.6"),
                            new Row("login.to.keycloak", "Gatehouse to Keycloak", "0.1"))),
            new Table(
                    "Waiting, embedded",
                    "waiting",
                    "ms of CPU",
                    List.of(
                            new Row("embedded.join", "taking a place at the room's door: enter, twice", ""),
                            new Row("embedded.place", "taking a place: authorize, enter", "0.35 ms"),
                            new Row("embedded.page", "the same with the waiting page", "0.7 ms"),
                            new Row("embedded.look", "a look at one's place", ""),
                            new Row("embedded.board", "a board", ""),
                            new Row("trivial", "a trivial handler on the same server (Jetty alone)", ""),
                            new Row("board.to.trivial", "board to trivial handler", "1.1"))),
            new Table(
                    "Waiting, Redis",
                    "",
                    "ms of CPU",
                    List.of(
                            new Row("redis.join", "taking a place at the room's door: enter, twice", ""),
                            new Row("redis.place", "taking a place: authorize, enter", ""),
                            new Row("redis.page", "the same with the waiting page", ""),
                            new Row("redis.look", "a look at one's place", ""),
                            new Row("redis.board", "a board", ""),
                            new Row("redis.cpu.join", "Redis itself, a place at the door", ""),
                            new Row("redis.cpu.look", "Redis itself, a look", ""),
                            new Row("redis.cpu.joined", "Redis itself, that and two looks", "100 us"))),
            new Table(
                    "One visit alone, from nothing to userinfo, after a minute of such visits",
                    "",
                    "ms of CPU",
                    List.of(new Row("visit.embedded", "embedded", "3 ms"), new Row("visit.redis", "Redis", "3 ms"))),
            new Table(
                    "Passing without a page, 200 arrivals a second, no visitor has to wait",
                    "",
                    "",
                    List.of(
                            new Row("passed.embedded", "embedded", "99.9 %"),
                            new Row("passed.redis", "Redis", "99.9 %"))),
            new Table(
                    "Start",
                    "",
                    "",
                    List.of(
                            new Row("start", "from the start to the first answer", "5 s"),
                            new Row("start.cpu", "the same, of CPU", ""),
                            new Row("start.trained", "from the start to the first answer, with the AOT cache", "2 s"),
                            new Row("start.trained.cpu", "the same, of CPU", ""),
                            new Row(
                                    "start.trained.login",
                                    "a login in the first 20 s, 40 a second, with the AOT cache",
                                    ""),
                            new Row("start.login", "a login in the first 20 s, 40 a second", "1.5 times the warm one"),
                            new Row("start.login.to.warm", "that to the warm one", "1.5"))),
            new Table(
                    "How long it takes, at a constant rate",
                    "latency",
                    "ms",
                    Stream.of(
                                    new Row("login.gatehouse", "login, 40/s, Gatehouse", "oidc-provider's"),
                                    new Row("login.gatehouse-redis", "login, 40/s, Gatehouse on Redis", ""),
                                    new Row("login.oidc-provider", "login, 40/s, oidc-provider", ""),
                                    new Row("login.keycloak", "login, 40/s, Keycloak", ""),
                                    new Row("place", "a place, 100/s, Gatehouse", "20 ms"),
                                    new Row("board", "a board, 400/s, Gatehouse", ""))
                            .flatMap(one -> Stream.of("p50", "p99", "p99.9")
                                    .map(part -> new Row(
                                            "latency." + one.row() + "." + part,
                                            one.title() + ": " + part,
                                            part.equals("p99") ? one.goal() : "")))
                            .toList()),
            new Table(
                    "The small bench: in trivial handlers, of the first compiler only, ES256",
                    "",
                    "",
                    Stream.of("login", "join", "place", "page", "look", "board")
                            .map(row -> new Row("ratio." + row, row, ""))
                            .toList()),
            new Table(
                    "Growth from a thousand to a million who wait: the exponent that fits what all of them cost",
                    "",
                    "",
                    Stream.of("embedded", "redis")
                            .flatMap(store -> Stream.of("join", "tick", "board", "claim")
                                    .flatMap(what -> Stream.of(
                                            new Row("growth." + store + "." + what, store + ", " + what, "1.05"),
                                            new Row(
                                                    "growth." + store + "." + what + ".longest",
                                                    "one of those, with a million in line",
                                                    ""))))
                            .toList()),
            new Table(
                    "The event: 500 visitors a second, two nodes on Redis behind nginx, one killed in the middle",
                    "",
                    "",
                    List.of(
                            new Row("event.join.p50", "from the door to a place: p50", ""),
                            new Row("event.join.p99", "p99", "250 ms"),
                            new Row("event.join.p99.9", "p99.9", ""),
                            new Row("event.join.before.p99", "p99 until the node is killed", ""),
                            new Row("event.rush", "the crowd that comes as fast as it is served", ""),
                            new Row("event.rush.redis", "Redis, for each of that crowd", "0.08 ms"),
                            new Row("event.boards", "boards asked of nginx, by one of ten visitors", ""),
                            new Row("event.boards.origin", "boards asked of both nodes, the busiest second", "2"),
                            new Row("event.cpu.nodes", "both nodes, for each visitor", "0.8 ms"),
                            new Row("event.cpu.redis", "Redis, for each visitor", "0.08 ms"),
                            new Row("event.cpu.nginx", "nginx, for each visitor", ""),
                            new Row("event.cpu.load", "the crowd itself, for each visitor", ""),
                            new Row("event.busy", "of the machine", ""))),
            new Table(
                    "Cost of stores",
                    "",
                    "",
                    List.of(
                            new Row("heap.waiting", "heap, a waiting visitor, by the site", ""),
                            new Row("heap.embedded", "heap, a waiting visitor in the embedded store", "150 bytes"),
                            new Row("memory.redis", "Redis, a waiting visitor", "100 bytes"),
                            new Row("memory.redis+dynamodb", "Redis before DynamoDB, a waiting visitor", "200 bytes"),
                            new Row("cpu.redis.a join", "Redis, a join alone", ""),
                            new Row("cpu.redis.a look at a place", "Redis, a look alone", ""),
                            new Row("cpu.redis.a join among many", "Redis, a join, 64 side by side", "80 us"),
                            new Row("cpu.redis.a look among many", "Redis, a look, 64 side by side", ""),
                            new Row("cpu.redis.a claim", "Redis, a claim alone", ""),
                            new Row("commands.redis.visit", "Redis, a whole visit, those in scripts included", ""),
                            new Row("cpu.redis.visit", "Redis, the same, its scripts' CPU", ""),
                            new Row("units.dynamodb.read", "DynamoDB, a whole visit, read", ""),
                            new Row("units.dynamodb.written", "DynamoDB, a whole visit, written", ""),
                            new Row("units.redis+dynamodb.read", "both, a whole visit, read", ""),
                            new Row("units.redis+dynamodb.written", "both, a whole visit, written", ""),
                            new Row("tick.dynamodb.read", "DynamoDB, a tick of a quiet room, read", ""),
                            new Row("tick.redis+dynamodb.read", "both, a tick of a quiet room, read", ""))),
            new Table(
                    "A line of 100,000 from the old AWS stack, by import-vwr",
                    "",
                    "",
                    List.of(
                            new Row("import.embedded", "embedded", "60 s"),
                            new Row("import.redis", "Redis", "60 s"),
                            new Row("import.dynamodb", "DynamoDB Local", ""))));

    /** Units whose time is looked into, as {@link Profile} names them, and what they are called. */
    private static final Map<String, String> PROFILED = new LinkedHashMap<>();

    static {
        PROFILED.put("login", "login");
        PROFILED.put("join", "place at the door");
        PROFILED.put("place", "place");
        PROFILED.put("page", "with the page");
        PROFILED.put("look", "look");
        PROFILED.put("board", "board");
        PROFILED.put("visit", "visit alone");
        PROFILED.put("event", "the event, on Redis");
    }

    private Document() {}

    /** Writes the tables and plots of these figures. */
    static void write(Map<String, Entry> figures) {
        try {
            var text = Files.readString(TEXT);
            var begin = text.indexOf(BEGIN) + BEGIN.length();
            var tables = Stream.concat(TABLES.stream().map(table -> table(table, figures)), Stream.of(profile(figures)))
                    .filter(table -> !table.isEmpty())
                    .collect(Collectors.joining("\n", "\n", "\n"));
            Files.writeString(TEXT, text.substring(0, begin) + tables + text.substring(text.indexOf(END)));
            for (var table : TABLES) {
                var bars = present(table, figures)
                        .filter(row -> unit(row, figures).equals(table.unit))
                        .map(row ->
                                new Bars.Bar(row.title(), figure(row, figures).value(), told(figure(row, figures))))
                        .toList();
                if (!table.plot.isEmpty() && !bars.isEmpty()) {
                    Files.createDirectories(plot(table).getParent());
                    Files.writeString(plot(table), Bars.svg(table.title + ", " + table.unit, bars));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String table(Table table, Map<String, Entry> figures) {
        var rows = present(table, figures).toList();
        if (rows.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("## " + table.title + "\n\n");
        if (!table.plot.isEmpty()) {
            text.append("![")
                    .append(table.title)
                    .append("](performance/")
                    .append(table.plot)
                    .append(".svg)\n\n");
        }
        text.append("| | Figure | Rounds | Goal |\n|---|---|---|---|\n");
        for (var row : rows) {
            var figure = figure(row, figures);
            text.append("| %s | **%s** | %s | %s |\n".formatted(row.title(), told(figure), rounds(figure), row.goal()));
        }
        var measured = rows.stream()
                .map(row -> entry(row, figures))
                .map(entry -> entry.day() + " at " + entry.commit() + java(entry))
                .distinct()
                .collect(Collectors.joining("; "));
        var others = others(rows.stream()
                .mapToDouble(row -> figure(row, figures).others())
                .max()
                .orElse(-1));
        var tests = rows.stream()
                .map(row -> "`" + entry(row, figures).test() + "`")
                .distinct()
                .collect(Collectors.joining(", "));
        return text.append("\n")
                .append(wrapped("Measured %s%s. Test %s.".formatted(measured, others, tests)))
                .toString();
    }

    /** In lines as wide as those that are written by hand. */
    private static String wrapped(String text) {
        return text.replaceAll("(.{1,140})(?: |$)", "$1\n");
    }

    /** A column for each unit, a line for each part of a server. */
    private static String profile(Map<String, Entry> figures) {
        var units = PROFILED.keySet().stream()
                .filter(unit -> figures.containsKey(Profile.row(unit, Profile.Part.STORE)))
                .toList();
        if (units.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("## Where the time goes: per cent of the server's CPU\n\n|");
        units.forEach(unit -> text.append(" | ").append(PROFILED.get(unit)));
        text.append(" |\n|---").append("|---".repeat(units.size())).append("|\n");
        for (var part : Profile.Part.values()) {
            text.append("| ").append(part.title());
            units.forEach(unit -> text.append(" | ").append(share(figures.get(Profile.row(unit, part)))));
            text.append(" |\n");
        }
        var measured = units.stream()
                .map(unit -> Objects.requireNonNull(figures.get(Profile.row(unit, Profile.Part.STORE))))
                .map(entry -> "%s at %s%s by `%s`".formatted(entry.day(), entry.commit(), java(entry), entry.test()))
                .distinct()
                .collect(Collectors.joining("; ", "Measured ", "."));
        return text.append("\n").append(wrapped(measured)).toString();
    }

    private static String share(@Nullable Entry entry) {
        return entry == null ? "0" : "%.0f".formatted(entry.figure().value());
    }

    /** A figure with its unit. */
    static String told(Figure figure) {
        return (rounded(figure.value()) + " " + figure.unit()).strip();
    }

    /** Three digits. */
    static String rounded(double value) {
        var digits = value == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(value)));
        return String.format(Locale.ROOT, "%,." + Math.max(0, 2 - digits) + "f", value);
    }

    /** How far its rounds lie apart. */
    static String rounds(Figure figure) {
        return figure.rounds() == 0
                ? ""
                : figure.rounds() + ": " + rounded(figure.least()) + " to " + rounded(figure.most());
    }

    private static String java(Entry entry) {
        return entry.java().isEmpty() ? "" : " on Java " + entry.java();
    }

    private static String others(double most) {
        return most < 0 ? "" : String.format(Locale.ROOT, "; other processes %.0f %%", most * 100);
    }

    private static Stream<Row> present(Table table, Map<String, Entry> figures) {
        return table.rows.stream().filter(row -> figures.containsKey(row.row()));
    }

    private static Entry entry(Row row, Map<String, Entry> figures) {
        return Objects.requireNonNull(figures.get(row.row()));
    }

    private static Figure figure(Row row, Map<String, Entry> figures) {
        return entry(row, figures).figure();
    }

    private static String unit(Row row, Map<String, Entry> figures) {
        return figure(row, figures).unit();
    }

    private static Path plot(Table table) {
        return TEXT.resolveSibling("performance").resolve(table.plot + ".svg");
    }
}
