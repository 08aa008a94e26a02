package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.setting.Loopback;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command {@code import-vwr}: brings the line of a running event of the "Virtual Waiting Room on AWS"
 * to a room here. It calls {@code take_over} of a running node, so it works with any store.
 */
final class ImportVwrCommand {

    static final String USAGE = "import-vwr needs the exported table of queue positions, a file with the counters, and"
            + " the exported table of tokens: import-vwr positions.json counters.txt tokens.json --event=Sample"
            + " --to=https://wait.example. Or the old stack itself: --positions-table=NAME --tokens-table=NAME"
            + " --redis=rediss://host:1785 in place of the files. With --serving-table, the exported table"
            + " of serving counters or its name, and --expiry-period=SECONDS, called numbers keep what is left of their"
            + " time. With --jwk=secret.json, or --jwk=NAME of the secret, it"
            + " first looks whether the room has the old key. With --dry-run it only tells what it would do, with"
            + " --undo it takes an import back. A token with rooms.operate is the line of standard input";

    private static final int WRONG = 2;

    private static final String EVENT = "--event";
    private static final String TO = "--to";
    private static final String DRY_RUN = "--dry-run";
    private static final String UNDO = "--undo";
    private static final String POSITIONS_TABLE = "--positions-table";
    private static final String TOKENS_TABLE = "--tokens-table";
    private static final String SERVING_TABLE = "--serving-table";
    private static final String EXPIRY_PERIOD = "--expiry-period";
    private static final String REDIS = "--redis";
    private static final String DYNAMODB = "--dynamodb";
    private static final String JWK = "--jwk";
    private static final String SECRETS_MANAGER = "--secrets-manager";

    private static final Set<String> OF_AN_ACCOUNT = Set.of(POSITIONS_TABLE, TOKENS_TABLE, REDIS);

    private static final Set<String> OPTIONS = Set.of(
            EVENT,
            TO,
            DRY_RUN,
            UNDO,
            POSITIONS_TABLE,
            TOKENS_TABLE,
            SERVING_TABLE,
            EXPIRY_PERIOD,
            REDIS,
            DYNAMODB,
            JWK,
            SECRETS_MANAGER);

    /** The maximum number of visitors in a call of {@code take_over}. */
    private static final int BATCH = 1_000;

    /** The maximum number of called visitors, because a call has at most 64 KB. */
    private static final int CALLED = 400;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern PERIOD = Pattern.compile("[1-9]\\d{0,6}");

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");

    private static final JsonMapper JSON = new JsonMapper();

    /** The target of an import and its credentials. */
    private record Way(String event, URI to, String token, boolean isUndone) {}

    private ImportVwrCommand() {}

    /**
     * Brings the line that the arguments name, or takes it back.
     *
     * @return the exit status of the command: 0 when it was done or the rehearsal found nothing wrong, 1 when
     *     not, 2 when the arguments are wrong
     */
    static int run(String[] arguments, InputStream in, PrintStream out) {
        var files = new ArrayList<Path>();
        var options = new HashMap<String, String>();
        for (var word : List.of(arguments).subList(1, arguments.length)) {
            if (word.startsWith("-")) {
                var parts = word.split("=", 2);
                options.put(parts[0], parts.length > 1 ? parts[1] : "");
            } else {
                files.add(Path.of(word));
            }
        }
        var isRehearsal = options.containsKey(DRY_RUN);
        var event = options.getOrDefault(EVENT, "");
        var stack = stack(files, options);
        if (stack.isEmpty()
                || event.isEmpty()
                || !OPTIONS.containsAll(options.keySet())
                || "".equals(options.get(JWK))
                || !isExpiryWhole(options)
                || options.containsKey(SERVING_TABLE) && files.size() == 2
                || !isRehearsal && !options.containsKey(TO)) {
            out.println(USAGE);
            return WRONG;
        }
        try {
            var line = OldLine.read(stack.get(), event, isRehearsal);
            var key = OldKey.of(stack.get());
            tell(line, out);
            key.ifPresent(found -> out.println("the secret has a private key of " + found.size() + " bits"));
            if (isRehearsal) {
                out.println("this was a rehearsal: nothing was sent");
                return 0;
            }
            var way = new Way(event, base(options.getOrDefault(TO, "")), token(in), options.containsKey(UNDO));
            var outbound = new Outbound(Bounds.ofDocuments(PATIENCE, 1));
            if (key.isPresent() && !way.isUndone) {
                OldKey.requireAt(way.to, event, key.get(), outbound);
            }
            return sent(line, way, outbound, out);
        } catch (OldStack.UnusableException wrong) {
            out.println(wrong.getMessage());
        } catch (NoSuchFileException missing) {
            out.println("there is no " + missing.getFile());
        } catch (IOException unreadable) {
            out.println("cannot read: " + unreadable.getMessage());
        }
        return 1;
    }

    private static boolean isExpiryWhole(Map<String, String> options) {
        var table = options.get(SERVING_TABLE);
        var period = options.get(EXPIRY_PERIOD);
        return table == null
                ? period == null
                : !table.isEmpty() && period != null && PERIOD.matcher(period).matches();
    }

    private static Optional<OldStack.Expiry> expiry(Map<String, String> options) {
        return isExpiryWhole(options)
                ? Optional.ofNullable(options.get(SERVING_TABLE))
                        .map(table -> new OldStack.Expiry(table, Long.parseLong(options.get(EXPIRY_PERIOD))))
                : Optional.empty();
    }

