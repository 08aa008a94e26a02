package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import io.gatehouse.outbound.Outbound;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.text.ParseException;
import java.util.Optional;

/**
 * The key that signs the tokens of the old stack. The operator gives it to the room as a setting. An import
 * checks that, because otherwise no live token would verify.
 */
final class OldKey {

    private static final String WHAT = "the secret of the old stack's key";

    private OldKey() {}

    /** The key of a stack; empty where it is not imported. */
    static Optional<RSAKey> of(OldStack stack) throws IOException, OldStack.UnusableException {
        var text = stack.key();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (JWK.parse(text.get()) instanceof RSAKey key && key.isPrivate()) {
                return Optional.of(key);
            }
        } catch (ParseException noKey) {
            // The exception may quote the key.
        }
        throw new OldStack.UnusableException(WHAT + " has no private RSA key as a JSON Web Key: is it jwk-private?");
    }

    /**
     * Refuses an import if another key signs the room's tokens.
     *
     * @param takeOver the room's address for imports
     */
    static void requireAt(URI takeOver, String event, RSAKey key, Outbound outbound) throws OldStack.UnusableException {
        var published = takeOver.resolve("public_key?event_id=" + URLEncoder.encode(event, UTF_8));
        var answer = answered(published, outbound);
        try {
            if (JWK.parse(answer) instanceof RSAKey room
                    && room.getModulus().equals(key.getModulus())
                    && room.getPublicExponent().equals(key.getPublicExponent())) {
                return;
            }
        } catch (ParseException noKey) {
            // reported below
        }
        throw new OldStack.UnusableException("the room of event " + event + " signs with another key, so live tokens"
                + " would not verify: let its aws-api.private-key be the value of the secret, and start it again");
    }

    private static String answered(URI published, Outbound outbound) throws OldStack.UnusableException {
        try {
            var answer = outbound.read(HttpRequest.newBuilder(published));
            if (answer.statusCode() == 200) {
                return answer.body();
            }
            throw new OldStack.UnusableException(published + " answered " + answer.statusCode());
        } catch (IOException unreachable) {
            throw new OldStack.UnusableException(published + " gave no answer: " + unreachable);
        }
    }
}
