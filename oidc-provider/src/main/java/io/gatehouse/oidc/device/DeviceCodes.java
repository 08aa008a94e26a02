package io.gatehouse.oidc.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import io.gatehouse.value.StoredRecords.Found;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Devices that wait for their visitor (RFC 8628). A device takes no place; it is bound to the place of the
 * visitor who enters its code, and goes in with them.
 *
 * <pre>
 * key     device:{SHA-256 of the device code}
 * value   {@link io.gatehouse.value.StoredJson} of {@link Device}
 * until   its end, and five minutes more in which it is told so
 *
 * key     user-code:{keyed digest of the user code}
 * value   the device's key
 * until   the end of the time for entering it
 *
 * key     device-of:{client id}:{keyed digest of the place id}
 * value   the key of what a place lets in at this site: a device, then its family of tokens, a space and the device
 * until   the end of either
 * </pre>
 *
 * <p><b>One device.</b> A place lets in one device of a site at a time: the newest. Else one visitor who has
 * been let in could enter the codes of a hundred others. The device before it is forgotten with its tokens;
 * compare-and-set on the third key makes that so on any number of nodes.
 *
 * <p><b>One visitor.</b> A user code stays until its end, for the visitor whose device it is and no other:
 * the answer to their confirmation may be lost, and the same call again must lead them on.
 *
 * <p><b>One redemption.</b> A device code is spent by the compare-and-set that puts its tokens in its place;
 * a failure before that leaves it good, and the device asks again.
 */
public final class DeviceCodes {

    private static final String PREFIX = "device:";
    private static final Duration TOLD = Duration.ofMinutes(5);

    /**
     * A device that waits.
     *
     * @param site the {@code client_id} that it came with
     * @param startedAt milliseconds, like all times here
     * @param room of the place that it is bound to; absent before its code has been entered
     * @param opening the room's opening when its code was entered
     * @param polledAt when it was last answered; 0 before
     */
    public record Device(
            String site,
            Set<String> scopes,
            long startedAt,
            @Nullable String room,
            @Nullable String place,
            long opening,
            long polledAt) {

        Device boundTo(RoomId toRoom, PlaceId toPlace, long inOpening) {
            return new Device(
                    site, scopes, startedAt, toRoom.value(), toPlace.value().toString(), inOpening, polledAt);
        }

        Device polled(Instant now) {
            return new Device(site, scopes, startedAt, room, place, opening, now.toEpochMilli());
        }

        /** Whether the holder of this place may bind it, or has done so. */
        boolean isFor(PlaceId holder) {
            return placeId().map(holder::equals).orElse(true);
        }

        /** The place that it is bound to. */
        Optional<PlaceId> placeId() {
            return Optional.ofNullable(place).map(UUID::fromString).map(PlaceId::new);
        }

        @Override
        public String toString() {
            return "Device[" + site + "]";
        }
    }

    /** The codes that a device gets at the beginning. */
    record Codes(String deviceCode, UserCode userCode, Instant startedAt) {

        @Override
        public String toString() {
            return "Codes[secret]";
        }
    }

    private final ExpiringStore store;
    private final MasterKey master;
    private final SecureRandom random;
    private final Clock clock;
    private final DeviceProperties settings;
    private final StoredRecords<Device> records;

    DeviceCodes(ExpiringStore store, MasterKey master, SecureRandom random, Clock clock, DeviceProperties settings) {
        this.store = store;
        this.master = master;
        this.random = random;
        this.clock = clock;
        this.settings = settings;
        this.records = new StoredRecords<>(store, Device.class, clock);
    }

    DeviceProperties settings() {
        return settings;
    }

    /** Begins to wait for a visitor who enters the user code. */
    Codes start(String site, Set<String> scopes) {
        var now = clock.instant();
        var deviceCode = RandomBytes.base64Url(32, random);
        var key = key(deviceCode);
        var device = new Device(site, scopes, now.toEpochMilli(), null, null, 0, 0);
        records.put(key, device, end(device).plus(TOLD));
        var until = now.plus(settings.userCodeTtl());
        var userCode = UserCode.random(random);
        while (!store.replace(key(userCode), Optional.empty(), key.getBytes(UTF_8), until, now)) {
            userCode = UserCode.random(random);
        }
        return new Codes(deviceCode, userCode, now);
    }

    /** The device with this device code, bound or not; empty when there is none, or it has been let in. */
    Optional<Found<Device>> find(String deviceCode) {
        return records.get(key(deviceCode));
    }

