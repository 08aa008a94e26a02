package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.door.LimitProperties;
import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The price of a place where very many visitors come from one address, or in a lobby that asks for it: work
 * that the page's script does by itself, or, without scripts, some seconds.
 *
 * <p><b>Work</b> is ALTCHA's proof of work (its protocol's version 1): find the number that, written behind
 * the salt, has this SHA-256. The salt names the place and the end. The signature of the challenge, which
 * comes of salt and number, makes both ours. A check costs one digest and one signature, so it is no target.
 *
 * <p><b>Time</b> is a signed value that names the place and the beginning. A visitor who comes too early is
 * shown the same value again, and it does not begin anew.
 *
 * <p><b>Single use</b> needs no memory. Both count for one place id, which only the visitor's cookie holds:
 * shown twice, at another node or from another address, they lead to the one place of that id. Once it has
 * ended, the browser's next place has another id ({@link PlaceId}), and needs new work.
 *
 * <p><b>Limits.</b> Work costs a script as much as a browser, a fraction of a second of one core; time costs
 * it nothing, because a thousand waits may pass at once. So neither bounds the places of a script: the limit
 * of places of its address block does. Work that is done elsewhere and brought from many addresses is as
 * good, and counts against each of them. Both make a place cost something long before that limit, and nothing
 * that a person notices.
 */
final class ProofOfWork {

    /** The member of ALTCHA's widget, whose value is a solution as JSON in Base64. */
    static final String SOLUTION = "altcha";

    static final String WAIT = "wait";

    private static final Duration GOOD_FOR = Duration.ofMinutes(10);
    private static final int LONGEST = 2_000;
    private static final String ALGORITHM = "SHA-256";
    private static final Pattern SALT = Pattern.compile("[0-9a-f]{24}\\?expires=(\\d{1,12})&place=([0-9a-f]{32})&");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final MasterKey master;
    private final CookieSigner waits;
    private final SecureRandom random;
    private final Clock clock;
    private final int hashes;
    private final Duration wait;

    ProofOfWork(LimitProperties settings, MasterKey master, SecureRandom random, Clock clock) {
        this.master = master;
        this.waits = new CookieSigner(master, "newcomer-wait");
        this.random = random;
        this.clock = clock;
        this.hashes = settings.work();
        this.wait = settings.waitInstead();
    }

    /** A challenge as ALTCHA's clients read it, in JSON, with at least this many numbers to try. */
    String challenge(PlaceId place, int atLeast) {
        var most = Math.max(hashes, atLeast);
        var expires = clock.instant().plus(GOOD_FOR).getEpochSecond();
        // The last character keeps digits of the number from being read as digits of the salt.
        var salt = RandomBytes.hex(12, random) + "?expires=" + expires + "&place=" + name(place) + "&";
        var challenge = digest(salt, random.nextInt(most));
        return JSON.writeValueAsString(Map.of(
                "algorithm", ALGORITHM,
                "challenge", challenge,
                "maxnumber", most,
                "salt", salt,
                "signature", signature(challenge)));
    }

    /** Whether this solves a challenge for this place. Anything may stand in it. */
    boolean isDone(PlaceId place, String solution) {
        if (solution.isEmpty() || solution.length() > LONGEST) {
            return false;
        }
        try {
            var said = JSON.readTree(Base64.getDecoder().decode(solution));
            var challenge = said.path("challenge").asString("");
            var salt = said.path("salt").asString("");
            return said.path("algorithm").asString("").equals(ALGORITHM)
                    && isFor(place, salt)
                    && challenge.equals(digest(salt, said.path("number").asLong(-1)))
                    && Digests.isEqual(said.path("signature").asString(""), signature(challenge));
        } catch (IllegalArgumentException | JacksonException notOurs) {
            return false;
        }
    }

    /** The beginning of a wait for this place; the one that is under way already, if this is it. */
    String wait(PlaceId place, String underWay) {
        if (begun(place, underWay).isPresent()) {
            return underWay;
        }
        var end = clock.instant().plus(wait);
        return waits.sign(new JWTClaimsSet.Builder()
                .subject(name(place))
                .notBeforeTime(Date.from(end))
                .expirationTime(Date.from(end.plus(GOOD_FOR)))
                .build());
    }

    /** The rest of this wait; empty when it is not one for this place. Any text may be in it. */
    Optional<Duration> left(PlaceId place, String underWay) {
        return begun(place, underWay)
                .map(claims -> Duration.between(
                        clock.instant(), claims.getNotBeforeTime().toInstant()))
                .map(left -> left.isNegative() ? Duration.ZERO : left);
    }

    /** A wait that is too long has begun while the clock was ahead, and does not count. */
    private Optional<JWTClaimsSet> begun(PlaceId place, String underWay) {
        return underWay.length() > LONGEST
                ? Optional.empty()
                : waits.verify(underWay, clock.instant())
                        .filter(claims -> name(place).equals(claims.getSubject()))
                        .filter(claims -> !claims.getNotBeforeTime()
                                .toInstant()
                                .isAfter(clock.instant().plus(wait)));
    }

    private boolean isFor(PlaceId place, String salt) {
        var parts = SALT.matcher(salt);
        return parts.matches()
                && Instant.ofEpochSecond(Long.parseLong(parts.group(1))).isAfter(clock.instant())
                && parts.group(2).equals(name(place));
    }

    /** Tells nothing of the id, which is a secret of the cookie. */
    private String name(PlaceId place) {
        return master.pseudonym("newcomer", place.bytes());
    }

    private String signature(String challenge) {
        return HexFormat.of().formatHex(master.fingerprint("work", challenge.getBytes(UTF_8)));
    }

    private static String digest(String salt, long number) {
        return Digests.hex((salt + number).getBytes(UTF_8));
    }
}
