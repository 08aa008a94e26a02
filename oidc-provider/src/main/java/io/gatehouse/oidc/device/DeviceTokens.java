package io.gatehouse.oidc.device;

import io.gatehouse.board.Boards;
import io.gatehouse.board.Progress;
import io.gatehouse.oidc.device.DeviceCodes.Device;
import io.gatehouse.oidc.http.DevicePending;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.value.StoredRecords.Found;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;

/**
 * {@code POST /token} with a device code (RFC 8628 sections 3.4 and 3.5): tokens as soon as the visitor who
 * entered the code has been admitted, and until then the interval before the next call.
 *
 * <p>The interval follows from the number of visitors ahead, by the same rule as for waiting pages. A device
 * that asks sooner gets {@code slow_down}, which writes nothing, so faster polling gains nothing. Of
 * simultaneous calls one is answered. Each answer that counts costs one write. Every call keeps the place, as
 * an open page does: that is written once in a quarter of {@code waiting-ttl}.
 */
final class DeviceTokens implements AuthenticationProvider {

    private static final String PENDING = "authorization_pending";
    private static final String SLOW_DOWN = "slow_down";
    private static final String EXPIRED = "expired_token";

    /** The network makes the gap between two calls a little shorter now and then. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final DeviceCodes devices;
    private final WaitingRooms rooms;
    private final Boards boards;
    private final DeviceLogins logins;
    private final Clock clock;

    DeviceTokens(DeviceCodes devices, WaitingRooms rooms, Boards boards, DeviceLogins logins, Clock clock) {
        this.devices = devices;
        this.rooms = rooms;
        this.boards = boards;
        this.logins = logins;
        this.clock = clock;
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        var call = (OAuth2DeviceCodeAuthenticationToken) authentication;
        var registered = DeviceGrant.registered((OAuth2ClientAuthenticationToken) call.getPrincipal());
        while (true) {
            var found = find(call.getDeviceCode(), registered);
            if (!clock.instant().isBefore(devices.end(found.value()))) {
                throw new OAuth2AuthenticationException(EXPIRED);
            }
            var room = Optional.ofNullable(found.value().room()).flatMap(rooms::find);
            var place = room.flatMap(line -> found.value().placeId().flatMap(line::lookFor));
            if (place.map(Place::stage).equals(Optional.of(Stage.ADMITTED))) {
                var admitted = admitted(room.orElseThrow(), place.get(), found.key());
                return logins.redeem(found, room.get().id(), admitted, call);
            }
            var progress = room.map(line -> boards.progress(line, place));
            checkPlace(found, place, progress);
            if (isTooSoon(found, progress)) {
                throw pending(SLOW_DOWN, found, place, progress);
            }
            if (devices.polled(found)) {
                throw pending(PENDING, found, place, progress);
            }
        }
    }

    @Override
    public boolean supports(Class<?> type) {
        return OAuth2DeviceCodeAuthenticationToken.class.isAssignableFrom(type);
    }

    private Found<Device> find(String deviceCode, RegisteredClient client) {
        return devices.find(deviceCode)
                .filter(found -> found.value().site().equals(client.getClientId()))
                .orElseThrow(() -> new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT));
    }

    /** A device uses the admission as a browser does: beyond the bound it is refused, and those that are in stay in. */
    private static Place admitted(WaitingRoom room, Place place, String device) {
        return room.claim(place, device)
                .filter(claimed -> claimed.stage() == Stage.ADMITTED && room.isUsedBy(claimed, device))
                .orElseThrow(() -> new OAuth2AuthenticationException(OAuth2ErrorCodes.ACCESS_DENIED));
    }

    private static void checkPlace(Found<Device> found, Optional<Place> place, Optional<Progress> progress) {
        var hasEnded = place.map(held -> held.stage().isEnded()).orElse(false);
        var isOfAnEarlierOpening = place.isEmpty()
                && progress.map(seen -> seen.opening() > found.value().opening())
                        .orElse(false);
        if (hasEnded || isOfAnEarlierOpening) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.ACCESS_DENIED);
        }
    }

    private boolean isTooSoon(Found<Device> found, Optional<Progress> progress) {
        var since = Duration.between(Instant.ofEpochMilli(found.value().polledAt()), clock.instant());
        var isSetBack = since.compareTo(SLACK.negated()) < 0;
        return !isSetBack && since.compareTo(interval(progress).minus(SLACK)) < 0;
    }

    private static Duration interval(Optional<Progress> progress) {
        return progress.map(Progress::interval).orElse(DeviceGrant.INTERVAL);
    }

    private OAuth2AuthenticationException pending(
            String code, Found<Device> found, Optional<Place> place, Optional<Progress> progress) {
        var members = new LinkedHashMap<String, Object>();
        members.put("interval", interval(progress).toSeconds());
        members.put(
                "expires_in",
                Duration.between(clock.instant(), devices.end(found.value())).toSeconds());
        place.ifPresent(held -> {
            members.put("room", String.valueOf(found.value().room()));
            members.put("stage", held.told());
            members.put("position", progress.map(Progress::turn).orElse(held.number()));
            Optional.ofNullable(found.value().room())
                    .flatMap(rooms::find)
                    .flatMap(room -> boards.laneOf(room, held))
                    .ifPresent(lane -> members.put("lane", lane));
            members.put(
                    "ahead",
                    held.told() == Stage.WAITING ? progress.map(Progress::ahead).orElse(0L) : 0L);
        });
        return new OAuth2AuthenticationException(new DevicePending(code, members));
    }
}
