package io.gatehouse.panel.accesskey;

import io.gatehouse.addition.Additions;
import io.gatehouse.awsapi.key.AccessKey;
import io.gatehouse.awsapi.key.AccessKey.Made;
import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.RandomBytes;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * The acts of owners on key pairs, for the screen and for API clients. Each act is written to the ledgers of
 * the house and of the key's rooms before it is done, and to the log once it is. Secrets stand in neither.
 */
@Component
@ConditionalOnAwsApi
final class AccessKeyActs {

    /**
     * The beginning of an id. Those of AWS begin with AKIA, and a scan for lost AWS keys should not find
     * ours.
     */
    private static final String PREFIX = "GATE";

    /** The random bytes of an id, so that it has 20 characters, as at AWS. */
    private static final int ID_BYTES = 8;

    /** The random bytes of a secret, so that it has 40 characters, as at AWS. */
    private static final int SECRET_BYTES = 30;

    private final AccessKeys keys;
    private final Ledgers ledgers;
    private final SecureRandom random;
    private final Clock clock;

    AccessKeyActs(AccessKeys keys, Ledgers ledgers, SecureRandom random, Clock clock) {
        this.keys = keys;
        this.ledgers = ledgers;
        this.random = random;
        this.clock = clock;
    }

    /** The keys of the configuration files, then those that were made here. */
    List<AccessKeyView> all() {
        return keys.all().stream().map(key -> AccessKeyView.of(key, null)).toList();
    }

    /** The names of the rooms that a key may be for. */
    Set<String> rooms() {
        return keys.rooms();
    }

    /** Makes a key for these rooms, and tells its secret this once. */
    AccessKeyView make(Actor who, Collection<String> rooms) {
        requireRooms(rooms);
        var made = new Made(who.toString(), clock.instant().truncatedTo(ChronoUnit.SECONDS));
        var id = PREFIX + RandomBytes.hex(ID_BYTES, random).toUpperCase(Locale.ROOT);
        var secret = RandomBytes.base64Url(SECRET_BYTES, random);
        var key = new AccessKey(id, secret, new TreeSet<>(rooms), Optional.of(made));
        if (keys.isFull(key)) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "keys made at the panel are " + Additions.MOST + " at most; take one away");
        }
        record(who, key, key + " made");
        if (!keys.add(key)) {
            throw EntityTag.changedMeanwhile();
        }
        ActLog.other(who, key + " made");
        return AccessKeyView.of(key, secret);
    }

    /** Its signatures are refused from now on; at other nodes within a tick. */
    void takeAway(Actor who, String id) {
        var key = keys.made(id).orElseThrow(() -> noneOfOurs(id));
        record(who, key, key + " taken away");
        if (!keys.remove(id)) {
            throw noneOfOurs(id);
        }
        ActLog.other(who, key + " taken away");
    }

    private RefusedException noneOfOurs(String id) {
        return keys.isOfTheFiles(id)
                ? new RefusedException(
                        Problem.KEY_OF_THE_FILES,
                        "key " + id + " stands in the configuration files, and is taken out there")
                : new RefusedException(Problem.UNKNOWN_KEY, "there is no key \"" + id + "\"");
    }

    private void requireRooms(Collection<String> rooms) {
        var expected = "rooms must name one or more of " + keys.rooms() + ", which have aws-api enabled";
        if (rooms.isEmpty()) {
            throw RefusedException.invalid(expected, "none");
        }
        rooms.stream().filter(room -> !keys.rooms().contains(room)).findFirst().ifPresent(other -> {
            throw RefusedException.invalid(expected, "\"" + other + "\"");
        });
    }

    /** A room that the configuration has no more has no ledger either. */
    private void record(Actor who, AccessKey key, String what) {
        ledgers.house(who.toString(), what);
        key.rooms().stream()
                .filter(keys.rooms()::contains)
                .forEach(room -> ledgers.act(new RoomId(room), who.toString(), what));
    }
}
