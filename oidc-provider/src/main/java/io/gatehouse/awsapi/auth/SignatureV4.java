package io.gatehouse.awsapi.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.secret.Digests;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * Checks AWS Signature Version 4 as API Gateway does: service {@code execute-api}, any region, in a header or
 * in the query. Java libraries sign, but none verifies; the test signs with AWS's own.
 *
 * <p><b>Signed parts</b> are the method, the path, the whole query, the named headers, and the body. The
 * host, the time and each header that begins with {@code x-amz-} must be among the named ones, with two
 * exceptions. An unsigned body ({@code UNSIGNED-PAYLOAD}) must be empty.
 *
 * <p><b>Time.</b> The time of the request may be five minutes off either way. A signature in the query lasts
 * as long as it says, a week at most, and by default as long as one in a header. Within that time a request
 * can be replayed by its reader, as at AWS: two calls of one client in one second have one signature, so none
 * can be refused as a repetition. TLS keeps readers out.
 *
 * <p><b>Host.</b> A proxy may have replaced the host, so the issuer's counts as well.
 * {@code X-Forwarded-Host} does not, because any client can send it.
 *
 * @param secrets of the access key ids that there are
 * @param ownHost as clients may have signed it, before a proxy changed it
 */
record SignatureV4(Function<String, Optional<String>> secrets, String ownHost) {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String SERVICE = "execute-api";
    private static final String END = "aws4_request";
    private static final String UNSIGNED = "UNSIGNED-PAYLOAD";
    private static final String CONTENT = "x-amz-content-sha256";
    private static final String SIGNATURE = "X-Amz-Signature";
    private static final String EXPIRES = "X-Amz-Expires";
    /**
     * Headers that need not be signed: CloudFront adds the first, and the functions of the old stack
     * (aws-requests-auth) leave the second out. The latter must be the hash of the body, which is signed in
     * any case.
     */
    private static final Set<String> MAY_BE_UNSIGNED = Set.of("x-amz-cf-id", CONTENT);

    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final long LONGEST = Duration.ofDays(7).toSeconds();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The secret in place of that of an unknown key: its signature takes as long to work out. */
    private static final String NOBODYS = "no such access key";

    /** A parameter, encoded as signatures want it. */
    private record Parameter(String name, String value) {}

    /**
     * The proof that a request carries.
     *
     * @param time as it was written
     * @param lasts from that time on
     */
    private record Proof(
            String keyId, String scope, String time, Duration lasts, List<String> signedHeaders, String signature) {

        /** The parts of {@code key/date/region/service/aws4_request}. */
        static Proof of(String credential, String time, Duration lasts, String signedHeaders, String signature) {
            var parts = credential.split("/", -1);
            if (parts.length != 5
                    || !time.startsWith(parts[1] + "T")
                    || parts[2].isEmpty()
                    || !parts[3].equals(SERVICE)
                    || !parts[4].equals(END)) {
                throw wrong();
            }
            var scope = String.join("/", Arrays.asList(parts).subList(1, 5));
            return new Proof(parts[0], scope, time, lasts, List.of(signedHeaders.split(";", -1)), signature);
        }
    }

    /** Whether a request has a signature of this kind, good or bad. */
    static boolean isOn(SignedRequest request) {
        return isInHeader(request) || request.query().contains(SIGNATURE + "=");
    }

    private static boolean isInHeader(SignedRequest request) {
        return request.header("authorization").startsWith(ALGORITHM);
    }

    /** The access key id that has signed the request; refused when it is not ours, or the time is wrong. */
    String keyId(SignedRequest request, Instant now) {
        try {
            var all = parameters(request.query());
            var isInHeader = isInHeader(request);
            var proof = isInHeader ? inHeader(request) : inQuery(all);
            var parameters = isInHeader ? all : without(all, SIGNATURE);
            checkTime(proof, now);
            checkNames(proof, request);
            var secret = secrets.apply(proof.keyId());
            var isRight = canonical(proof, request, parameters)
                    .anyMatch(text -> isRight(proof, secret.orElse(NOBODYS), text));
            if (secret.isEmpty() || !isRight) {
                throw wrong();
            }
            return proof.keyId();
        } catch (IllegalArgumentException | DateTimeParseException malformed) {
            throw wrong();
        }
    }

    private static Proof inHeader(SignedRequest request) {
        if (request.headers().getOrDefault("authorization", List.of()).size() > 1) {
            throw wrong();
        }
        var parts = new HashMap<String, String>();
        for (var part :
                request.header("authorization").substring(ALGORITHM.length()).split(",", -1)) {
            var pair = part.strip().split("=", 2);
            parts.put(pair[0], pair.length > 1 ? pair[1] : "");
        }
        return Proof.of(
                parts.getOrDefault("Credential", ""),
                request.header("x-amz-date"),
                WINDOW,
                parts.getOrDefault("SignedHeaders", ""),
                parts.getOrDefault("Signature", ""));
    }

