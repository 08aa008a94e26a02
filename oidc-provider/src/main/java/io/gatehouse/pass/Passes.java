package io.gatehouse.pass;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.gatehouse.door.AddressBlock;
import io.gatehouse.door.AddressLimit;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.Digests;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomCounts;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.util.MultiValueMap;

/**
 * Passes: an operator's signed permission for its bearer not to wait, or to wait in a lane. A JWT (RFC 7519)
 * with these claims:
 *
 * <pre>
 * aud      the issuer's address, alone or among others (section 4.1.3)
 * room     the room's name
 * exempt   true; or
 * lane     the name of the lane in which its bearer waits
 * exp      its end, a year from now at most
 * nbf      its beginning, if it has one; a minute of difference between clocks is allowed
 * jti      which one it is: good for one browser. Without it for any number, where the room's settings allow that
 * </pre>
 *
 * <p><b>On its way.</b> A pass comes as a parameter, is put into a cookie at once, and the browser is
 * redirected without it: so no site and no referrer of a page ever sees it. The cookie is only the bearer's
 * own pass; it is checked each time, and goes away when they are in, or wait in its lane.
 *
 * <p><b>By a proxy</b> of the operator's it may come as well, in a header of each request; it is signed, so
 * visitors may write that header too. Some addresses need no pass.
 *
 * <p><b>One browser.</b> A pass with a {@code jti} belongs to the place that used it first, by
 * compare-and-set, and to those that follow it in the same browser ({@link PlaceId}). The place cookie is
 * signed, so no client can invent one that another's pass belongs to.
 *
 * <p><b>Any number of browsers.</b> A pass without a {@code jti} may be handed on, and so may an exempt
 * address: a loop with one of them could hold all of a stock as turns. So those calls are counted by address
 * ({@link io.gatehouse.door.AddressLimits#exempt}); further visitors wait, and are called as the address's
 * limit allows.
 *
 * <p><b>Access codes</b> are passes that can be typed, one browser each as well; see {@link AccessCodes}.
 *
 * <pre>
 * key     pass:{room}:{SHA-256 of the jti}
 * value   the place id, 16 bytes
 * until   the pass's end
 * </pre>
 */
public final class Passes {

    /** The parameter that it comes in. */
    public static final String PARAMETER = "pass";

    /** The header in which a proxy may bring it. */
    static final String HEADER = "Gatehouse-Pass";

    /** Twice what one with an RSA signature has; a cookie has room for 4,096. */
    private static final int LONGEST = 2_048;

    private static final Pattern FORM = Pattern.compile("eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*");

    private static final Duration SKEW = Duration.ofMinutes(1);
    private static final Duration LONGEST_LIFE = Duration.ofDays(366);
    private static final Duration KEPT = Duration.ofDays(1);

    /** More places than one browser honestly has one after the other. */
    private static final int MOST_STEPS = 200;

    private static final int TRIES = 10;

    /**
     * The verdicts that count as answers of a pass. Passes of an address that has too many are counted as a
     * limit.
     */
    private static final String[] VERDICTS = Stream.of(Verdict.values())
            .filter(verdict -> verdict != Verdict.NONE && verdict != Verdict.BUSY)
            .map(Passes::word)
            .toArray(String[]::new);

    private static final Logger LOG = LoggerFactory.getLogger(Passes.class);

    /** After this many wrong codes from an address, its codes are not checked for a while. */
    private static final int MOST_GUESSES = 100;

    private static final Duration GUESSING = Duration.ofMinutes(15);

    /** The rules by which the passes of a room are checked, and the addresses that need none. */
    private record Rules(
            PassProperties settings, Optional<JWTProcessor<SecurityContext>> keys, List<IpAddressMatcher> addresses) {

        static Rules of(RoomId room, PassProperties passes, Ticker ticker) {
            var property = "gatehouse.rooms." + room + ".passes";
            var addresses = passes.addresses().stream()
                    .map(address -> matcher(property + ".addresses", address))
                    .toList();
            return new Rules(passes, PassKeys.of(property, passes, ticker), addresses);
        }

        private static IpAddressMatcher matcher(String property, String address) {
            try {
                return new IpAddressMatcher(address);
            } catch (IllegalArgumentException none) {
                throw new InvalidSettingException(
                        property, "must be addresses, or blocks of them, was " + address, "192.0.2.0/24,2001:db8::/32");
            }
        }
    }

