package io.gatehouse.archive;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Spans;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bucket of an S3-compatible store that gets ledgers, minute history and reports. Without a bucket there
 * is no archive.
 *
 * @param bucket The bucket's name; it must exist.
 * @param prefix What the key of every object begins with, such as gatehouse/.
 * @param region The AWS region; by default the one of the environment.
 * @param endpoint The address of a store other than Amazon S3.
 * @param pathStyle Whether the bucket stands in the path, not in the host name; many other stores need it.
 * @param accessKey The access key; by default credentials come from where every AWS program looks for them.
 * @param secretKey The secret of that access key.
 * @param lock Whether Object Lock protects the parts of ledgers: none, governance or compliance.
 * @param lockFor How long a lock lasts.
 * @param answerWithin How long the store may take for one request, and half of what its repeats may take.
 */
@ConfigurationProperties("gatehouse.archive")
record ArchiveProperties(
        @Nullable String bucket,
        @DefaultValue("") String prefix,
        @Nullable String region,
        @Nullable URI endpoint,
        @DefaultValue("false") boolean pathStyle,
        @Nullable String accessKey,
        @Nullable String secretKey,
        @DefaultValue("none") Lock lock,
        @DefaultValue("365d") Duration lockFor,
        @DefaultValue("20s") Duration answerWithin) {

    private static final String NAME = "gatehouse.archive.";
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern PREFIX = Pattern.compile("(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}/){0,8}");
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    /** The protection of an object by Object Lock. */
    enum Lock {
        /** Not at all. */
        NONE,
        /** Until its time, from all but those with a permission of their own. */
        GOVERNANCE,
        /** Until its time, from all accounts. */
        COMPLIANCE
    }

    ArchiveProperties {
        Spans.require(NAME + "lock-for", lockFor, Duration.ofDays(1), Duration.ofDays(36_500), "365d");
        Spans.require(NAME + "answer-within", answerWithin, Duration.ofMillis(100), Duration.ofMinutes(5), "20s");
        if (bucket == null) {
            var isMeant = Stream.of(region, endpoint, accessKey, secretKey).anyMatch(Objects::nonNull)
                    || !prefix.isEmpty()
                    || lock != Lock.NONE;
            require(!isMeant, "bucket", "must be set where another setting of the archive is", "gatehouse-archive");
        } else {
            require(
                    BUCKET.matcher(bucket).matches() && !bucket.contains(".."),
                    "bucket",
                    "must be 3 to 63 of a-z, 0-9, hyphens and dots, was \"" + bucket + "\"",
                    "gatehouse-archive");
        }
        require(
                PREFIX.matcher(prefix).matches(),
                "prefix",
                "must be empty, or names of A-Z, a-z, 0-9, dots, hyphens and underscores, each with a slash behind it,"
                        + " was \"" + prefix + "\"",
                "gatehouse/");
        require(
                endpoint == null || isAddress(endpoint),
                "endpoint",
                "must be an address with http or https and a host, without user, query and fragment, was " + endpoint,
                "https://minio.example.com:9000");
        require(
                (accessKey == null) == (secretKey == null),
                "secret-key",
                "must be set if and only if access-key is",
                "${ARCHIVE_SECRET_KEY}");
        require(
                accessKey == null
                        || !accessKey.isBlank()
                                && !Objects.requireNonNull(secretKey).isBlank(),
                "access-key",
                "must not be empty, and neither may secret-key",
                "${ARCHIVE_ACCESS_KEY}");
    }

    private static boolean isAddress(URI address) {
        return ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                && address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawQuery() == null
                && address.getRawFragment() == null;
    }

    private static void require(boolean isRight, String name, String problem, String example) {
        if (!isRight) {
            throw new InvalidSettingException(NAME + name, problem, example);
        }
    }

    /** The allowed settings that weaken the archive, a sentence each. */
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        if (bucket != null && lock == Lock.NONE) {
            warnings.add(NAME + "lock is none: a person with the store's credentials can delete the archive."
                    + " Set it to compliance, in a bucket with Object Lock");
        }
        if (bucket != null
                && endpoint != null
                && "http".equals(endpoint.getScheme())
                && !HERE.contains(endpoint.getHost())) {
            warnings.add(NAME + "endpoint is " + endpoint + ": a person on the way can read the archive. Use https");
        }
        if (bucket != null && accessKey != null) {
            warnings.add(NAME + "access-key and secret-key are settings: a role, or the environment, keeps them out of"
                    + " files");
        }
        return List.copyOf(warnings);
    }

    @Override
    public String toString() {
        return "ArchiveProperties[" + bucket + "]";
    }
}
