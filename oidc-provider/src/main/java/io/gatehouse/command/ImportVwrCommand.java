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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command {@code import-vwr}: brings the line of a running event of the "Virtual Waiting Room on AWS"
 * from its exports to a room here. It calls {@code take_over} of a running node, so it is the same for each
 * store.
 */
final class ImportVwrCommand {

    static final String USAGE = "import-vwr needs the exported table of queue positions and a file with the counters:"
            + " import-vwr positions.json counters.txt --event=Sample --to=https://wait.example [--dry-run]."
            + " A token with rooms.operate is the line of standard input";

    private static final int WRONG = 2;

    private static final String EVENT = "--event";
    private static final String TO = "--to";
    private static final String DRY_RUN = "--dry-run";

    /** The most that a call of {@code take_over} takes. */
    private static final int BATCH = 1_000;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");

    private static final JsonMapper JSON = new JsonMapper();

    private ImportVwrCommand() {}

    /**
     * Brings the line that the second and third argument name.
     *
     * @return the exit status of the command: 0 when the line was taken over or the rehearsal found nothing
     *     wrong, 1 when not, 2 when the arguments are wrong
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
        if (files.size() != 2
                || event.isEmpty()
                || !Set.of(EVENT, TO, DRY_RUN).containsAll(options.keySet())
                || !isRehearsal && !options.containsKey(TO)) {
            out.println(USAGE);
            return WRONG;
        }
        try {
            var line = OldLine.read(files.get(0), files.get(1), event);
            tell(line, out);
            if (isRehearsal) {
                out.println("this was a rehearsal: nothing was sent");
                return 0;
            }
            return taken(line, event, base(options.getOrDefault(TO, "")), token(in), out);
        } catch (OldLine.UnusableException wrong) {
            out.println(wrong.getMessage());
        } catch (NoSuchFileException missing) {
            out.println("there is no " + missing.getFile());
        } catch (IOException unreadable) {
            out.println("cannot read: " + unreadable.getMessage());
        }
        return 1;
    }

    private static void tell(OldLine line, PrintStream out) {
        line.remarks().forEach(out::println);
        out.println(line.served()
                + " visitors were served at the old stack: they get no place here, and do not count as inside");
        out.println(
                line.waiting().isEmpty()
                        ? "no visitor waits"
                        : line.waiting().size() + " numbers wait, from " + (line.served() + 1) + " to "
                                + (line.served() + line.waiting().size()));
    }

    private static URI base(String to) throws OldLine.UnusableException {
        try {
            var base = URI.create(to);
            if (Loopback.isHttpsOrLoopback(base) && base.getQuery() == null && base.getFragment() == null) {
                return URI.create(to.replaceAll("/+$", "") + "/take_over");
            }
        } catch (IllegalArgumentException noAddress) {
            // told below
        }
        throw new OldLine.UnusableException(
                TO + " must be the https address of a Gatehouse, or http on this machine; it was \"" + to + "\"");
    }

    private static String token(InputStream in) throws IOException, OldLine.UnusableException {
        var line = new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
        var token = line == null ? "" : line.strip();
        if (!TOKEN.matcher(token).matches()) {
            throw new OldLine.UnusableException("the first line of standard input must be a token with rooms.operate");
        }
        return token;
    }

    /** One call after the other, because numbers are given in the order of joins. */
    private static int taken(OldLine line, String event, URI to, String token, PrintStream out) {
        var outbound = new Outbound(Bounds.ofDocuments(PATIENCE, 1));
        var all = line.waiting().size();
        var done = 0;
        do {
            var until = Math.min(all, done + BATCH);
            var body = Map.of(
                    "event_id",
                    event,
                    "serving_counter",
                    line.served(),
                    "next_position",
                    line.served() + until + 1,
                    "request_ids",
                    line.waiting().subList(done, until));
            var request = HttpRequest.newBuilder(to)
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
            try {
                var answer = outbound.read(request);
                if (answer.statusCode() != 200) {
                    out.println(to + " answered " + answer.statusCode() + ": " + error(answer.body()));
                    return brokenOff(done, all, out);
                }
            } catch (IOException unreachable) {
                out.println(to + " gave no answer: " + unreachable);
                return brokenOff(done, all, out);
            }
            done = until;
            out.println("took over " + done + " of " + all);
        } while (done < all);
        out.println("the next newcomer gets number " + (line.served() + all + 1));
        return 0;
    }

    private static int brokenOff(int done, int all, PrintStream out) {
        out.println(
                done + " of " + all + " numbers were confirmed. Keep newcomers away, and repeat the command with the"
                        + " same files: confirmed numbers keep their places");
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