    /**
     * The worth of a pass to a place.
     *
     * @param lane in which its bearer waits; empty: they need not, if it is good
     */
    public record Worth(Verdict verdict, Optional<String> lane) {

        /** The worth of no pass. */
        public static final Worth NOTHING = new Worth(Verdict.NONE, Optional.empty());

        private static final Worth EXEMPT = new Worth(Verdict.SHARED, Optional.empty());

        private static final Worth BUSY = new Worth(Verdict.BUSY, Optional.empty());

        /** Whether its bearer need not wait. */
        public boolean exempts() {
            return verdict.isGood() && lane.isEmpty();
        }

        /**
         * Whether its bearer is exempt from proof of work: a pass for one browser cannot take many places.
         */
        public boolean sparesWork() {
            return verdict == Verdict.GOOD;
        }

        /** Whether so do any number of others by the same: so they are counted. */
        private boolean isCounted() {
            return verdict == Verdict.SHARED && lane.isEmpty();
        }
    }

    /** @param why for operators; one of few texts, for any pass */
    private record Checked(Verdict verdict, String why, Optional<Single> single, Optional<String> lane) {

        static Checked no(Verdict verdict, String why) {
            return new Checked(verdict, why, Optional.empty(), Optional.empty());
        }

        Worth worth() {
            return new Worth(verdict, lane);
        }
    }

    /**
     * A pass or code for one browser: the key in the store of the place that used it first.
     *
     * @param isListed whether there must be something under the key before that: it is a code
     */
    private record Single(String key, Instant until, boolean isListed) {}

    private final Map<RoomId, Rules> taken = new ConcurrentHashMap<>();
    private final Rooms rooms;
    private final ExpiringStore store;
    private final CodeLists lists;
    private final AccessCodes codes;
    private final AddressLimit limit;
    private final UseCounts counts;
    private final AttemptCounts<String> guesses;
    private final AttemptCounts<String> tried;
    private final Issuer issuer;
    private final Clock clock;
    private final Ticker ticker;
    private final RoomCounts shown;
    private final RoomCounts called;
    private final LogThrottle throttle;

    /**
     * @param passes of the rooms that take some; an {@link io.gatehouse.setting.InvalidSettingException} says
     *     what is wrong
     * @param rooms whose lanes passes may name
     * @param limit of those who are called by what any number may use
     */
    public Passes(
            Map<RoomId, PassProperties> passes,
            Rooms rooms,
            ExpiringStore store,
            AddressLimit limit,
            Issuer issuer,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters,
            LogThrottle throttle) {
        this.ticker = ticker;
        this.rooms = rooms;
        this.shown = new RoomCounts(meters, "gatehouse.passes", "What became of passes that were shown", VERDICTS);
        this.called = new RoomCounts(meters, "gatehouse.exempt", "Visitors who were called by a pass, out of turn");
        passes.forEach((room, said) -> define(room, Optional.of(said)));
        this.store = store;
        this.lists = new CodeLists(store, clock);
        this.codes = new AccessCodes(store, lists, clock);
        this.counts = new UseCounts(store, lists, clock);
        this.limit = limit;
        this.guesses = new AttemptCounts<>(GUESSING, ticker);
        this.tried = new AttemptCounts<>(GUESSING, ticker);
        this.issuer = issuer;
        this.clock = clock;
        this.throttle = throttle;
    }

    /**
     * Throws an {@link io.gatehouse.setting.InvalidSettingException} that says what is wrong with these, if
     * anything is.
     */
    public void requireUsable(RoomId room, PassProperties passes) {
        Rules.of(room, passes, ticker);
    }

