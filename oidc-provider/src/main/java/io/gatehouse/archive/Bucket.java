package io.gatehouse.archive;

import io.gatehouse.archive.ArchiveProperties.Lock;
import io.gatehouse.setting.InvalidSettingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The bucket. An object is written once: the request carries {@code If-None-Match: *} (RFC 9110, section
 * 13.1.2), so of several nodes that write one at once, one succeeds.
 *
 * <p><b>A store that does not know this condition</b> answers 501. This node then asks whether the object
 * exists, and writes it without the condition if not. Two nodes may then write the same part twice, with
 * equal entries.
 */
final class Bucket implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Bucket.class);

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final int ATTEMPTS = 2;

    /** A page has up to 1,000 keys: a folder with more objects than these is not ours. */
    private static final int MOST_PAGES = 10_000;

    private static final int LONGEST_TEXT = 300;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int CONDITION_FAILED = 412;
    private static final int NOT_IMPLEMENTED = 501;
    private static final Set<Integer> WITHOUT_LOCK = Set.of(400, NOT_FOUND, NOT_IMPLEMENTED);

    private final S3Client client;
    private final String name;
    private final ArchiveProperties properties;
    private volatile boolean knowsConditions = true;
    private volatile boolean isLockable;

    Bucket(String name, ArchiveProperties properties) {
        this.client = client(properties);
        this.name = name;
        this.properties = properties;
    }

    private static S3Client client(ArchiveProperties properties) {
        var within = properties.answerWithin();
        var builder = S3Client.builder()
                .httpClientBuilder(Apache5HttpClient.builder()
                        .connectionTimeout(within.compareTo(CONNECT) < 0 ? within : CONNECT)
                        .socketTimeout(within)
                        .connectionAcquisitionTimeout(within))
                .overrideConfiguration(override -> override.apiCallAttemptTimeout(within)
                        .apiCallTimeout(within.multipliedBy(ATTEMPTS))
                        .retryStrategy(DefaultRetryStrategy.standardStrategyBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build())
                        .addExecutionInterceptor(new BoundedAnswers()))
                .forcePathStyle(properties.pathStyle())
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(false));
        if (properties.region() != null) {
            builder.region(Region.of(properties.region()));
        } else if (properties.endpoint() != null) {
            builder.region(
                    Region.US_EAST_1); // any name: it is a part of the signature, and stores of others ask for this
        }
        if (properties.endpoint() != null) {
            builder.endpointOverride(properties.endpoint());
        }
        var accessKey = properties.accessKey();
        var secretKey = properties.secretKey();
        if (accessKey != null && secretKey != null) {
            builder.credentialsProvider(
                    StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)));
        }
        try {
            return builder.build();
        } catch (SdkClientException withoutRegion) {
            throw new InvalidSettingException(
                    "gatehouse.archive.region",
                    "is not set, and the environment has none: " + withoutRegion.getMessage(),
                    "eu-central-1");
        }
    }

    /** The last name of this shape in a folder, which ends with a slash; empty when there is none. */
    Optional<String> last(String folder, Pattern shape) {
        var request = ListObjectsV2Request.builder()
                .bucket(name)
                .prefix(properties.prefix() + folder)
                .build();
        var last = "";
        var begin = properties.prefix().length() + folder.length();
        @Nullable String next = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            var token = next;
            var answer = asked(
                    "the list of " + folder,
                    () -> client.listObjectsV2(
                            request.toBuilder().continuationToken(token).build()));
            var found = answer.contents().stream()
                    .map(object -> object.key())
                    .filter(key -> key.startsWith(properties.prefix() + folder))
                    .map(key -> key.substring(begin))
                    .filter(key -> shape.matcher(key).matches())
                    .max(String::compareTo)
                    .orElse("");
            last = found.compareTo(last) > 0 ? found : last;
            next = answer.nextContinuationToken();
            if (!Boolean.TRUE.equals(answer.isTruncated()) || next == null) {
                return Optional.of(last).filter(any -> !any.isEmpty());
            }
            if (next.equals(token)) {
                break;
            }
        }
        throw NotArchivedException.store("the list of " + folder + " has no end", 0);
    }

    /** The metadata of an object; empty when there is none. */
    Optional<Map<String, String>> metadata(String key) {
        return asked("the object " + key, () -> {
            try {
                return Optional.of(
                        client.headObject(request -> request.bucket(name).key(properties.prefix() + key))
                                .metadata());
            } catch (S3Exception answer) {
                if (answer.statusCode() == NOT_FOUND) {
                    return Optional.empty();
                }
                throw answer;
            }
        });
    }

    /** Writes an object, unless there is one of this key: then false, and nothing has changed. */
    boolean put(Item item, Instant now) {
        if (item.isLocked() && properties.lock() != Lock.NONE) {
            requireLock();
        }
        if (!knowsConditions && metadata(item.key()).isPresent()) {
            return false;
        }
        return asked("the object " + item.key(), () -> isPut(item, now));
    }

    private boolean isPut(Item item, Instant now) {
        try {
            client.putObject(request(item, now), RequestBody.fromString(item.text()));
            return true;
        } catch (S3Exception answer) {
            if (answer.statusCode() == CONDITION_FAILED) {
                return false;
            }
            if (answer.statusCode() == CONFLICT) {
                throw NotArchivedException.object("another node writes " + item.key() + " at the same time");
            }
            if (answer.statusCode() == NOT_IMPLEMENTED && knowsConditions) {
                knowsConditions = false;
                LOG.warn("the archive's store does not know If-None-Match: a part may be written twice, with equal"
                        + " entries. Use a store that knows conditional writes");
                return put(item, now);
            }
            throw answer;
        }
    }

    private PutObjectRequest request(Item item, Instant now) {
        var request = PutObjectRequest.builder()
                .bucket(name)
                .key(properties.prefix() + item.key())
                .contentType(item.key().endsWith(".json") ? "application/json" : "application/jsonl")
                .metadata(item.metadata());
        if (knowsConditions) {
            request.ifNoneMatch("*");
        }
        if (item.isLocked() && properties.lock() != Lock.NONE) {
            request.objectLockMode(
                            properties.lock() == Lock.GOVERNANCE
                                    ? ObjectLockMode.GOVERNANCE
                                    : ObjectLockMode.COMPLIANCE)
                    .objectLockRetainUntilDate(now.plus(properties.lockFor()));
        }
        return request.build();
    }

    /** Some stores take a lock for a bucket that has none, and keep nothing of it. */
    private void requireLock() {
        if (isLockable) {
            return;
        }
        try {
            var lock = asked(
                            "Object Lock of " + name,
                            () -> client.getObjectLockConfiguration(request -> request.bucket(name)))
                    .objectLockConfiguration();
            if (lock == null || !"Enabled".equals(lock.objectLockEnabledAsString())) {
                throw withoutLock("");
            }
            isLockable = true;
        } catch (NotArchivedException answer) {
            throw WITHOUT_LOCK.contains(answer.status()) ? withoutLock(": " + answer.getMessage()) : answer;
        }
    }

    private NotArchivedException withoutLock(String why) {
        return NotArchivedException.object("the bucket " + name
                + " has no Object Lock, and gatehouse.archive.lock wants it, so no part of a ledger is written" + why);
    }

    private static <T> T asked(String what, Supplier<T> request) {
        try {
            return request.get();
        } catch (S3Exception answer) {
            var details = answer.awsErrorDetails();
            var code = details == null || details.errorCode() == null ? "" : " " + details.errorCode();
            throw NotArchivedException.store(
                    what + ": the store answered " + answer.statusCode() + code + ": " + plain(answer.getMessage()),
                    answer.statusCode());
        } catch (SdkException away) {
            throw NotArchivedException.store(what + ": the store did not answer: " + plain(away.getMessage()), 0);
        }
    }

    /** The store's text, as one short line for a log and a screen. */
    private static String plain(@Nullable String text) {
        var line = String.valueOf(text).replaceAll("\\p{Cntrl}+", " ");
        return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) + "..." : line;
    }

    @Override
    public void close() {
        client.close();
    }
}
