package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.setting.GivenSettings;
import io.gatehouse.setting.Spans;
import io.gatehouse.site.SitesProperties.SiteProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a site that are seldom needed, each described once for the form, for JSON and for the way
 * back. Whether a value makes sense is looked at by the reader of the configuration.
 */
final class OtherSettings {

    /** The kinds of settings: how each is typed, and how it stands in JSON. */
    enum Kind {
        /** A text, of a duration too. */
        TEXT,
        /** One a line; a list of texts. */
        LIST,
        /** A key and an address a line; an object of texts. */
        PAIRS,
        /** One of some words. */
        CHOICE,
        /** Yes or no; a truth value. */
        TRUTH
    }

    /**
     * One setting.
     *
     * @param member its name in JSON and in the form
     * @param value of it in a site's settings; absent where it is not set
     * @param words those that it may have
     * @param hint what it does, and what it is when it is empty
     */
    record Other(
            String member,
            Kind kind,
            Function<SiteProperties, @Nullable Object> value,
            List<String> words,
            String hint) {

        /** The label in the form. */
        public String label() {
            return Faults.label(member);
        }
    }

    private static final List<String> USE = List.of("off", "accepted", "required");
    private static final List<String> TRUTHS = List.of("true", "false");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9]{1,64}");

    static final List<Other> ALL = List.of(
            text(
                    "loginStateTtl",
                    SiteProperties::loginStateTtl,
                    "How long the site waits for its visitor's return, like 15m; empty: by product."),
            text(
                    "freshLimit",
                    SiteProperties::freshLimit,
                    "How old a request may be to be answered directly, like 2m; empty: by product."),
            truth("reentry", SiteProperties::reentry, "Whether older requests are answered by the entry; usually yes."),
            text(
                    "initiateLoginUri",
                    SiteProperties::initiateLoginUri,
                    "In place of an entry: where we begin its login."),
            new Other(
                    "entries",
                    Kind.PAIRS,
                    SiteProperties::entries,
                    List.of(),
                    "Deep links, one a line, a key and an address: drop42 https://shop.example/drop/42"),
            new Other(
                    "allowedTargets",
                    Kind.LIST,
                    SiteProperties::allowedTargets,
                    List.of(),
                    "Addresses under which a login may lead, one a line; empty: those of the entry's origin."),
            text(
                    "accessTokenTtl",
                    SiteProperties::accessTokenTtl,
                    "How long tokens last with refresh tokens; empty: 5m."),
            choice(
                    "accessToken",
                    SiteProperties::accessToken,
                    List.of("opaque", "jwt"),
                    "JWT is for gateways that check tokens themselves; usually by product."),
            choice(
                    "idTokenAlgorithm",
                    SiteProperties::idTokenAlgorithm,
                    List.of("RS256", "ES256"),
                    "The signature of ID tokens; usually RS256. ES256 costs less."),
            truth(
                    "claimsInIdToken",
                    SiteProperties::claimsInIdToken,
                    "Whether e-mail and names stand in the ID token too; usually by product."),
            text(
                    "emailDomain",
                    SiteProperties::emailDomain,
                    "The domain of the synthetic addresses; empty: visitor.invalid."),
            truth(
                    "reauthenticate",
                    SiteProperties::reauthenticate,
                    "Whether a visitor inside presses a button for a fresh login; usually by product."),
            truth(
                    "backchannelLogoutSessionRequired",
                    SiteProperties::backchannelLogoutSessionRequired,
                    "Whether notices of the back channel carry sid; usually yes."),
            truth("iss", SiteProperties::iss, "Whether the response to a login carries iss (RFC 9207); usually yes."),
            text(
                    "jwk",
                    SiteProperties::jwk,
                    "In place of a secret: the site's public key or keys, as JSON. It signs its calls (private_key_jwt)."),
            text("jwksUri", SiteProperties::jwksUri, "In place of a secret: where the site publishes those keys."),
            choice(
                    "pushedRequests",
                    SiteProperties::pushedRequests,
                    USE,
                    "Whether it sends its requests to /par itself (RFC 9126); usually off."),
            choice(
                    "dpop",
                    SiteProperties::dpop,
                    USE,
                    "Whether its tokens are bound to a key of its own (RFC 9449); usually off."),
            truth(
                    "fapi",
                    SiteProperties::fapi,
                    "Whether it keeps to the FAPI 2.0 Security Profile: signed calls, pushed requests, PKCE, DPoP, ES256."));

    static final Set<String> MEMBERS = ALL.stream().map(Other::member).collect(Collectors.toUnmodifiableSet());

    /** A site of which nothing is said. */
    private static final SiteProperties PLAIN =
            GivenSettings.read("gatehouse.sites.plain", Map.of(), SiteProperties.class);

    private OtherSettings() {}

    private static Other text(String member, Function<SiteProperties, @Nullable Object> value, String hint) {
        return new Other(member, Kind.TEXT, value, List.of(), hint);
    }

    private static Other truth(String member, Function<SiteProperties, @Nullable Object> value, String hint) {
        return new Other(member, Kind.TRUTH, value, TRUTHS, hint);
    }

    private static Other choice(
            String member, Function<SiteProperties, @Nullable Object> value, List<String> words, String hint) {
        return new Other(member, Kind.CHOICE, value, words, hint);
    }

    /** The settings of a site that differ from their defaults, as JSON has them. */
    static Map<String, Object> of(SiteProperties site) {
        var all = new LinkedHashMap<String, Object>();
        for (var one : ALL) {
            var value = one.value().apply(site);
            if (value != null && !value.equals(one.value().apply(PLAIN))) {
                all.put(one.member(), written(one, value));
            }
        }
        return all;
    }

    private static Object written(Other one, Object value) {
        return switch (one.kind()) {
            case LIST, TRUTH -> value;
            case PAIRS -> new TreeMap<>((Map<?, ?>) value);
            case TEXT -> value instanceof Duration span ? Spans.text(span) : value.toString();
            case CHOICE ->
                one.words().stream()
                        .filter(word -> word.equalsIgnoreCase(value.toString()))
                        .findFirst()
                        .orElseThrow();
        };
    }

    /** Puts the members that a client sent, as the configuration would have them. */
    static void put(Map<String, String> settings, Body body) {
        for (var one : ALL) {
            var name = SiteDefinition.setting(one.member());
            if (body.isNull(one.member())) {
                continue;
            }
            switch (one.kind()) {
                case TEXT, CHOICE -> body.text(one.member()).ifPresent(text -> settings.put(name, text));
                case TRUTH -> body.truth(one.member()).ifPresent(truth -> settings.put(name, truth.toString()));
                case LIST -> SiteDefinition.putAll(settings, one.member(), body.list(one.member()));
                case PAIRS -> body.texts(one.member()).forEach((key, address) -> putPair(settings, one, key, address));
            }
        }
    }

    private static void putPair(Map<String, String> settings, Other one, String key, String address) {
        if (!KEY.matcher(key).matches()) {
            throw RefusedException.at(
                    one.member(), "must have keys of 1 to 64 letters and digits, was \"" + key + "\"");
        }
        if (settings.put(SiteDefinition.setting(one.member()) + "." + key, address) != null) {
            throw RefusedException.at(one.member(), "must have each key once, \"" + key + "\" comes twice");
        }
    }

    /** Puts the fields of a form, as the configuration would have them; an empty one is left out. */
    static void put(Map<String, String> settings, Map<String, String> form) {
        for (var one : ALL) {
            switch (one.kind()) {
                case LIST -> SiteDefinition.putLines(settings, one.member(), form);
                case PAIRS ->
                    SiteDefinition.lines(form.getOrDefault(one.member(), "")).forEach(line -> {
                        var parts = line.split("\\s+", 2);
                        putPair(settings, one, parts[0], parts.length == 2 ? parts[1] : "");
                    });
                default -> SiteDefinition.putText(settings, one.member(), form);
            }
        }
    }

    /** These settings of a definition as they are typed. */
    static Map<String, String> typed(Map<String, Object> others) {
        var form = new LinkedHashMap<String, String>();
        others.forEach((member, value) -> form.put(member, typed(value)));
        return form;
    }

    private static String typed(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.joining("\n"));
        }
        if (value instanceof Map<?, ?> pairs) {
            return pairs.entrySet().stream()
                    .map(pair -> pair.getKey() + " " + pair.getValue())
                    .collect(Collectors.joining("\n"));
        }
        return value.toString();
    }
}
