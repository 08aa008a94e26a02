package io.gatehouse.awsapi.sns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The configured topics of Amazon SNS. A delivery is verified by the signature within it, of version 1 or 2,
 * as in AWS's guide "Verifying the signatures of Amazon SNS messages". Its certificate is fetched over https
 * from the SNS of the topic's own region, and kept. An unknown topic or host is refused before anything is
 * fetched.
 */
public final class Topics {

    /** The pages of Amazon's servers. */
    @FunctionalInterface
    public interface Pages {

        /** The statuses for a missing page; Amazon's storage answers 403 where it lists nothing. */
        Set<Integer> NONE = Set.of(403, 404, 410);

        /** The page at an address; empty when the server answers that there is none. Follows no redirect. */
        Optional<String> at(URI address) throws IOException;

        /** Reads pages within bounds. */
        static Pages of(Outbound amazon) {
            return address -> {
                var answer = amazon.read(HttpRequest.newBuilder(address));
                if (answer.statusCode() / 100 == 2) {
                    return Optional.of(answer.body());
                }
                if (answer.statusCode() / 100 == 3 || NONE.contains(answer.statusCode())) {
                    return Optional.empty();
                }
                throw new IOException("answered " + answer.statusCode());
            };
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Topics.class);

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Map<String, String> ALGORITHMS = Map.of("1", "SHA1withRSA", "2", "SHA256withRSA");

    /** The signed members, in this order. */
    private static final List<String> OF_NOTIFICATION =
            List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");

    private static final List<String> OF_CONFIRMATION =
            List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");

    /** Amazon's form of the address. The API of SNS, at the same host, may answer with text of a stranger. */
    private static final Pattern CERTIFICATE =
            Pattern.compile("https://[^/?#]+/SimpleNotificationService-[0-9A-Za-z]{32}\\.pem");

    /** The members that a signed message may lack. */
    private static final Set<String> OPTIONAL = Set.of("Subject");

    /** SNS uses fewer keys at a time. */
    private static final int MOST_KEYS = 100;

    private final Map<String, String> hosts = new HashMap<>();
    private final Cache<URI, PublicKey> keys =
            Caffeine.newBuilder().maximumSize(MOST_KEYS).build();
    private final Pages pages;
    private final Clock clock;
    private final LogThrottle refusals;
    private final FetchLimit limit;

    /** @param arns of topics in the partitions aws, aws-us-gov and aws-cn */
    public Topics(Collection<String> arns, Pages pages, Clock clock, Scheduler scheduler) {
        arns.forEach(arn -> hosts.put(arn, host(arn.split(":", -1))));
        this.pages = pages;
        this.clock = clock;
        this.refusals = new LogThrottle(scheduler);
        this.limit = new FetchLimit(scheduler);
    }

    private void warn(String what) {
        refusals.count(what, times -> LOG.warn("a delivery of Amazon SNS {}, {}", what, often(times)));
    }

    private static String often(long times) {
        return times == 1 ? "once" : times + " times";
    }

    /** @param arn the parts of one: arn, partition, service, region */
    private static String host(String... arn) {
        return "sns." + arn[3] + ".amazonaws.com" + (arn[1].equals("aws-cn") ? ".cn" : "");
    }

    /**
     * The delivery, if one of the topics has sent it; else empty.
     *
     * @throws UnreachableAmazonException when its certificate could not be fetched
     */
    public Optional<SnsDelivery> read(byte[] sent) {
        var members = members(sent);
        try {
            var delivery = delivery(members);
            var signed = delivery.filter(sender -> isSigned(sender, members));
            if (delivery.isPresent() && signed.isEmpty()) {
                warn("is not signed by " + delivery.get().topic());
            }
            return signed;
        } catch (IllegalArgumentException | DateTimeParseException malformed) {
            refusals.count(
                    "malformed",
                    times -> LOG.warn(
                            "a delivery of Amazon SNS is not believed, {}: {}",
                            often(times),
                            malformed.toString().lines().findFirst().orElse("")));
            return Optional.empty();
        }
    }