    private static Proof inQuery(List<Parameter> parameters) {
        var isUnbounded = without(parameters, EXPIRES).size() == parameters.size();
        var seconds = isUnbounded ? WINDOW.toSeconds() : Long.parseLong(one(parameters, EXPIRES));
        if (!one(parameters, "X-Amz-Algorithm").equals(ALGORITHM) || seconds < 1 || seconds > LONGEST) {
            throw wrong();
        }
        return Proof.of(
                decoded(one(parameters, "X-Amz-Credential")),
                one(parameters, "X-Amz-Date"),
                Duration.ofSeconds(seconds),
                decoded(one(parameters, "X-Amz-SignedHeaders")),
                one(parameters, SIGNATURE));
    }

    private static List<Parameter> without(List<Parameter> parameters, String name) {
        return parameters.stream()
                .filter(parameter -> !parameter.name().equals(name))
                .toList();
    }

    private static String one(List<Parameter> parameters, String name) {
        var values = parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .toList();
        if (values.size() != 1) {
            throw wrong();
        }
        return values.get(0).value();
    }

    private static void checkTime(Proof proof, Instant now) {
        var time = LocalDateTime.parse(proof.time(), TIME).toInstant(ZoneOffset.UTC);
        if (now.isBefore(time.minus(WINDOW)) || now.isAfter(time.plus(proof.lasts()))) {
            throw AwsErrorException.forbidden("Signature expired or not yet valid");
        }
    }

    /** The names must be sorted, and include all that must be signed. */
    private static void checkNames(Proof proof, SignedRequest request) {
        var names = new TreeSet<>(proof.signedHeaders());
        var needed = request.headers().keySet().stream()
                .filter(name -> name.startsWith("x-amz-") && !MAY_BE_UNSIGNED.contains(name));
        if (!List.copyOf(names).equals(proof.signedHeaders())
                || !names.contains("host")
                || !needed.allMatch(names::contains)
                || !request.headers().keySet().containsAll(names)) {
            throw wrong();
        }
    }

    /** The texts that may have been signed: with either host; an empty body by its hash or as unsigned. */
    private Stream<String> canonical(Proof proof, SignedRequest request, List<Parameter> parameters) {
        return Stream.of(request.header("host"), ownHost).distinct().flatMap(host -> contents(request)
                .map(content -> String.join(
                        "\n",
                        request.method(),
                        path(request.path()),
                        query(parameters),
                        headers(proof, request, host),
                        String.join(";", proof.signedHeaders()),
                        content)));
    }

    private static boolean isRight(Proof proof, String secret, String canonical) {
        var text = String.join("\n", ALGORITHM, proof.time(), proof.scope(), Digests.hex(canonical.getBytes(UTF_8)));
        var key = ("AWS4" + secret).getBytes(UTF_8);
        for (var part : proof.scope().split("/", -1)) {
            key = hmac(key, part);
        }
        return Digests.isEqual(HexFormat.of().formatHex(hmac(key, text)), proof.signature());
    }

    /** The signed path is encoded once more, as for every service but S3. */
    private static String path(String path) {
        return Stream.of(path.split("/", -1))
                .map(segment -> UriUtils.encode(segment, UTF_8))
                .collect(Collectors.joining("/"));
    }

    private static List<Parameter> parameters(String query) {
        return Stream.of(query.split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.split("=", 2))
                .map(pair -> new Parameter(encoded(pair[0]), pair.length > 1 ? encoded(pair[1]) : ""))
                .sorted(Comparator.comparing(Parameter::name).thenComparing(Parameter::value))
                .toList();
    }

    private static String encoded(String sent) {
        return UriUtils.encode(decoded(sent), UTF_8);
    }

    private static String decoded(String sent) {
        return URLDecoder.decode(sent, UTF_8);
    }

    private static String query(List<Parameter> parameters) {
        return parameters.stream()
                .map(parameter -> parameter.name() + "=" + parameter.value())
                .collect(Collectors.joining("&"));
    }

    private static String headers(Proof proof, SignedRequest request, String host) {
        return proof.signedHeaders().stream()
                .map(name -> name + ":"
                        + (name.equals("host") ? host : header(request.headers().get(name))))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String header(@Nullable List<String> values) {
        return values == null
                ? ""
                : values.stream()
                        .map(value -> BLANKS.matcher(value.strip()).replaceAll(" "))
                        .collect(Collectors.joining(","));
    }

    private static Stream<String> contents(SignedRequest request) {
        var possible = Stream.of(Digests.hex(request.body()), UNSIGNED).limit(request.body().length == 0 ? 2 : 1);
        var said = request.headers().get(CONTENT);
        return said == null ? possible : possible.filter(content -> said.equals(List.of(content)));
    }

    private static byte[] hmac(byte[] key, String text) {
        return Digests.hmac(key, text.getBytes(UTF_8));
    }

    private static AwsErrorException wrong() {
        return AwsErrorException.forbidden(
                "The request signature we calculated does not match the signature you provided.");
    }
}
