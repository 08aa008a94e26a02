package io.gatehouse.notice;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.zerodeplibs.webpush.MessageEncryptions;
import com.zerodeplibs.webpush.PushMessage;
import com.zerodeplibs.webpush.UserAgentMessageEncryptionKeyInfo;
import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.jwt.VAPIDJWTParam;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.secret.MasterKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Notices to browsers by Web Push (RFC 8030), encrypted for the browser alone (RFC 8291) and signed by the
 * house (RFC 8292). What is kept is the address of the subscription and the two keys of the browser, with
 * blanks between them.
 *
 * <p>The message is a declarative one: Apple's browsers show it themselves, and our service worker shows the
 * same in others.
 */
final class PushCarrier implements Carrier {

    private static final int LONGEST = 2_000;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int LONGEST_TOPIC = 32;

    /** A signature is good for 24 hours at most (RFC 8292 section 2). */
    private static final Duration SIGNED = Duration.ofHours(12);

    private static final int MOST_SERVICES = 100;
    private static final JsonMapper JSON = new JsonMapper();

    private final PushServices services;
    private final int atOnce;
    private final MasterKey master;
    private final Speech speech;
    private final Outbound outbound;
    private final LoadingCache<String, String> signatures;
    private @Nullable VAPIDKeyPair key;

    PushCarrier(PushServices services, PushProperties properties, MasterKey master, Speech speech) {
        this.services = services;
        this.atOnce = properties.atOnce();
        this.master = master;
        this.speech = speech;
        this.outbound = new Outbound(Bounds.ofDocuments(properties.answerWithin(), properties.atOnce()));
        this.signatures = Caffeine.newBuilder()
                .maximumSize(MOST_SERVICES)
                .expireAfterWrite(SIGNED.dividedBy(2))
                .build(this::signature);
    }

    @Override
    public Way way() {
        return Way.PUSH;
    }

    @Override
    public int atOnce() {
        return atOnce;
    }

    /** The public key that a browser subscribes under, in Base64url. */
    String key() {
        return pair().extractPublicKeyInUncompressedFormAsString();
    }

    /** The key is derived at its first use: that takes up to 200 ms, and few installations need it. */
    private synchronized VAPIDKeyPair pair() {
        var derived = key == null ? PushKey.of(master) : key;
        key = derived;
        return derived;
    }

    /** A subscription, in the form that a browser makes JSON of. */
    @Override
    public Optional<String> address(String typed) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            var json = JSON.readTree(typed);
            var endpoint = json.path("endpoint").asString("");
            var target = new Target(
                    URI.create(endpoint),
                    json.at("/keys/p256dh").asString(""),
                    json.at("/keys/auth").asString(""));
            return Optional.of(target)
                    .filter(one -> services.have(one.endpoint()))
                    .filter(this::canBeEncryptedFor)
                    .map(Target::text)
                    .filter(text -> Target.of(text).equals(target));
        } catch (JacksonException | IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }

    private record Target(URI endpoint, String p256dh, String auth) {

        private static Target of(String text) {
            var parts = text.split(" ", -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("not a subscription");
            }
            return new Target(URI.create(parts[0]), parts[1], parts[2]);
        }

        private String text() {
            return endpoint + " " + p256dh + " " + auth;
        }
    }

    /** A stranger may have made the keys up. */
    private boolean canBeEncryptedFor(Target target) {
        try {
            return encrypted(target, "{}").length > 0;
        } catch (RuntimeException noKeys) {
            return false;
        }
    }

    /** Made for each message: the library keeps a {@link javax.crypto.Mac} in it, which threads cannot share. */
    private byte[] encrypted(Target target, String message) {
        return MessageEncryptions.of()
                .encrypt(
                        UserAgentMessageEncryptionKeyInfo.of(target.p256dh(), target.auth()),
                        PushMessage.ofUTF8(message))
                .toBytes();
    }

    @Override
    public Answer send(Notice notice) {
        var target = Target.of(notice.to());
        if (!services.have(target.endpoint())) {
            return new Answer(Outcome.FAILED, "a push service is not in the list any more");
        }
        if (!services.reach(target.endpoint())) {
            return new Answer(
                    Outcome.UNSENT, "the name of a push service leads to no public address, so it was not asked");
        }
        var host = target.endpoint().getHost();
        try {
            var status = outbound.status(request(notice, target));
            return status == NOT_FOUND || status == GONE ? new Answer(Outcome.GONE, "") : Answer.ofStatus(host, status);
        } catch (IOException failure) {
            return new Answer(Outcome.UNSENT, host + ": " + failure.getClass().getSimpleName());
        }
    }

    private HttpRequest.Builder request(Notice notice, Target target) {
        var left = Duration.between(speech.clock().instant(), notice.until());
        return HttpRequest.newBuilder(target.endpoint())
                .header("TTL", Long.toString(Math.max(0, left.toSeconds())))
                .header("Urgency", "high")
                .header("Topic", topic(notice))
                .header("Content-Type", "application/octet-stream")
                .header("Content-Encoding", "aes128gcm")
                .header("Authorization", signatures.get(origin(target.endpoint())))
                .POST(HttpRequest.BodyPublishers.ofByteArray(encrypted(target, message(notice))));
    }

    private static String origin(URI endpoint) {
        return endpoint.getScheme() + "://" + endpoint.getRawAuthority();
    }

    /** Apple wants to know whom to ask: the issuer, which must be https there (RFC 8292 section 2.1). */
    private String signature(String origin) {
        var token = VAPIDJWTParam.getBuilder()
                .resourceURLString(origin)
                .expirationTime(speech.clock().instant().plus(SIGNED));
        var issuer = speech.issuer().at("");
        return pair().generateAuthorizationHeaderValue(
                        (issuer.startsWith("https:") ? token.subject(issuer) : token).build());
    }

    /** The notice of the turn replaces the one before it, if that is not there yet (RFC 8030 section 5.4). */
    private String topic(Notice notice) {
        return master.fingerprint("notice-topic", notice.room() + " " + notice.to())
                .substring(0, LONGEST_TOPIC);
    }

    private String message(Notice notice) {
        var texts = speech.in(notice);
        var notification = new TreeMap<String, Object>(Map.of(
                "title", speech.says(notice),
                "body", notice.isTurn() ? notice.title() + "\n" + speech.kept(notice) : notice.title(),
                "lang", texts.tag(),
                "dir", texts.direction(),
                "tag", "gatehouse-" + notice.room(),
                "navigate", speech.waitingPage(notice)));
        return JSON.writeValueAsString(new TreeMap<>(Map.of("web_push", 8030, "notification", notification)));
    }
}