    /** The device that shows this code; it may be bound to a place already. */
    Optional<Device> find(UserCode userCode) {
        return store.get(key(userCode), clock.instant())
                .flatMap(key -> records.get(new String(key, UTF_8)))
                .map(Found::value);
    }

    /**
     * Binds the device that shows this code to a place; empty when it is bound to another. Of several at once
     * one is the first. The same call again does no harm, and makes good one that was cut off halfway.
     */
    Optional<Device> bind(UserCode userCode, RoomId room, PlaceId place, long opening) {
        var key = store.get(key(userCode), clock.instant()).map(bytes -> new String(bytes, UTF_8));
        for (var found = key.flatMap(records::get); found.isPresent(); found = key.flatMap(records::get)) {
            var device = found.get().value();
            if (!device.isFor(place)) {
                return Optional.empty();
            }
            var isBound = device.place() != null;
            var bound = isBound ? device : device.boundTo(room, place, opening);
            if (isBound || replace(found.get(), bound)) {
                letInOnly(found.get().key(), bound.site(), place, end(bound).plus(TOLD));
                return Optional.of(bound);
            }
        }
        return Optional.empty();
    }

    /** Remembers that a device has been answered now; false when it has changed meanwhile. */
    boolean polled(Found<Device> found) {
        return replace(found, found.value().polled(clock.instant()));
    }

    /**
     * From now on the place lets in these tokens instead of the device that got them, whose code is spent by
     * that. True for one caller; for the others their tokens are gone.
     */
    boolean letIn(Found<Device> found, PlaceId place, String tokens, Instant until) {
        var now = clock.instant();
        var expected = Optional.of(found.key().getBytes(UTF_8));
        var value = (tokens + " " + found.key()).getBytes(UTF_8);
        if (store.replace(bindingKey(found.value().site(), place), expected, value, until, now)) {
            store.remove(found.key(), now);
            return true;
        }
        store.remove(tokens, now);
        return false;
    }

    /** Whether the place lets in tokens already, so that a device that is still bound to it has been let in before. */
    boolean hasLetIn(Found<Device> found, PlaceId place) {
        return store.get(bindingKey(found.value().site(), place), clock.instant())
                .filter(kept -> !new String(kept, UTF_8).startsWith(PREFIX))
                .isPresent();
    }

    /** Whether the place lets in a device of this site: one that still waits, or has its tokens. */
    public boolean letsIn(String site, PlaceId place) {
        var kept = store.get(bindingKey(site, place), clock.instant()).map(bytes -> new String(bytes, UTF_8));
        // A device that has gone from under its binding has got its tokens at this moment.
        return kept.isPresent()
                && kept.filter(key -> key.startsWith(PREFIX))
                        .flatMap(records::get)
                        .map(found -> clock.instant().isBefore(end(found.value())))
                        .orElse(true);
    }

    /** Until when the device may wait: for its visitor to enter the code, then for their turn. */
    Instant end(Device device) {
        var lifetime = device.place() == null ? settings.userCodeTtl() : settings.codeTtl();
        return Instant.ofEpochMilli(device.startedAt()).plus(lifetime);
    }

    /** Forgets the device or tokens before first: if the call is cut off, the same call goes on from there. */
    private void letInOnly(String key, String site, PlaceId place, Instant until) {
        var binding = bindingKey(site, place);
        while (true) {
            var now = clock.instant();
            var before = store.get(binding, now);
            var kept = before.map(bytes -> new String(bytes, UTF_8)).orElse("");
            if (kept.endsWith(key)) {
                return; // by an earlier call, or it has its tokens already
            }
            if (!kept.isEmpty()) {
                store.remove(kept.split(" ", 2)[0], now);
            }
            if (store.replace(binding, before, key.getBytes(UTF_8), until, now)) {
                return;
            }
        }
    }

    private boolean replace(Found<Device> found, Device next) {
        return records.replace(found.key(), Optional.of(found), next, end(next).plus(TOLD));
    }

    private static String key(String deviceCode) {
        return PREFIX + Digests.sha256(deviceCode);
    }

    private String key(UserCode code) {
        return "user-code:" + master.pseudonym("user-code", code.letters().getBytes(UTF_8));
    }

    private String bindingKey(String site, PlaceId place) {
        return "device-of:" + site + ":" + master.pseudonym("device-of", place.bytes());
    }
}