    /**
     * From now on the room takes these, or none. As long as they stay the same, published keys that have been
     * read do too.
     */
    public void define(RoomId room, Optional<PassProperties> passes) {
        var before = Optional.ofNullable(taken.get(room)).map(Rules::settings);
        if (passes.isEmpty()) {
            taken.remove(room);
        } else if (!passes.equals(before)) {
            taken.put(room, Rules.of(room, passes.get(), ticker));
            shown.knows(room);
            called.knows(room);
        }
    }

    /**
     * The pass among these, or the code: the parameter {@value #PARAMETER}, or a {@code login_hint} that
     * looks like one (OpenID Connect Core section 3.1.2.1 leaves its use to the provider). Empty in a room
     * that takes none.
     */
    public Optional<String> among(RoomId room, @Nullable String parameter, @Nullable String loginHint) {
        return !takes(room)
                ? Optional.empty()
                : Optional.ofNullable(parameter)
                        .filter(pass -> !pass.isEmpty())
                        .map(pass -> takesCodes(room) ? AccessCodes.read(pass).orElse(pass) : pass)
                        .or(() -> Optional.ofNullable(loginHint)
                                .filter(hint -> FORM.matcher(hint).matches()));
    }

    /** The query without the parameter that brought this pass. */
    public static String without(String pass, String query) {
        return Stream.of(query.split("&"))
                .filter(parameter -> !bears(pass, Query.read(parameter)))
                .collect(Collectors.joining("&"));
    }

    private static boolean bears(String pass, MultiValueMap<String, String> parameter) {
        return parameter.containsKey(PARAMETER) || parameter.containsValue(List.of(pass));
    }

    /** Its worth to any bearer; an earlier use is not checked yet. */
    public Verdict verdict(RoomId room, String pass, HttpServletRequest http) {
        var checked = check(room, pass, http);
        count(room, checked);
        return checked.verdict;
    }

    /**
     * The worth to this place of the pass that the browser has kept, or a proxy brings; from now on one for
     * one browser is this one's. Where the request comes from an address that needs none it is as good as
     * one. For what a proxy brings in vain its visitor is not to blame: that counts as none.
     */
    public Worth worth(RoomId room, PlaceId place, HttpServletRequest http) {
        var brought = isFromAnAddress(room, http)
                ? Worth.EXEMPT
                : worth(room, place, http, brought(room, http), verdict -> !verdict.isGood());
        var worth = brought.verdict.isGood()
                ? brought
                : worth(room, place, http, kept(room, http), verdict -> verdict == Verdict.USED);
        var isBusy = worth.isCounted() && !limit.until(http.getRemoteAddr(), 1).isZero();
        return isBusy ? Worth.BUSY : worth;
    }

    private boolean isFromAnAddress(RoomId room, HttpServletRequest http) {
        var rules = taken.get(room);
        return rules != null && rules.addresses.stream().anyMatch(address -> address.matches(http.getRemoteAddr()));
    }

    private Worth worth(
            RoomId room, PlaceId place, HttpServletRequest http, Optional<String> pass, Predicate<Verdict> isCounted) {
        if (pass.isEmpty()) {
            return Worth.NOTHING;
        }
        var checked = checkFor(room, place, check(room, pass.get(), http));
        if (isCounted.test(checked.verdict)) {
            count(room, checked);
        }
        return checked.worth();
    }

    private Checked checkFor(RoomId room, PlaceId place, Checked checked) {
        return checked.single.map(one -> isFor(room, place, one)).orElse(true)
                ? checked
                : Checked.no(Verdict.USED, "they have been used in another browser");
    }

    /**
     * Whether a visitor might be exempt: they brought a pass for this room, good or not, or their address
     * needs none.
     */
    public boolean mayExempt(RoomId room, HttpServletRequest http) {
        return kept(room, http).isPresent() || brought(room, http).isPresent() || isFromAnAddress(room, http);
    }

