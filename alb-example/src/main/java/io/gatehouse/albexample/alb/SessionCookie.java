package io.gatehouse.albexample.alb;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The session cookie of one action: encrypted, and cut into shards {@code <name>-0} to {@code <name>-3}
 * because browsers drop cookies over 4 KB. The cookie lasts seven days; its content has the real end.
 */
record SessionCookie(String name, Seal seal, boolean secure) {

    static final int MOST_SHARDS = 4;
    private static final int LARGEST = 4095;
    private static final Duration LIFE = Duration.ofDays(7);
    private static final DateTimeFormatter EXPIRES = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    Optional<Session> read(IncomingRequest request) {
        StringBuilder value = new StringBuilder();
        for (int n = 0; n < MOST_SHARDS; n++) {
            Optional<String> shard = request.cookie(shard(n));
            if (shard.isEmpty()) {
                break;
            }
            value.append(shard.get());
        }
        return value.isEmpty() ? Optional.empty() : opened(value.toString());
    }

    private Optional<Session> opened(String value) {
        try {
            return seal.open(Base64.getUrlDecoder().decode(value), Session.class);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** The Set-Cookie values for a session; they expire left-over shards of an earlier, longer session. */
    List<String> write(Session session, IncomingRequest request, Instant now) {
        String value = Base64.getUrlEncoder().withoutPadding().encodeToString(seal.seal(session));
        int room = LARGEST - shard(0).length() - 1;
        if (value.length() > MOST_SHARDS * room) {
            throw new LoginFailedException(Failure.CLAIMS_TOO_LARGE);
        }
        List<String> cookies = new ArrayList<>();
        int n = 0;
        for (int from = 0; from < value.length(); from += room) {
            String part = value.substring(from, Math.min(value.length(), from + room));
            cookies.add(shard(n++) + "=" + part + attributes(now.plus(LIFE), request));
        }
        for (; n < MOST_SHARDS; n++) {
            if (request.cookie(shard(n)).isPresent()) {
                cookies.add(shard(n) + "=" + attributes(Instant.EPOCH, request));
            }
        }
        return cookies;
    }

    private String shard(int n) {
        return name + "-" + n;
    }

    private String attributes(Instant expires, IncomingRequest request) {
        return "; Expires=" + EXPIRES.format(expires) + "; Path=/" + (secure ? "; Secure" : "") + "; HttpOnly"
                + (request.isCrossOrigin() ? "; SameSite=None" : "");
    }
}
