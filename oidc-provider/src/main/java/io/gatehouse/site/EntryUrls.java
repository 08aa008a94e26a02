package io.gatehouse.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.setting.Issuer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import org.springframework.web.util.UriUtils;

/**
 * The addresses at which visitors enter a site anew, with deep links. The configuration alone provides them;
 * a request can only choose among the allowed ones.
 */
public final class EntryUrls {

    private final Issuer issuer;

    EntryUrls(Issuer issuer) {
        this.issuer = issuer;
    }

    /**
     * The address to send an admitted browser to; empty when the site's entry is not known.
     *
     * @param target the requested deep link that {@link #target} has allowed
     */
    public Optional<String> entry(Site site, Optional<String> target) {
        var template = site.entry();
        if (target.isPresent()
                && template.map(text -> !text.contains("{target}")).orElse(true)) {
            return target;
        }
        var redirectUri = site.settings().redirectUris().get(0);
        return template.map(text -> text.contains("{iss}") ? text.replace("{iss}", encode(issuer.value())) : text)
                .map(text -> fill(text, redirectUri, target.orElseGet(() -> origin(redirectUri) + "/")));
    }

    /** The deep link that a request asks for, if the site's configuration allows it. */
    public Optional<String> target(Site site, Optional<String> targetLinkUri, Optional<String> entryKey) {
        return entryKey.flatMap(
                        key -> Optional.ofNullable(site.settings().entries().get(key)))
                .or(() -> targetLinkUri.filter(target -> isAllowed(site, target)));
    }

    /**
     * A page of the site, if its configuration allows it: the page is on the server of the site's entry.
     *
     * @param path with the query, as in a request
     */
    public Optional<String> page(Site site, String path) {
        return entry(site, Optional.empty())
                .filter(entry -> path.startsWith("/"))
                .map(entry -> origin(entry) + path)
                .filter(page -> isAllowed(site, page));
    }

    /** Whether browsers that enter the site come to our own host name. */
    public boolean areUnderOurHost(Site site) {
        return entry(site, Optional.empty())
                .filter(entry -> sameOrigin(URI.create(entry), URI.create(issuer.value())))
                .isPresent();
    }

    /** A page under our own host name, for a room without a site there; empty where the path is not plain. */
    public Optional<String> page(String path) {
        return Optional.of(issuer.at(path)).filter(page -> path.startsWith("/")).filter(page -> plain(page)
                .isPresent());
    }

    /** Fills a template; {@code {iss}} is left to the caller. */
    static String fill(String template, String redirectUri, String target) {
        return template.replace("{redirect_origin}", origin(redirectUri))
                .replace("{redirect_uri}", redirectUri)
                .replace("{target}", encode(target))
                .replace("{iss}", "");
    }

    public static String origin(String uri) {
        var parsed = URI.create(uri);
        var authority = parsed.getRawAuthority();
        return parsed.getScheme() + (authority == null ? ":" : "://" + authority);
    }

    private boolean isAllowed(Site site, String target) {
        return site.settings().entries().containsValue(target)
                || plain(target).filter(uri -> allowedBy(site, uri)).isPresent();
    }

    /** Reads an address that every parser reads alike; empty for any other one. */
    private static Optional<URI> plain(String target) {
        if (target.length() > 2_000 || target.chars().anyMatch(sign -> sign <= ' ' || sign == '\\' || sign >= 127)) {
            return Optional.empty();
        }
        try {
            var uri = new URI(target);
            var path = uri.getRawPath() == null ? "" : uri.getRawPath();
            var isPlain = uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && uri.normalize().getRawPath().equals(path)
                    && !path.toLowerCase(Locale.ROOT).matches(".*(/\\.\\.(/.*)?|%(2e|2f|5c|00).*)");
            return Optional.of(uri).filter(same -> isPlain);
        } catch (URISyntaxException unreadable) {
            return Optional.empty();
        }
    }

    private boolean allowedBy(Site site, URI target) {
        if (!site.allowedTargets().isEmpty()) {
            return site.allowedTargets().stream().anyMatch(allowed -> isUnder(allowed, target));
        }
        return entry(site, Optional.empty())
                .map(entry -> sameOrigin(URI.create(entry), target))
                .orElse(false);
    }

    private static boolean isUnder(URI allowed, URI target) {
        var prefix = allowed.getRawPath().isEmpty() ? "/" : allowed.getRawPath();
        var path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        return sameOrigin(allowed, target)
                && (path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"));
    }

    private static boolean sameOrigin(URI one, URI other) {
        return one.getScheme().equals(other.getScheme())
                && one.getRawAuthority() != null
                && one.getRawAuthority().equals(other.getRawAuthority());
    }

    private static String encode(String text) {
        return UriUtils.encode(text, UTF_8);
    }
}
