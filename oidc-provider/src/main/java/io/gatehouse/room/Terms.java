package io.gatehouse.room;

import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The durations of a room, in whole milliseconds, as the moments that stores keep.
 *
 * @param claimWindow how long a turn is kept for its visitor, and how long a claimed admission waits for its
 *     site
 * @param admissionTtl how long an admission lasts, from the claim
 * @param returnWindow how long a visitor whose turn has lapsed may ask for the second chance
 * @param waitingTtl how long a place in line is kept without a look
 * @param slotHeld how long a turn holds its slot in a room with a capacity and without a stock, one second to
 *     a day; as long as the claim window or longer: as long as it is open. Empty stands for {@value #AUTO}:
 *     the time within which three of four visitors who came had come, at least {@link #SHORTEST_HELD} and at
 *     most the claim window; {@link #USUALLY_HELD} before a node has measured that
 * @param renewal how a visit is renewed while it is used, never to less than the admission's time; empty: it
 *     ends when that time is over
 * @param grace for how long after its end by time a visit has a second chance; zero: it has none
 * @param notices how visitors may be told of their turn elsewhere than on the waiting page
 */
public record Terms(
        Duration claimWindow,
        Duration admissionTtl,
        Duration returnWindow,
        Duration waitingTtl,
        Optional<Duration> slotHeld,
        Optional<Renewal> renewal,
        Duration grace,
        Notices notices) {

    /**
     * The ways to notify visitors of their turn elsewhere than on the waiting page.
     *
     * @param ways empty: they are not
     * @param page whether the waiting page may show a notification of the browser, while it is open
     * @param held how long a turn holds its slot after the call if its visitor asked for a notice; no longer
     *     than its claim window, and no shorter than other turns do
     */
    public record Notices(Set<Way> ways, boolean page, Duration held) {

        private static final String PAGE = "page";

        /** The channel of a notice. */
        public enum Way {
            /** An e-mail. */
            EMAIL,
            /** A text message to a mobile phone. */
            SMS,
            /** A call that says a text. */
            VOICE,
            /** A notification of the browser, by Web Push. */
            PUSH;

            /** Whether each message costs its sender money. */
            public boolean costs() {
                return this == SMS || this == VOICE;
            }

            /** Its name in settings, forms and keys: {@code email}. */
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        /** No visitor is told. */
        public static final Notices NONE = new Notices(Set.of(), false, Duration.ofMinutes(5));

        public Notices {
            ways = Set.copyOf(ways);
            held = held.truncatedTo(ChronoUnit.MILLIS);
        }

        /**
         * Reads the words of ways and {@value #PAGE}, with blanks or commas between them.
         *
         * @throws IllegalArgumentException that says what was expected
         */
        public static Notices parse(String text, Duration held) {
            var words = Stream.of(text.strip().split("[\\s,]+"))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.toSet());
            var page = words.remove(PAGE);
            return new Notices(words.stream().map(Notices::way).collect(Collectors.toUnmodifiableSet()), page, held);
        }

        private static Way way(String word) {
            return Stream.of(Way.values())
                    .filter(way -> way.word().equals(word))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("must be of " + known().toList() + ", was \"" + word + "\""));
        }

        private static Stream<String> known() {
            return Stream.concat(Stream.of(Way.values()).map(Way::word), Stream.of(PAGE));
        }

        private String words() {
            return Stream.concat(ways.stream().sorted().map(Way::word), page ? Stream.of(PAGE) : Stream.empty())
                    .collect(Collectors.joining(" "));
        }
    }

    /**
     * The renewal of a visit while it is used.
     *
     * @param by how long it lasts from a use on, one second or more
     * @param most how long it lasts at most, from the claim; not shorter
     */
    public record Renewal(Duration by, Duration most) {

        /** A longer renewal would outlive the data that nodes keep for a visit. */
        private static final Duration LONGEST = Duration.ofDays(30);

        private static final String EXPECTED = "must be two spans, like 10m up to 2h: the first from 1s and no longer"
                + " than the second, the second up to 30d";

        private static final Pattern WRITTEN = Pattern.compile("(\\S+)\\s+up\\s+to\\s+(\\S+)");

        /**
         * A use that moves the end by less than one part of {@link #by} is not written: a busy page costs few
         * writes.
         */
        private static final int PARTS = 4;

        public Renewal {
            by = by.truncatedTo(ChronoUnit.MILLIS);
            most = most.truncatedTo(ChronoUnit.MILLIS);
            if (by.compareTo(Duration.ofSeconds(1)) < 0 || by.compareTo(most) > 0 || most.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        EXPECTED + "; was \"" + Spans.text(by) + " up to " + Spans.text(most) + "\"");
            }
        }

        /**
         * Reads {@code 10m up to 2h}.
         *
         * @throws IllegalArgumentException that says what was expected
         */
        public static Renewal parse(String text) {
            var written = WRITTEN.matcher(text.strip());
            if (!written.matches()) {
                throw new IllegalArgumentException(EXPECTED + "; was \"" + text + "\"");
            }
            return new Renewal(span(written.group(1), text), span(written.group(2), text));
        }

        private static Duration span(String part, String text) {
            try {
                return Spans.parse(part, "");
            } catch (IllegalArgumentException none) {
                throw new IllegalArgumentException(EXPECTED + "; was \"" + text + "\"", none);
            }
        }

        /**
         * The end of a visit that is used now.
         *
         * @param claimedAt when it began
         * @param until when it ends if it is not used again
         * @return empty where that is not worth a write: the end moves by less than a quarter of {@link #by}
         *     and not to the very last, or it does not move on
         */
        Optional<Instant> end(Instant claimedAt, Instant until, Instant now) {
            var last = claimedAt.plus(most);
            var next = now.plus(by).isBefore(last) ? now.plus(by) : last;
            var worthwhile = next.equals(last) ? until.plusMillis(1) : until.plus(by.dividedBy(PARTS));
            return next.isBefore(worthwhile) ? Optional.empty() : Optional.of(next);
        }

        /** The renewal as it is written in the configuration. */
        @Override
        public String toString() {
            return Spans.text(by) + " up to " + Spans.text(most);
        }
    }

    /** The time that a turn holds its slot where it is neither set nor measured yet. */
    public static final Duration USUALLY_HELD = Duration.ofSeconds(45);

    /** The shortest time that a node chooses by itself. */
    public static final Duration SHORTEST_HELD = Duration.ofSeconds(15);

    /** The word by which the configuration leaves the time to the node. */
    public static final String AUTO = "auto";

    private static final Duration SHORTEST_RETURN = Duration.ofMinutes(10);

    /** The settings of the terms. */
    public static final List<Setting<Terms>> SETTINGS = List.of(
            new Setting<>(
                    "claimWindow",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(1), "10m"),
                    "How long a turn is kept for its visitor, and how long a claimed admission waits for its site",
                    Terms::claimWindow),
            new Setting<>(
                    "admissionTtl",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(30), "1h"),
                    "How long an admission lasts, from the claim",
                    Terms::admissionTtl),
            new Setting<>(
                    "admissionRenewal",
                    Kind.text(Renewal::parse),
                    "How uses prolong a visit: 10m up to 2h lets it last 10m from each use on, and 2h from the claim"
                            + " at most",
                    terms -> terms.renewal.map(Renewal::toString).orElse(null)),
            new Setting<>(
                    "grace",
                    Kind.span(Duration.ZERO, Line.MEMORY, "5m"),
                    "How long after its end by time a visit has a second chance: its visitor comes back ahead of the line",
                    Terms::grace),
            new Setting<>(
                    "returnWindow",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(1), "10m"),
                    "How long a visitor whose turn went by may ask to be called once more",
                    Terms::returnWindow),
            new Setting<>(
                    "waitingTtl",
                    Kind.span(Duration.ofMinutes(10), Duration.ofDays(30), "1d"),
                    "How long a place in line is kept that no page asks for",
                    Terms::waitingTtl),
            new Setting<>(
                    "slotHeld",
                    Kind.spanOr(AUTO, Duration.ofSeconds(1), Duration.ofDays(1), "45s"),
                    "How long a turn holds its slot of the capacity",
                    terms -> terms.slotHeld.<Object>map(span -> span).orElse(AUTO)),
            new Setting<>(
                    "notices",
                    Kind.text(text -> Notices.parse(text, Duration.ZERO)),
                    "How visitors may ask to be told of their turn: email, sms, voice, push, page",
                    terms -> terms.notices.words().isEmpty() ? null : terms.notices.words()),
            new Setting<>(
                    "noticeHeld",
                    Kind.span(Duration.ZERO, Duration.ofHours(1), "5m"),
                    "How long a turn holds its slot if its visitor asked to be told, up to the claim window",
                    terms -> terms.notices.held));

    /** The terms of a room whose turns hold their slots as long as they are open. */
    public Terms(Duration claimWindow, Duration admissionTtl, Duration returnWindow, Duration waitingTtl) {
        this(claimWindow, admissionTtl, returnWindow, waitingTtl, Optional.of(claimWindow));
    }

    /** The terms of a room that renews no visit. */
    public Terms(
            Duration claimWindow,
            Duration admissionTtl,
            Duration returnWindow,
            Duration waitingTtl,
            Optional<Duration> slotHeld) {
        this(
                claimWindow,
                admissionTtl,
                returnWindow,
                waitingTtl,
                slotHeld,
                Optional.empty(),
                Duration.ZERO,
                Notices.NONE);
    }

    /** These terms, with the times of the other that a simulation tries: of turns, slots and visits. */
    Terms trying(Terms other) {
        return new Terms(
                other.claimWindow,
                other.admissionTtl,
                returnWindow,
                waitingTtl,
                other.slotHeld,
                other.renewal,
                grace,
                notices);
    }

    /** These terms with this renewal of visits. */
    public Terms renewing(Renewal next) {
        return new Terms(
                claimWindow, admissionTtl, returnWindow, waitingTtl, slotHeld, Optional.of(next), grace, notices);
    }

    /** These terms, where a visit that time has ended has a second chance for this long. */
    public Terms forgiving(Duration next) {
        return new Terms(claimWindow, admissionTtl, returnWindow, waitingTtl, slotHeld, renewal, next, notices);
    }

    /** These terms with these notices to visitors. */
    public Terms telling(Notices next) {
        return new Terms(claimWindow, admissionTtl, returnWindow, waitingTtl, slotHeld, renewal, grace, next);
    }

    /** The longest time that a visit lasts, from the claim: keys and notices, which outlive visits, go by this. */
    public Duration longestVisit() {
        return renewal.map(Renewal::most).orElse(admissionTtl);
    }

    /**
     * The length of a visit that only time ends.
     *
     * @param used from the claim to its last use
     */
    public Duration visit(Duration used) {
        return renewal.map(how -> shorter(how.most, longer(admissionTtl, used.plus(how.by))))
                .orElse(admissionTtl);
    }

    /**
     * The longest session of a site that asks nothing meanwhile: it ends before the visit, so that the next
     * login is a use.
     */
    public Duration session() {
        return renewal.map(how -> how.by.minus(how.by.dividedBy(Renewal.PARTS)))
                .map(least -> shorter(admissionTtl, least))
                .orElse(admissionTtl);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    public Terms {
        claimWindow = claimWindow.truncatedTo(ChronoUnit.MILLIS);
        admissionTtl = admissionTtl.truncatedTo(ChronoUnit.MILLIS);
        returnWindow = returnWindow.truncatedTo(ChronoUnit.MILLIS);
        waitingTtl = waitingTtl.truncatedTo(ChronoUnit.MILLIS);
        slotHeld = slotHeld.map(span -> span.truncatedTo(ChronoUnit.MILLIS));
        grace = grace.truncatedTo(ChronoUnit.MILLIS);
        if (renewal.isPresent() && renewal.get().most.compareTo(admissionTtl) < 0) {
            throw new IllegalArgumentException("must reach up to admission-ttl or further, which is "
                    + Spans.text(admissionTtl) + "; was \"" + renewal.get() + "\"");
        }
    }

    /** Reads {@code 45s}, {@code 2m} or {@value #AUTO}, which is empty. */
    public static Optional<Duration> slotHeld(String text) {
        return text.strip().equalsIgnoreCase(AUTO) ? Optional.empty() : Optional.of(Spans.parse(text, AUTO));
    }

    /** The default time to return: a claim window, or ten minutes if that is longer. */
    public static Duration usualReturn(Duration claimWindow) {
        return claimWindow.compareTo(SHORTEST_RETURN) > 0 ? claimWindow : SHORTEST_RETURN;
    }
}