    /** Lets the browser keep the pass until it is in. */
    public void keep(RoomId room, String pass, HttpServletResponse response) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                cookie(room).with(pass).maxAge(KEPT).build().toString());
    }

    /** Takes the pass from the browser, if it has one. */
    public void drop(RoomId room, HttpServletRequest http, HttpServletResponse response) {
        if (kept(room, http).isPresent()) {
            response.addHeader(HttpHeaders.SET_COOKIE, cookie(room).gone().toString());
        }
    }

    /**
     * The place of a visitor who may have kept a pass: called now if they are in line and the pass exempts
     * them, also if it could not be checked before, or the doors were closed. A pass for a lane gives a place
     * there at the next entry.
     */
    public Place used(WaitingRoom room, Place place, HttpServletRequest http) {
        return place.stage().isInLine() && mayExempt(room.id(), http)
                ? used(room, place, worth(room.id(), place.id(), http), http)
                : place;
    }

    /** The place of a visitor whose pass is worth this, called now if the pass exempts them. */
    public Place used(WaitingRoom room, Place place, Worth worth, HttpServletRequest http) {
        if (!place.stage().isInLine() || !worth.exempts()) {
            return place;
        }
        var address = http.getRemoteAddr();
        if (worth.isCounted() && !limit.take(address, 1).isZero()) {
            return place;
        }
        var after = room.exempt(place);
        if (!after.stage().isInLine()) {
            called.count(room.id());
            counts.exempt(room.id(), after.opening());
        } else if (worth.isCounted()) {
            limit.giveBack(address, 1);
        }
        return after;
    }

    private Checked check(RoomId room, String pass, HttpServletRequest http) {
        var rules = taken.get(room);
        if (rules == null || !takes(room)) {
            return Checked.no(Verdict.NONE, "");
        }
        if (rules.settings.codes() && AccessCodes.isOne(pass)) {
            return checkCode(room, pass, AddressBlock.of(http.getRemoteAddr()));
        }
        return checkSigned(room, rules, pass);
    }

    private Checked checkSigned(RoomId room, Rules rules, String pass) {
        if (rules.keys.isEmpty()) {
            return Checked.no(Verdict.WRONG, "they are no access codes");
        }
        if (pass.length() > LONGEST || !FORM.matcher(pass).matches()) {
            return Checked.no(Verdict.WRONG, "they are no JWT of at most " + LONGEST + " characters");
        }
        try {
            return check(room, rules, rules.keys.get().process(pass, null));
        } catch (KeySourceException away) {
            return Checked.no(Verdict.UNKNOWN, "the keys to check them with cannot be read");
        } catch (ParseException | BadJOSEException | JOSEException | IllegalArgumentException forged) {
            return Checked.no(Verdict.WRONG, "they are not signed with a key and an algorithm of the settings");
        }
    }

    private Checked checkCode(RoomId room, String code, String from) {
        if (guesses.of(from) >= MOST_GUESSES) {
            return Checked.no(Verdict.GUESSED, "too many codes that are none came from an address");
        }
        var ends = codes.ends(room, code);
        if (ends.isEmpty()) {
            if (tried.add(from + " " + code) == 1) { // the page of a visitor whose code has ended asks again and again
                guesses.add(from);
            }
            return Checked.no(Verdict.WRONG, "they are codes that are not in the list, or not any more");
        }
        return new Checked(
                Verdict.GOOD,
                "",
                Optional.of(new Single(AccessCodes.key(room, code), ends.get(), true)),
                Optional.empty());
    }

    private Checked check(RoomId room, Rules rules, JWTClaimsSet claims) {
        var now = clock.instant();
        var begin = claims.getNotBeforeTime() == null
                ? Instant.MIN
                : claims.getNotBeforeTime().toInstant();
        var end = claims.getExpirationTime() == null
                ? Instant.MAX
                : claims.getExpirationTime().toInstant();
        var lane = Optional.ofNullable(claims.getClaim("lane"));
        var exempt = Optional.ofNullable(claims.getClaim("exempt"));
        var jti = Optional.ofNullable(claims.getJWTID()).filter(id -> !id.isEmpty());
        return wrong(!claims.getAudience().contains(issuer.value()), "their aud is not " + issuer.value())
                .or(() -> wrong(!room.value().equals(claims.getClaim("room")), "their room is not " + room))
                .or(() -> wrong(lane.isEmpty() && !exempt.equals(Optional.of(true)), "their exempt is not true"))
                .or(() -> wrong(lane.isPresent() && exempt.isPresent(), "they have a lane, and exempt"))
                .or(() ->
                        wrong(!lane.stream().allMatch(name -> isLane(room, name)), "their lane is none of the room's"))
                .or(() -> wrong(end.isAfter(now.plus(LONGEST_LIFE)), "their exp is missing, or more than a year away"))
                .or(() -> wrong(!rules.settings.shared() && jti.isEmpty(), "they have no jti"))
                .or(() -> no(!end.isAfter(now), Verdict.EXPIRED, "they have expired"))
                .or(() -> no(begin.isAfter(now.plus(SKEW)), Verdict.EARLY, "they are not valid yet"))
                .orElseGet(() -> new Checked(
                        jti.isPresent() ? Verdict.GOOD : Verdict.SHARED,
                        "",
                        jti.map(id -> new Single(key(room, id), end, false)),
                        lane.map(String.class::cast)));
    }

    private static Optional<Checked> wrong(boolean isSo, String why) {
        return no(isSo, Verdict.WRONG, why);
    }

    private static Optional<Checked> no(boolean isSo, Verdict verdict, String why) {
        return isSo ? Optional.of(Checked.no(verdict, why)) : Optional.empty();
    }

    private boolean isLane(RoomId room, Object name) {
        return name instanceof String text
                && rooms.find(room.value()).map(Room::lanes).orElse(Lanes.NONE).has(text);
    }

    private static String key(RoomId room, String jti) {
        return "pass:" + room + ":" + Digests.sha256(jti);
    }

    /** Whether the pass belongs to this place. Of two browsers that use it at once one is the first. */
    private boolean isFor(RoomId room, PlaceId place, Single single) {
        for (int tried = 0; tried < TRIES; tried++) {
            var now = clock.instant();
            var kept = store.get(single.key, now);
            if (single.isListed && kept.isEmpty()) {
                return false;
            }
            var code = kept.filter(value -> single.isListed).map(AccessCodes.Kept::read);
            var holder = single.isListed ? code.flatMap(AccessCodes.Kept::holder) : kept.map(PlaceId::of);
            if (holder.filter(place::equals).isPresent()) {
                return true;
            }
            if (holder.isPresent() && !follows(holder.get(), place)) {
                return false;
            }
            var value = code.map(free -> free.heldBy(place).bytes()).orElseGet(place::bytes);
            if (store.replace(single.key, kept, value, single.until, now)) {
                code.filter(free -> free.holder().isEmpty()).ifPresent(free -> counts.use(room, free.list()));
                return true;
            }
        }
        return false;
    }

    private static boolean follows(PlaceId earlier, PlaceId place) {
        return Stream.iterate(earlier.successor(), PlaceId::successor)
                .limit(MOST_STEPS)
                .anyMatch(place::equals);
    }

    private Optional<String> kept(RoomId room, HttpServletRequest http) {
        return takes(room) ? CookieHeader.values(http, cookie(room).name()).findFirst() : Optional.empty();
    }

    private Optional<String> brought(RoomId room, HttpServletRequest http) {
        return takes(room) ? Optional.ofNullable(http.getHeader(HEADER)) : Optional.empty();
    }

    private boolean takes(RoomId room) {
        var rules = taken.get(room);
        return rules != null && (rules.keys.isPresent() || rules.settings.codes());
    }

    /** Whether there are access codes for this room. */
    public boolean takesCodes(RoomId room) {
        var rules = taken.get(room);
        return rules != null && rules.settings.codes();
    }

    /**
     * Adds access codes to the list of this name, each by its SHA-256 in hexadecimal digits, with its end;
     * how many of them are new. One that is in a list, used or not, stays as it is: so the same ones may be
     * imported again. Empty when the room has as many lists as it may have, {@value CodeLists#MOST}.
     */
    public Optional<Integer> addCodes(RoomId room, String list, Map<String, Instant> digests) {
        return lists.begin(room, list).map(begun -> {
            var added = codes.add(room, begun, digests);
            var last = digests.values().stream().max(Comparator.naturalOrder()).orElse(Instant.EPOCH);
            lists.added(room, begun.number(), added, last.toEpochMilli());
            return added;
        });
    }

    /** The lists of access codes of this room, the oldest first. */
    public List<CodeList> codeLists(RoomId room) {
        return lists.of(room);
    }

    /** Ends the codes of this list; false when there is no such list. Visitors who are in stay in. */
    public boolean takeBackList(RoomId room, String list) {
        return lists.takeBack(room, list);
    }

    /** Ends this code; false when it is in no list. A visitor who is in stays in. */
    public boolean takeBackCode(RoomId room, String digest) {
        var code = codes.takeBack(room, digest);
        code.ifPresent(kept -> lists.removed(room, kept.list(), kept.holder().isPresent()));
        return code.isPresent();
    }

    /**
     * A pass or an access code as a node knows it, for operators who look for its visitor.
     *
     * @param why it is no good, of the kind "they have expired"; empty for one that is good, or was
     * @param holder the place that used it first; empty while no visitor has
     */
    public record Known(boolean isCode, String why, Optional<PlaceId> holder) {}

    /**
     * An access code, however it was typed, for operators; empty when it is in no list of the room. Nothing
     * is counted by it.
     */
    public Optional<Known> knownCode(RoomId room, String typed) {
        return takesCodes(room)
                ? AccessCodes.read(typed)
                        .filter(code -> codes.ends(room, code).isPresent())
                        .flatMap(code -> store.get(AccessCodes.key(room, code), clock.instant()))
                        .map(kept ->
                                new Known(true, "", AccessCodes.Kept.read(kept).holder()))
                : Optional.empty();
    }

    /**
     * A pass, or the pass with this {@code jti}, for operators; empty for a text that is no pass, and
     * for a {@code jti} that no visitor has used here. A use is forgotten when the pass ends. Nothing is
     * counted by it.
     */
    public Optional<Known> knownPass(RoomId room, String text) {
        var rules = taken.get(room);
        if (rules == null || rules.keys.isEmpty()) {
            return Optional.empty();
        }
        if (!FORM.matcher(text).matches()) {
            return holder(key(room, text)).map(place -> new Known(false, "", Optional.of(place)));
        }
        var checked = checkSigned(room, rules, text);
        var isShared = checked.verdict == Verdict.SHARED;
        return Optional.of(new Known(
                false,
                isShared ? "they are for any number of browsers, so no one visitor is theirs" : checked.why,
                checked.single.flatMap(single -> holder(single.key))));
    }

    private Optional<PlaceId> holder(String key) {
        return store.get(key, clock.instant()).map(PlaceId::of);
    }

    /** The digest of a typed code; empty if the text cannot be one. */
    public static Optional<String> digestOf(String typed) {
        return AccessCodes.read(typed).map(AccessCodes::digest);
    }

    /** The number of visitors whom a pass has called in this opening. */
    public long exempted(RoomId room, long opening) {
        return counts.exempted(room, opening);
    }

    private OwnCookie cookie(RoomId room) {
        return OwnCookie.of("gatehouse-pass-" + room, "Lax", issuer);
    }

    private static String word(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private void count(RoomId room, Checked checked) {
        if (checked.verdict != Verdict.NONE) {
            shown.count(room, word(checked.verdict));
        }
        if (!checked.why.isEmpty()) {
            throttle.count(
                    room + " " + checked.why,
                    times -> LOG.warn(
                            "room {}: {} not taken: {}",
                            room,
                            times == 1 ? "a pass was" : times + " passes were",
                            checked.why));
        }
    }
}
