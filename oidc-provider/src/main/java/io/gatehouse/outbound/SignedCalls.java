package io.gatehouse.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.Digests;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one server of the operator by HTTP, signed by Standard Webhooks. Its address comes from the
 * configuration alone, and a redirect is not followed: no client of Gatehouse can send a call anywhere.
 */
public final class SignedCalls {

    private static final String EXAMPLE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECRET = "whsec_";
    private static final int SHORTEST_SECRET = 24;
    private static final int LONGEST_SECRET = 64;

    private final URI uri;
    private final List<byte[]> secrets;
    private final Outbound server;
    private final Clock clock;

    private SignedCalls(URI uri, List<byte[]> secrets, Outbound server, Clock clock) {
        this.uri = uri;
        this.secrets = secrets;
        this.server = server;
        this.clock = clock;
    }

    /**
     * Reads the settings {@code url} and {@code secrets} below a prefix.
     *
     * @param secrets which sign, each by itself: a server that knows one of them is content
     * @throws InvalidSettingException when one cannot be used
     */
    public static SignedCalls of(String prefix, @Nullable URI url, List<String> secrets, Bounds bounds, Clock clock) {
        var keys =
                secrets.stream().map(text -> secret(prefix + ".secrets", text)).toList();
        var uri = Loopback.require(prefix + ".url", url, "https://hooks.example.com/gatehouse");
        if (keys.isEmpty()) {
            throw new InvalidSettingException(prefix + ".secrets", "must be set", EXAMPLE);
        }
        return new SignedCalls(uri, keys, new Outbound(bounds), clock);
    }

    private static byte[] secret(String property, String text) {
        try {
            var secret = Base64.getDecoder().decode(text.startsWith(SECRET) ? text.substring(SECRET.length()) : "");
            if (secret.length >= SHORTEST_SECRET && secret.length <= LONGEST_SECRET) {
                return secret;
            }
        } catch (IllegalArgumentException noBase64) {
            // Refused like a secret of another length.
        }
        throw new InvalidSettingException(
                property,
                "must be whsec_ and " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " bytes in Base64",
                EXAMPLE);
    }

    /**
     * Posts this body, and answers with the status. The body of the answer is not read: it could go on for
     * ever.
     *
     * @param id the same at each try, so that the server can tell a repetition
     */
    public int post(String id, String contentType, String body) throws IOException {
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        var signed = (id + "." + timestamp + "." + body).getBytes(UTF_8);
        return server.status(HttpRequest.newBuilder(uri)
                .header("Content-Type", contentType)
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header(
                        "webhook-signature",
                        secrets.stream()
                                .map(secret -> "v1," + signature(secret, signed))
                                .collect(Collectors.joining(" ")))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String signature(byte[] secret, byte[] signed) {
        return Base64.getEncoder().encodeToString(Digests.hmac(secret, signed));
    }
}