    private static Optional<OldStack> stack(List<Path> files, Map<String, String> options) {
        if (files.isEmpty()
                && OF_AN_ACCOUNT.stream()
                        .noneMatch(name -> options.getOrDefault(name, "").isEmpty())) {
            return Optional.of(new OldAccount(
                    new OldAccount.Tables(
                            options.getOrDefault(POSITIONS_TABLE, ""),
                            options.getOrDefault(TOKENS_TABLE, ""),
                            expiry(options)),
                    options.getOrDefault(REDIS, ""),
                    Objects.requireNonNullElse(System.getenv("REDISCLI_AUTH"), ""),
                    options.getOrDefault(DYNAMODB, ""),
                    new OldAccount.Secret(options.getOrDefault(JWK, ""), options.getOrDefault(SECRETS_MANAGER, ""))));
        }
        var isOfFiles = (files.size() == 2 || files.size() == 3)
                && OF_AN_ACCOUNT.stream().noneMatch(options::containsKey);
        return isOfFiles
                ? Optional.of(new OldExports(
                        files.get(0),
                        files.get(1),
                        files.size() == 3 ? Optional.of(files.get(2)) : Optional.empty(),
                        expiry(options),
                        Optional.ofNullable(options.get(JWK)).map(Path::of)))
                : Optional.empty();
    }

    private static void tell(OldLine line, PrintStream out) {
        line.remarks().forEach(out::println);
        out.println("up to number " + line.served() + " no visitor is brought: they were served at the old stack");
        if (!line.called().isEmpty()) {
            out.println(line.count("inside") + " visitors are inside, " + line.count("turn")
                    + " were called and have no token yet, and for " + line.count("over")
                    + " of the called it is over");
        }
        var first = line.served() + line.called().size() + 1;
        var last = line.served() + line.visitors().size();
        out.println(
                first > last
                        ? "no visitor waits"
                        : (last - first + 1) + " numbers wait, from " + first + " to " + last);
    }

    private static URI base(String to) throws OldStack.UnusableException {
        try {
            var base = URI.create(to);
            if (Loopback.isHttpsOrLoopback(base) && base.getQuery() == null && base.getFragment() == null) {
                return URI.create(to.replaceAll("/+$", "") + "/take_over");
            }
        } catch (IllegalArgumentException noAddress) {
            // reported below
        }
        throw new OldStack.UnusableException(
                TO + " must be the https address of a Gatehouse, or http on this machine; it was \"" + to + "\"");
    }

    private static String token(InputStream in) throws IOException, OldStack.UnusableException {
        var line = new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
        var token = line == null ? "" : line.strip();
        if (!TOKEN.matcher(token).matches()) {
            throw new OldStack.UnusableException("the first line of standard input must be a token with rooms.operate");
        }
        return token;
    }

    /** The visitors that one call sends: indexes into the line, the second one exclusive. */
    private record Part(int from, int until) {}

    /**
     * The calls in the order of the numbers; called visitors have calls of their own. An undo begins with the
     * last call. Otherwise a tick would call waiting visitors of the same import into the freed slots.
     */
    private static List<Part> parts(OldLine line, boolean isUndone) {
        var all = line.visitors().size();
        var called = line.called().size();
        var parts = new ArrayList<Part>();
        var done = 0;
        do {
            var until = done < called ? Math.min(called, done + CALLED) : Math.min(all, done + BATCH);
            parts.add(new Part(done, until));
            done = until;
        } while (done < all);
        if (isUndone) {
            Collections.reverse(parts);
        }
        return parts;
    }

    /** One call after the other, because numbers are given in the order of joins. */
    private static int sent(OldLine line, Way way, Outbound outbound, PrintStream out) {
        var all = line.visitors().size();
        var called = line.called().size();
        var done = 0;
        var ended = 0L;
        for (var part : parts(line, way.isUndone)) {
            var body = Map.of(
                    "event_id",
                    way.event,
                    "serving_counter",
                    line.served(),
                    "next_position",
                    line.served() + part.until + 1,
                    "request_ids",
                    line.visitors().subList(part.from, part.until),
                    "called",
                    line.called().subList(Math.min(part.from, called), Math.min(part.until, called)),
                    "undo",
                    way.isUndone);
            var request = HttpRequest.newBuilder(way.to)
                    .header("Authorization", "Bearer " + way.token)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
            try {
                var answer = outbound.read(request);
                if (answer.statusCode() != 200) {
                    out.println(way.to + " answered " + answer.statusCode() + ": " + error(answer.body()));
                    return brokenOff(done, all, out);
                }
                ended += JSON.readTree(answer.body()).path("taken_back").asLong(0);
            } catch (IOException | JacksonException unreachable) {
                out.println(way.to + " gave no answer: " + unreachable);
                return brokenOff(done, all, out);
            }
            done += part.until - part.from;
            out.println((way.isUndone ? "looked at " : "took over ") + done + " of " + all);
        }
        out.println(
                way.isUndone
                        ? "took back " + ended + " of " + all + "; with the others something has happened since, or it"
                                + " was over before. Reset the room before another import"
                        : "the next newcomer gets number " + (line.served() + all + 1));
        return 0;
    }

    private static int brokenOff(int done, int all, PrintStream out) {
        out.println(
                done + " of " + all + " numbers were confirmed. Keep newcomers away, and repeat the command as it was:"
                        + " confirmed numbers keep their places");
        return 1;
    }

    private static String error(String body) {
        try {
            return JSON.readTree(body).path("error").asString("no reason given");
        } catch (JacksonException noJson) {
            return "no reason given";
        }
    }
}