    /** Only texts are read: all members that count are texts. */
    private static Map<String, String> members(byte[] sent) {
        try {
            return JSON.readTree(sent).properties().stream()
                    .filter(member -> member.getValue().isString())
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, member -> member.getValue().stringValue()));
        } catch (JacksonException noJson) {
            return Map.of();
        }
    }

    /** The delivery, not yet verified; empty when it names none of the topics. */
    private Optional<SnsDelivery> delivery(Map<String, String> members) {
        var topic = members.getOrDefault("TopicArn", "");
        var label = members.getOrDefault("Type", "");
        return Stream.of(SnsDelivery.Type.values())
                .filter(type -> hosts.containsKey(topic) && type.label().equals(label))
                .findFirst()
                .map(type -> new SnsDelivery(
                        topic,
                        type,
                        members.getOrDefault("MessageId", ""),
                        Instant.parse(members.getOrDefault("Timestamp", "")),
                        members));
    }

    private boolean isSigned(SnsDelivery delivery, Map<String, String> members) {
        var algorithm = ALGORITHMS.get(members.getOrDefault("SignatureVersion", ""));
        var names = delivery.type() == SnsDelivery.Type.NOTIFICATION ? OF_NOTIFICATION : OF_CONFIRMATION;
        var isWhole = names.stream().allMatch(name -> members.containsKey(name) || OPTIONAL.contains(name));
        var certificate = URI.create(members.getOrDefault("SigningCertURL", ""));
        if (algorithm == null || !isWhole || !isCertificate(delivery, certificate)) {
            return false;
        }
        var signed = names.stream()
                .filter(members::containsKey)
                .map(name -> name + "\n" + members.get(name) + "\n")
                .collect(Collectors.joining());
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initVerify(key(certificate));
            signature.update(signed.getBytes(UTF_8));
            return signature.verify(Base64.getDecoder().decode(members.getOrDefault("Signature", "")));
        } catch (GeneralSecurityException unusable) {
            return false;
        }
    }

    private boolean isCertificate(SnsDelivery delivery, URI address) {
        return isAtSns(delivery, address)
                && CERTIFICATE.matcher(address.toString()).matches();
    }

    private boolean isAtSns(SnsDelivery delivery, URI address) {
        return "https".equals(address.getScheme())
                && hosts.getOrDefault(delivery.topic(), "").equals(address.getRawAuthority());
    }

    private PublicKey key(URI certificate) throws GeneralSecurityException {
        var known = keys.getIfPresent(certificate);
        if (known != null) {
            return known;
        }
        if (limit.isRefused(certificate)) {
            throw new GeneralSecurityException("there was no certificate at " + certificate + " just now");
        }
        if (!limit.admits()) {
            throw new UnreachableAmazonException(
                    new IOException("too many certificates that are not known have been named in this minute"));
        }
        try {
            return fetched(certificate);
        } catch (GeneralSecurityException none) {
            limit.refuse(certificate);
            throw none;
        }
    }

    private PublicKey fetched(URI certificate) throws GeneralSecurityException {
        var fetched = fetch(certificate)
                .orElseThrow(() -> new GeneralSecurityException("there is no certificate at " + certificate));
        if (CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(fetched.getBytes(UTF_8)))
                instanceof X509Certificate read) {
            read.checkValidity(Date.from(clock.instant()));
            keys.put(certificate, read.getPublicKey());
            return read.getPublicKey();
        }
        throw new GeneralSecurityException("there is another certificate at " + certificate);
    }

    /**
     * Confirms a subscription: fetches the address that the signed question names, if it is at the SNS of the
     * topic's region. False when it is not, or when SNS refuses.
     *
     * @throws UnreachableAmazonException when SNS could not be asked
     */
    public boolean confirm(SnsDelivery question) {
        var address = URI.create(question.members().getOrDefault("SubscribeURL", ""));
        return isAtSns(question, address) && fetch(address).isPresent();
    }

    /** The page at the address; empty when SNS refuses. */
    private Optional<String> fetch(URI address) {
        try {
            return pages.at(address);
        } catch (IOException broken) {
            throw new UnreachableAmazonException(broken);
        }
    }
}
