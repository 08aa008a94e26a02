package io.gatehouse.notice;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Limits how often an address may be used, over all rooms and nodes, and how often a network or a range of
 * phone numbers may use the ways that cost money. The store knows each by a fingerprint under the master key.
 * The link that stops notices to an address has the fingerprint and a seal: a made-up link writes nothing.
 *
 * <pre>
 * notice-addresses/{fingerprint}   {@link Uses}; a day after its last use, a year after it was stopped
 * </pre>
 */
final class Addresses {

    /** Letters of a link's secret: two digests in Base64url. */
    static final int SECRET = 86;

    private static final Pattern GMAIL = Pattern.compile("(.*)@(?:gmail|googlemail)\\.com");
    private static final int TRIES = 100;

    /** The numbers of a range differ in this many last digits. */
    private static final int RANGE = 4;

    /** The plus sign and nine digits: as long as those of mobile numbers in most countries. */
    private static final int LONGEST_RANGE = 10;

    private static final Duration COUNTED = Duration.ofDays(1);
    private static final Duration STOPPED = Duration.ofDays(365);

    /**
     * The uses of an address in the last day.
     *
     * @param places the places that asked for notices there, each by a digest
     * @param isStopped whether its holder wants no notices
     */
    record Uses(List<Use> places, boolean isStopped) {

        /** @param at in milliseconds */
        record Use(String place, long at) {}

        Uses {
            places = List.copyOf(places);
        }

        private Uses since(Instant start) {
            return new Uses(
                    places.stream()
                            .filter(one -> one.at() > start.toEpochMilli())
                            .toList(),
                    isStopped);
        }

        private boolean has(String place) {
            return places.stream().anyMatch(one -> one.place().equals(place));
        }

        private Uses with(String place, Instant now) {
            var all = new ArrayList<>(places);
            all.add(new Use(place, now.toEpochMilli()));
            return new Uses(all, isStopped);
        }
    }

    private final StoredRecords<Uses> uses;
    private final MasterKey master;
    private final NoticeProperties limits;
    private final Clock clock;

    Addresses(ExpiringStore store, MasterKey master, NoticeProperties limits, Clock clock) {
        this.uses = new StoredRecords<>(store, Uses.class, clock);
        this.master = master;
        this.limits = limits;
        this.clock = clock;
    }

    /** The secret of the link that stops notices to an address: {@value #SECRET} letters. */
    String link(String address) {
        var secret = secret(address);
        return secret + seal(secret);
    }

    private String seal(String secret) {
        return master.fingerprint("notice-stop", secret);
    }

    /**
     * The fingerprint of an address. The text behind a blank is a browser's keys, and does not count. Neither
     * do an address's case and its part behind a plus sign, nor dots at Gmail, whose two domains are one.
     */
    private String secret(String address) {
        var same = address.replaceFirst(" .*", "").toLowerCase(Locale.ROOT).replaceFirst("\\+[^@]*@", "@");
        var gmail = GMAIL.matcher(same);
        return master.fingerprint(
                "notice-address", gmail.matches() ? gmail.group(1).replace(".", "") + "@gmail.com" : same);
    }

    /**
     * Whether this place may use the address; it may again if it has before. The post asks when it is about
     * to send, so that places which only wait use up no address of another person. A phone number counts for
     * its range too: a swindler who is paid for messages to a range has many numbers of it.
     */
    boolean take(Way way, String address, PlaceId place) {
        return take(secret(address), place, limits.mostPerAddress())
                && (!way.costs() || take(range(address), place, limits.phones().mostPerRange()));
    }

    /**
     * The fingerprint of a number without its last digits. Only its first digits count, because some networks
     * ignore what is dialled behind a whole number.
     */
    private String range(String number) {
        return master.fingerprint(
                "notice-range", number.substring(0, Math.min(number.length() - RANGE, LONGEST_RANGE)));
    }

    /** Whether this place, whose visitor asks from this network, may be told by phone; likewise. */
    boolean takeNetwork(String network, PlaceId place) {
        return take(
                master.fingerprint("notice-network", network),
                place,
                limits.phones().mostPerNetwork());
    }

    private boolean take(String secret, PlaceId place, int most) {
        var mark = place.hashOf(secret);
        for (var tried = 0; tried < TRIES; tried++) {
            var now = clock.instant();
            var found = uses.get(key(secret));
            var before = found.map(StoredRecords.Found::value)
                    .orElse(new Uses(List.of(), false))
                    .since(now.minus(COUNTED));
            if (before.isStopped() || before.has(mark) || before.places().size() >= most) {
                return !before.isStopped() && before.has(mark);
            }
            if (uses.replace(key(secret), found, before.with(mark, now), now.plus(COUNTED))) {
                return true;
            }
        }
        throw new StoreUnavailableException("an address was used by others " + TRIES + " times in a row", null);
    }

    /** Whether the holder of the address wants no notices. */
    boolean isStopped(String address) {
        return uses.get(key(secret(address)))
                .filter(found -> found.value().isStopped())
                .isPresent();
    }

    /** Stops notices to the address of this link; false for a link that is none of ours. */
    boolean stop(String link) {
        var secret = link.substring(0, link.length() / 2);
        var isOurs = link.length() == SECRET && Digests.isEqual(link, secret + seal(secret));
        if (isOurs) {
            uses.put(key(secret), new Uses(List.of(), true), clock.instant().plus(STOPPED));
        }
        return isOurs;
    }

    private static String key(String secret) {
        return "notice-addresses/" + secret;
    }
}
