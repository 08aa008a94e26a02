package io.gatehouse.panel.factor;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.server.ServerProperty;
import io.gatehouse.panel.factor.Challenges.Purpose;
import io.gatehouse.setting.Issuer;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Security keys and passkeys (WebAuthn level 2): what browsers are asked, and what their answers are worth.
 * The maker of a key does not matter. As a second factor a key need not check its owner, since there is a
 * password before it. A passkey that signs in alone has to: by a PIN, a finger or a face. It has to have done
 * so when it was added, too: the finder of a lost key without a PIN can set one, and the key then answers
 * that it has checked its owner ({@code uvInitialized} of WebAuthn level 3, section 4).
 */
final class SecurityKeys {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Base64.Encoder LETTERS = Base64.getUrlEncoder().withoutPadding();
    private static final long TIMEOUT_MILLIS = 300_000;

    /** In the order of preference: ES256, EdDSA, RS256. */
    private static final List<PublicKeyCredentialParameters> ALGORITHMS =
            List.of(COSEAlgorithmIdentifier.ES256, COSEAlgorithmIdentifier.EdDSA, COSEAlgorithmIdentifier.RS256)
                    .stream()
                    .map(algorithm -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm))
                    .toList();

    private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager();
    private final AttestedCredentialDataConverter credentials =
            new AttestedCredentialDataConverter(new ObjectConverter());
    private final Challenges challenges;
    private final Origin origin;
    private final String host;

    /**
     * A key of an operator.
     *
     * @param id the credential's, in Base64url
     * @param name what its owner calls it
     * @param since when it was added, in milliseconds
     * @param credential id and public key, as attested credential data (section 6.5.1) in Base64url
     * @param counter how often it says that it has signed; 0 for those that do not count
     * @param used when it has signed last, in milliseconds; absent when it has not, since that is written
     * @param ownerChecked whether it checked its owner when it was added; absent means no. No later answer
     *     changes it: such a key is taken away and added again
     */
    record Key(
            String id,
            String name,
            long since,
            String credential,
            long counter,
            @Nullable Long used,
            @Nullable Boolean ownerChecked) {

        Key counting(long next, long now) {
            return new Key(id, name, since, credential, next, now, ownerChecked);
        }

        boolean signsInAlone() {
            return Boolean.TRUE.equals(ownerChecked);
        }
    }

    /**
     * The demands on an answer: its purpose, its operator or sign-in, and whether the key must have checked
     * its owner.
     */
    private record Demand(Purpose purpose, String whose, boolean isOwnerChecked) {}

    SecurityKeys(Challenges challenges, Issuer issuer) {
        this.challenges = challenges;
        this.origin = Origin.create(issuer.value());
        this.host = URI.create(issuer.value()).getHost();
    }

    /**
     * The options for {@code navigator.credentials.create}: PublicKeyCredentialCreationOptionsJSON.
     *
     * @param user stands for the operator, and tells nothing of them
     */
    String creation(String operator, String user, String signIn, List<Key> present) {
        return JSON.writeValueAsString(Map.of(
                "rp", Map.of("id", host, "name", "Gatehouse"),
                "user", Map.of("id", user, "name", operator, "displayName", operator),
                "challenge", LETTERS.encodeToString(challenges.make(Purpose.CREATE, signIn)),
                "pubKeyCredParams",
                        ALGORITHMS.stream()
                                .map(one -> Map.of(
                                        "type",
                                        "public-key",
                                        "alg",
                                        one.getAlg().getValue()))
                                .toList(),
                "timeout", TIMEOUT_MILLIS,
                "excludeCredentials", descriptors(present),
                "authenticatorSelection", Map.of("residentKey", "preferred", "userVerification", "preferred"),
                "attestation", "none"));
    }

    /** The options for {@code navigator.credentials.get}: PublicKeyCredentialRequestOptionsJSON. */
    String request(String operator, List<Key> keys) {
        return request(challenges.make(Purpose.SHOW, operator), descriptors(keys), "discouraged");
    }

    /** The options for a passkey of any operator, which signs in alone. */
    String requestOfAny() {
        return request(challenges.make(Purpose.ALONE, ""), List.of(), "required");
    }

    private String request(byte[] challenge, List<Map<String, String>> keys, String verification) {
        return JSON.writeValueAsString(Map.of(
                "rpId",
                host,
                "challenge",
                LETTERS.encodeToString(challenge),
                "timeout",
                TIMEOUT_MILLIS,
                "allowCredentials",
                keys,
                "userVerification",
                verification));
    }

    private static List<Map<String, String>> descriptors(List<Key> keys) {
        return keys.stream()
                .map(key -> Map.of("type", "public-key", "id", key.id()))
                .toList();
    }

    /** The key that a browser has made (section 7.1); empty when the answer is not what it should be. */
    Optional<Key> created(String signIn, String name, String answer, long now) {
        return sound(() -> manager.parseRegistrationResponseJSON(answer))
                .flatMap(read -> expected(Purpose.CREATE, signIn, read.getCollectedClientData())
                        .flatMap(server -> sound(() ->
                                manager.verify(read, new RegistrationParameters(server, ALGORITHMS, false, true)))))
                .flatMap(made -> sound(() -> key(name, now, made)));
    }

    private Key key(String name, long now, RegistrationData made) {
        var data = made.getAttestationObject().getAuthenticatorData();
        var credential = data.getAttestedCredentialData();
        return new Key(
                LETTERS.encodeToString(credential.getCredentialId()),
                name,
                now,
                LETTERS.encodeToString(credentials.convert(credential)),
                data.getSignCount(),
                null,
                data.isFlagUV());
    }

    /** The key among these that has signed (section 7.2), with its new counter; empty when none has. */
    Optional<Key> shown(String operator, List<Key> keys, String answer, long now) {
        return shown(new Demand(Purpose.SHOW, operator, false), keys, answer, now);
    }

    /**
     * The key among these that has signed to sign in alone, after it has checked its owner, now and when it
     * was added; empty when none has.
     */
    Optional<Key> shownAlone(List<Key> keys, String answer, long now) {
        var able = keys.stream().filter(Key::signsInAlone).toList();
        return shown(new Demand(Purpose.ALONE, "", true), able, answer, now);
    }

    /** Whom the answer is for: what the key was told to be its user. It is not looked at yet whether that is so. */
    Optional<String> user(String answer) {
        return sound(() -> manager.parseAuthenticationResponseJSON(answer))
                .flatMap(read -> sound(() -> LETTERS.encodeToString(read.getUserHandle())));
    }

    /** The challenge is taken once the key is known, so that strangers leave no traces of theirs. */
    private Optional<Key> shown(Demand demand, List<Key> keys, String answer, long now) {
        var read = sound(() -> manager.parseAuthenticationResponseJSON(answer));
        var id = read.flatMap(given -> sound(() -> LETTERS.encodeToString(given.getCredentialId())));
        var key = keys.stream()
                .filter(one -> id.filter(one.id()::equals).isPresent())
                .findFirst();
        return key.flatMap(own -> expected(
                        demand.purpose(), demand.whose(), read.orElseThrow().getCollectedClientData())
                .flatMap(server -> sound(() -> manager.verify(
                        read.orElseThrow(),
                        new AuthenticationParameters(server, record(own), null, demand.isOwnerChecked(), true))))
                .map(data -> own.counting(data.getAuthenticatorData().getSignCount(), now)));
    }

    /** The result of a look at foreign input; the library also throws NullPointerException for a missing part. */
    private static <T> Optional<T> sound(Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (RuntimeException notAsItShouldBe) {
            return Optional.empty();
        }
    }

    /** The properties that the browser must have signed; empty if the challenge is not one of ours. */
    private Optional<ServerProperty> expected(Purpose purpose, String whose, @Nullable CollectedClientData said) {
        return Optional.ofNullable(said)
                .map(CollectedClientData::getChallenge)
                .filter(challenge -> challenges.take(purpose, whose, challenge.getValue()))
                .map(challenge -> ServerProperty.builder()
                        .origin(origin)
                        .rpId(host)
                        .challenge(challenge)
                        .build());
    }

    private CredentialRecordImpl record(Key key) {
        var credential = credentials.convert(Base64.getUrlDecoder().decode(key.credential()));
        return new CredentialRecordImpl(null, null, null, null, key.counter(), credential, null, null, null, null);
    }
}
