package io.gatehouse.site;

import io.gatehouse.jwk.PublicKeys;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.GivenSettings;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Loopback;
import io.gatehouse.site.SitesProperties.SiteProperties;
import io.gatehouse.web.Query;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a site from its settings and its preset, and refuses invalid ones with the setting's full name. */
public final class SiteReader {

    static final Pattern SECRET = Pattern.compile("[A-Za-z0-9._~-]{16,256}");
    private static final Set<String> OF_OTHER_PROTOCOLS = Set.of("ftp", "ftps", "sftp", "ws", "wss", "mailto");

    /** These hosts mean all addresses of a machine, and lead nowhere. */
    private static final Set<String> NO_HOSTS = Set.of("0.0.0.0", "[::]");

    private static final Pattern CLIENT_ID = Pattern.compile("[\\x21-\\x7e&&[^:+%]]{1,128}");
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9.-]{1,253}");

    private final Map<RoomId, Terms> rooms;
    private final Issuer issuer;

    SiteReader(Map<RoomId, Terms> rooms, Issuer issuer) {
        this.rooms = rooms;
        this.issuer = issuer;
    }

    /** A reader for sites that lead to these rooms. */
    public SiteReader to(Collection<Room> others) {
        return new SiteReader(others.stream().collect(Collectors.toUnmodifiableMap(Room::id, Room::terms)), issuer);
    }

    /**
     * A site by its settings as they would be written below {@code gatehouse.sites.<name>}:
     * {@code redirect-uris[0]}.
     */
    public Site read(String name, Map<String, String> settings) {
        checkName(name);
        return read(name, GivenSettings.read("gatehouse.sites." + name, settings, SiteProperties.class));
    }

    public Site read(String name, SiteProperties site) {
        var prefix = "gatehouse.sites." + name;
        checkName(name);
        var clientId = site.clientId() == null ? name : site.clientId();
        expect(
                CLIENT_ID.matcher(clientId).matches(),
                prefix + ".client-id",
                "has odd characters (not all sites encode : + and %): " + clientId,
                "shop");
        PresetRules.check(prefix, site);
        checkSecret(prefix, site);
        checkFapi(prefix, site);
        checkRedirects(prefix, site);
        checkBackChannel(prefix + ".backchannel-logout-uri", site.backchannelLogoutUri());
        checkClaims(prefix, site);
        var room = room(prefix, site.room());
        return new Site(
                name,
                clientId,
                room,
                patience(prefix, site, terms(room)),
                entry(prefix, site),
                targets(prefix, site),
                ceiling(prefix, site),
                site);
    }

    private static void checkName(String name) {
        expect(
                NAME.matcher(name).matches(),
                "gatehouse.sites",
                "a name is 1 to 63 of a-z, 0-9 and inner hyphens, was " + name,
                "shop");
    }

    /** Refuses an unknown room. */
    public void checkRoom(String prefix, @Nullable String name) {
        room(prefix, name);
    }

    private RoomId room(String prefix, @Nullable String name) {
        return rooms.keySet().stream()
                .filter(room -> room.value().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        prefix + ".room",
                        "must name one of the rooms " + rooms.keySet() + ", was \"" + name + "\"",
                        rooms.keySet().stream().findFirst().map(RoomId::value).orElse("shop")));
    }

    private Terms terms(RoomId room) {
        return Objects.requireNonNull(rooms.get(room));
    }

    private static void checkSecret(String prefix, SiteProperties site) {
        if (site.isPublic()) {
            expect(site.secret() == null, prefix + ".secret", "a public site has none", "");
            expect(!site.refresh(), prefix + ".refresh", "a public site gets no refresh tokens", "false");
            expect(
                    site.jwk() == null && site.jwksUri() == null,
                    prefix + ".public",
                    "a site with keys is not public",
                    "false");
        } else if (site.jwk() != null || site.jwksUri() != null) {
            checkKeys(prefix, site);
        } else {
            checkSecret(prefix + ".secret", site.secret());
        }
    }

    private static void checkKeys(String prefix, SiteProperties site) {
        expect(site.secret() == null, prefix + ".secret", "a site that signs its calls by a key has none", "");
        expect(
                site.jwk() == null || site.jwksUri() == null,
                prefix + ".jwks-uri",
                "must not be set beside jwk: set one of the two",
                "https://shop.example/.well-known/jwks.json");
        Optional.ofNullable(site.jwk()).ifPresent(json -> PublicKeys.inline(prefix + ".jwk", json));
        Optional.ofNullable(site.jwksUri()).ifPresent(uri -> PublicKeys.check(prefix + ".jwks-uri", uri));
    }

    /** Refuses settings that FAPI 2.0 Security Profile section 5.3.2 rules out. */
    private static void checkFapi(String prefix, SiteProperties site) {
        if (site.fapi()) {
            var property = prefix + ".fapi";
            expect(
                    site.jwk() != null || site.jwksUri() != null,
                    property,
                    "needs jwk or jwks-uri: a site of FAPI signs its calls, and has no secret",
                    "false");
            expect(!site.device(), prefix + ".device", "must be false for a site with fapi", "false");
            expect(site.iss(), prefix + ".iss", "must be true for a site with fapi", "true");
            site.redirectUris()
                    .forEach(uri -> expect(
                            !isPlainAndFar(uri),
                            prefix + ".redirect-uris",
                            "must be https for a site of FAPI, was \"" + uri + "\"",
                            "https://shop.example/callback"));
        }
    }

    public static void checkSecret(String property, @Nullable String secret) {
        expect(
                secret != null && SECRET.matcher(secret).matches(),
                property,
                "must be 16 to 256 characters of A-Z a-z 0-9 - . _ ~ (it is not shown here)",
                "$(openssl rand -hex 32)");
    }

    private static void checkRedirects(String prefix, SiteProperties site) {
        var example = "https://shop.example/oauth2/idpresponse";
        expect(!site.redirectUris().isEmpty(), prefix + ".redirect-uris", "must have one or more", example);
        site.redirectUris().forEach(uri -> checkRedirect(prefix + ".redirect-uris", uri, site, example));
        site.postLogoutRedirectUris()
                .forEach(uri -> checkRedirect(
                        prefix + ".post-logout-redirect-uris", uri, site, "https://shop.example/goodbye"));
        site.entries().forEach((key, uri) -> {
            expect(
                    key.matches("[A-Za-z0-9]{1,64}"),
                    prefix + ".entries",
                    "a key is letters and digits, was " + key,
                    "");
            checkUri(prefix + ".entries." + key, uri, "https://shop.example/drop/42");
        });
    }

    /** Plain http is for sites with a secret, and for loopback (OpenID Connect Core section 3.1.2.1). */
    private static void checkRedirect(String property, String uri, SiteProperties site, String example) {
        checkUri(property, uri, example);
        var address = URI.create(uri);
        expect(
                !OF_OTHER_PROTOCOLS.contains(address.getScheme().toLowerCase(Locale.ROOT)),
                property,
                "must be an address that a browser or an app opens, was \"" + uri + "\"",
                example);
        expect(
                !NO_HOSTS.contains(String.valueOf(address.getHost())),
                property,
                "must name a host, and this address names none: \"" + uri + "\"",
                example);
        expect(
                !uri.contains("*"),
                property,
                "must be one address, compared byte for byte: * stands for nothing else, was \"" + uri + "\"",
                example);
        expect(
                !isPlainAndFar(uri) || !site.isPublic(),
                property,
                "must be https, or http on localhost, as the site is public, was \"" + uri + "\"",
                example);
    }

    private static boolean isPlainAndFar(String uri) {
        return uri.regionMatches(true, 0, "http:", 0, 5) && !Loopback.isHttpsOrLoopback(URI.create(uri));
    }

    /** Logout tokens name visitors, so plain http is only for tests on one machine. */
    private static void checkBackChannel(String property, @Nullable String uri) {
        if (uri != null) {
            var example = "https://shop.example/backchannel-logout";
            checkUri(property, uri, example);
            var isFit = Loopback.isHttpsOrLoopback(URI.create(uri));
            expect(isFit, property, "must be https, or http on localhost, was \"" + uri + "\"", example);
        }
    }

    private static void checkClaims(String prefix, SiteProperties site) {
        expect(
                DOMAIN.matcher(site.emailDomain()).matches(),
                prefix + ".email-domain",
                "must be a domain, was " + site.emailDomain(),
                "visitor.invalid");
        expect(
                site.accessTokenTtl().toSeconds() >= 1,
                prefix + ".access-token-ttl",
                "must be 1s or more, was " + site.accessTokenTtl(),
                "5m");
    }

    /** The preset's patience, unless the configuration has another. */
    private static Patience patience(String prefix, SiteProperties site, Terms terms) {
        var limited = limit(prefix, site, terms);
        var given = site.freshLimit();
        if (given == null) {
            return limited;
        }
        var limit = limited.limit();
        expect(
                !given.isNegative() && given.compareTo(limit) <= 0,
                prefix + ".fresh-limit",
                "must be from 0s to login-state-ttl, which is " + limit + ", was " + given,
                Patience.of(limit).fresh().toSeconds() + "s");
        return new Patience(limit, given);
    }

    /** A fixed limit cannot be changed; before a broker a less patient product may stand, whose limit then counts. */
    private static Patience limit(String prefix, SiteProperties site, Terms terms) {
        var known = site.preset().patience();
        var given = site.loginStateTtl();
        if (given == null) {
            return site.preset().has(SitePreset.Trait.LOGIN_IN_SESSION) ? known.within(terms.session()) : known;
        }
        var property = prefix + ".login-state-ttl";
        expect(!given.isNegative(), property, "must be 0s or more, was " + given, "15m");
        if (site.preset().has(SitePreset.Trait.FIXED_LIMIT)) {
            var isPossible =
                    given.equals(known.limit()) || site.preset().isBroker() && given.compareTo(known.limit()) < 0;
            expect(
                    isPossible,
                    property,
                    site.preset() + " waits for " + known.limit() + ", a fixed limit; was " + given,
                    known.limit().toSeconds() + "s");
        }
        return given.equals(known.limit()) ? known : Patience.of(given);
    }

    private Optional<String> entry(String prefix, SiteProperties site) {
        var given = site.entry();
        if (given != null) {
            expect(
                    site.initiateLoginUri() == null,
                    prefix + ".initiate-login-uri",
                    "goes with no entry: a site is entered in one way",
                    "https://shop.example/login");
            checkUri(
                    prefix + ".entry",
                    EntryUrls.fill(given, "https://a.example/", "https://a.example/"),
                    "https://shop.example/");
            return Optional.of(given);
        }
        var initiate = site.initiateLoginUri();
        if (initiate != null) {
            checkInitiate(prefix + ".initiate-login-uri", initiate);
            return Optional.of(Query.append(initiate, "iss={iss}&target_link_uri={target}"));
        }
        var first = site.redirectUris().get(0);
        return site.preset().entry(first).filter(template -> isWeb(URI.create(first)));
    }

    /** The address must have https (OpenID Connect Dynamic Client Registration section 2). */
    private void checkInitiate(String property, String uri) {
        var example = "https://shop.example/login";
        checkUri(property, uri, example);
        var isFit = Loopback.isHttpsOrLoopback(URI.create(uri)) && (issuer.isAtHome() || uri.startsWith("https://"));
        expect(isFit, property, "must be https, was \"" + uri + "\"", example);
    }

    private static List<URI> targets(String prefix, SiteProperties site) {
        site.allowedTargets().forEach(uri -> checkUri(prefix + ".allowed-targets", uri, "https://shop.example/sale/"));
        return site.allowedTargets().stream().map(URI::create).toList();
    }

    private static Optional<Rate> ceiling(String prefix, SiteProperties site) {
        var given = site.maxAdmissionsPerSecond();
        expect(
                given == null || given > 0,
                prefix + ".max-admissions-per-second",
                "must be 1 or more, was " + given,
                "25");
        return given == null ? site.preset().ceiling() : Optional.of(new Rate(given, Duration.ofSeconds(1)));
    }

    private static boolean isWeb(URI uri) {
        return uri.getHost() != null && uri.getScheme().startsWith("http");
    }

    private static void checkUri(String property, String text, String example) {
        try {
            var uri = new URI(text);
            expect(
                    text.equals(
                            uri.toASCIIString()), // RFC 3986 section 2; a Location header permits no other (RFC 9110)
                    property,
                    "must have characters beyond ASCII percent-encoded, was \"" + text + "\"",
                    uri.toASCIIString());
            var isUsable = uri.isAbsolute() && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
            expect(isUsable, property, "must be an absolute URI without fragment, was \"" + text + "\"", example);
            var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            var isScript = Set.of("javascript", "data", "vbscript", "file", "about", "blob")
                    .contains(scheme);
            expect(!isScript, property, "must not be a " + scheme + " URI", example);
            var host = uri.getHost();
            expect(
                    host == null || host.equals(host.toLowerCase(Locale.ROOT)),
                    property,
                    "must have its host in lower case, was \"" + text + "\"",
                    example);
            expect(!scheme.startsWith("http") || host != null, property, "has no host: \"" + text + "\"", example);
            expect(uri.getPort() <= 65_535, property, "has no such port: \"" + text + "\"", example);
        } catch (URISyntaxException unreadable) {
            throw new InvalidSettingException(property, "is no URI: " + unreadable.getMessage(), example);
        }
    }

    private static void expect(boolean isTrue, String property, String problem, String example) {
        if (!isTrue) {
            throw new InvalidSettingException(property, problem, example);
        }
    }
}
