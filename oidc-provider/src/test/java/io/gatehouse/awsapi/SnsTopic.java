package io.gatehouse.awsapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A topic of Amazon SNS, whose deliveries are signed as its documentation says. */
record SnsTopic(String arn) {

    static final String HOST = "https://sns.eu-central-1.amazonaws.com";
    static final String PATH = "/SimpleNotificationService-7506a1e35b36ef5a444dd1a8e7cc3ed8.pem";
    static final String CERTIFICATE = HOST + PATH;

    private static final List<String> SIGNED =
            List.of("Message", "MessageId", "SubscribeURL", "Subject", "Timestamp", "Token", "TopicArn", "Type");

    private static final DateTimeFormatter MILLISECONDS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final KeyStore KEYS = keys();

    private static KeyStore keys() {
        try (var file = SnsTopic.class.getResourceAsStream("sns.p12")) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(file, "changeit".toCharArray());
            return keys;
        } catch (IOException | GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** What checks the signatures. */
    static String certificate() {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'})
                            .encodeToString(KEYS.getCertificate("sns").getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** A message that somebody has published. */
    Map<String, String> notification(String message, Instant at) {
        var members = members("Notification", message, at);
        members.put("UnsubscribeURL", HOST + "/?Action=Unsubscribe");
        return members;
    }

    /** The question whether it may deliver, or the news that it does no more. */
    Map<String, String> confirmation(String type, String subscribeUrl, Instant at) {
        var members = members(type, "You have chosen to ...", at);
        members.put("Token", "2336412f37f");
        members.put("SubscribeURL", subscribeUrl);
        return members;
    }

    private Map<String, String> members(String type, String message, Instant at) {
        var members = new LinkedHashMap<String, String>();
        members.put("Type", type);
        members.put("MessageId", UUID.randomUUID().toString());
        members.put("TopicArn", arn);
        members.put("Message", message);
        members.put("Timestamp", MILLISECONDS.format(at));
        members.put("SigningCertURL", CERTIFICATE);
        return members;
    }

    /** The same, signed. */
    static Map<String, String> signed(Map<String, String> members, String version) {
        var text = SIGNED.stream()
                .filter(members::containsKey)
                .map(name -> name + "\n" + members.get(name) + "\n")
                .collect(Collectors.joining());
        var signed = new LinkedHashMap<>(members);
        signed.put("SignatureVersion", version);
        signed.put("Signature", signature(text, version.equals("1") ? "SHA1withRSA" : "SHA256withRSA"));
        return signed;
    }

    private static String signature(String text, String algorithm) {
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initSign((PrivateKey) KEYS.getKey("sns", "changeit".toCharArray()));
            signature.update(text.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
