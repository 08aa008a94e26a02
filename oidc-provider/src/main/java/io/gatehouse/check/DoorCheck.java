package io.gatehouse.check;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.SitePreset;
import io.gatehouse.time.Deadline;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tries the doors beside the pages, without an admission or a cookie: as a browser, as a script, by HEAD,
 * OPTIONS and POST. A door that answers with content lets callers in who have not waited.
 *
 * <p>It follows redirects within the site alone, and stops before a login. It reads the beginning of each
 * answer.
 */
record DoorCheck(Site site, Issuer issuer, Report report, Http caller) {

    static final String ABOUT = "door";

    private static final List<String> COMMON = List.of("/", "/feed", "/rss", "/api", "/graphql", "/cart", "/checkout");

    /** The doors of WordPress and WooCommerce. */
    private static final List<String> OF_WORDPRESS = List.of(
            "/?feed=rss2",
            "/comments/feed/",
            "/wp-json/",
            "/wp-json/wp/v2/posts",
            "/?rest_route=/wp/v2/posts",
            "/wp-json/wc/store/v1/products",
            "/wp-json/wc/store/v1/cart",
            "/?wc-ajax=get_refreshed_fragments",
            "/wp-comments-post.php",
            "/xmlrpc.php",
            "/wp-admin/admin-ajax.php?action=woocommerce_get_refreshed_fragments",
            "/wp-sitemap.xml");

    private static final int MOST_HOPS = 5;

    private static final int TOO_MANY_REQUESTS = 429;

    /** The maximum of characters that products send with a redirect. A page with content behind one has more. */
    private static final int MOST_OF_A_REDIRECT = 2_000;

    /** A page that only sends its visitor to a login is not longer, in bytes and in words. */
    private static final int MOST_OF_A_LOGIN = 8 * 1024;

    private static final int MOST_WORDS_OF_A_LOGIN = 200;

    private static final Pattern SCRIPTS_AND_TAGS = Pattern.compile("(?is)<script\\b.*?</script>|<[^>]*>");

    private static final Pattern LOGIN = Pattern.compile("\\b(log-?in|sign-?in|auth|oauth2?|sso)\\b");

    private enum Way {
        PAGE("GET", "GET"),
        SCRIPT("GET", "GET by a script"),
        HEAD("HEAD", "HEAD"),
        OPTIONS("OPTIONS", "OPTIONS"),
        POST("POST", "POST");

        private final String method;
        private final String told;

        Way(String method, String told) {
            this.method = method;
            this.told = told;
        }
    }

    private enum Verdict {
        GUARDED,
        OPEN,
        /** The answer has no content, and the site itself seems to have given it. */
        UNSURE
    }

    /** @param status of the last answer */
    private record Finding(Way way, Verdict verdict, int status, String told) {

        boolean saysNothing() {
            return status / 100 == 2 && verdict == Verdict.GUARDED;
        }
    }

    /** Tries the usual doors and these paths; true if all are guarded. */
    boolean run(List<String> paths, Deadline end) {
        var base = URI.create(site.entryUrl(issuer).orElse(site.redirectUris().get(0)));
        var preset = site.preset() == SitePreset.WORDPRESS ? OF_WORDPRESS : List.<String>of();
        var doors = Stream.of(COMMON, preset, paths)
                .flatMap(List::stream)
                .distinct()
                .map(base::resolve)
                .filter(door -> !site.goodbyes().contains(door.toString()))
                .toList();
        var isGuarded = true;
        for (var door : doors) {
            if (end.isExpired()) {
                report.wrong(ABOUT, door + " and the doors after it were not tried: those before took too long");
                return false;
            }
            isGuarded &= isGuarded(door);
        }
        return isGuarded;
    }

    private boolean isGuarded(URI door) {
        var findings = new ArrayList<Finding>();
        try {
            for (var way : Way.values()) {
                findings.add(tries(way, door, findings));
            }
        } catch (UnreachableException unreachable) {
            report.wrong(ABOUT, door + ": " + unreachable.sentence());
            return false;
        }
        var open = told(findings, Verdict.OPEN);
        var unsure = told(findings, Verdict.UNSURE);
        if (!open.isEmpty()) {
            report.wrong(ABOUT, door + " is open without an admission: " + open);
        }
        if (!unsure.isEmpty()) {
            report.note(ABOUT, door + " may be open, look at it: " + unsure);
        }
        if (open.isEmpty() && unsure.isEmpty()) {
            report.ok(ABOUT, door + " has no content without an admission: " + told(findings, Verdict.GUARDED));
        }
        return open.isEmpty();
    }

    /** Equal answers are grouped: "GET, HEAD: login; POST: 200". */
    private static String told(List<Finding> findings, Verdict verdict) {
        return findings.stream()
                .filter(finding -> finding.verdict == verdict)
                .collect(groupingBy(Finding::told, LinkedHashMap::new, mapping(found -> found.way.told, joining(", "))))
                .entrySet()
                .stream()
                .map(same -> same.getValue() + ": " + same.getKey())
                .collect(joining("; "));
    }

    private Finding tries(Way way, URI door, List<Finding> before) {
        var here = asks(way, door);
        for (var hops = 0; hops < MOST_HOPS && here.redirect().isPresent(); hops++) {
            var next = here.redirect().get();
            if (isLogin(next)) {
                var isAlone = here.body().length() <= MOST_OF_A_REDIRECT;
                return new Finding(
                        way,
                        isAlone ? Verdict.GUARDED : Verdict.UNSURE,
                        here.status(),
                        isAlone ? "login" : "login, and a page in the same answer");
            }
            if (!servers().contains(server(next))) {
                return new Finding(way, Verdict.UNSURE, here.status(), "to " + server(next) + ", which was not asked");
            }
            here = asks(way == Way.POST ? Way.PAGE : way, next);
        }
        // The head of a page that has no content has none either.
        var isEmpty = way == Way.HEAD && before.get(0).saysNothing();
        return new Finding(
                way,
                isEmpty ? Verdict.GUARDED : verdict(way, door, here),
                here.status(),
                here.status() + where(door, here.from()));
    }

    private static String where(URI door, URI end) {
        return isSamePage(door, end) ? "" : " at " + end;
    }

    private Verdict verdict(Way way, URI door, Answer end) {
        if (end.status() / 100 == 2 && hasContent(way, end) && !beginsByScript(end)) {
            return isSamePage(door, end.from()) || !looksLikeALogin(end) ? open(way, end) : Verdict.UNSURE;
        }
        var isTheSites = way == Way.POST
                && (end.status() == HttpURLConnection.HTTP_BAD_REQUEST
                        || end.status() == HttpURLConnection.HTTP_UNSUPPORTED_TYPE);
        // A site that is down, that limits us, or leads in a circle has shown nothing.
        var showsNothing = end.status() / 100 == 5
                || end.status() == TOO_MANY_REQUESTS
                || end.redirect().isPresent();
        return isTheSites || showsNothing ? Verdict.UNSURE : Verdict.GUARDED;
    }

    /** The shell page of a script may be open to all: the site's data are behind it. */
    private Verdict open(Way way, Answer end) {
        var isShell = way != Way.POST
                && (site.preset().isBroker() || site.isPublic())
                && end.header("content-type").startsWith("text/html");
        return isShell || site.goodbyes().contains(end.from().toString()) ? Verdict.UNSURE : Verdict.OPEN;
    }

    /** A list of methods in answer to OPTIONS is no content, nor is a refusal by XML-RPC. */
    private static boolean hasContent(Way way, Answer answer) {
        var body = answer.body().strip();
        return switch (way) {
            case HEAD ->
                !answer.header("content-type").isEmpty()
                        && !answer.header("content-length").equals("0");
            case OPTIONS -> !body.isEmpty() && !same(body, answer.header("allow"));
            default -> !body.isEmpty() && !body.contains("<fault>");
        };
    }

    private static boolean same(String one, String other) {
        return one.replace(" ", "").equals(other.replace(" ", ""));
    }

    /** Apache stores a form in the browser and continues by script; pages of other products submit themselves. */
    private boolean beginsByScript(Answer answer) {
        return answer.header("content-type").startsWith("text/html")
                && answer.body().length() < MOST_OF_A_LOGIN
                && answer.body().replace("\\", "").contains(issuer.at("/authorize"))
                && SCRIPTS_AND_TAGS
                                .matcher(answer.body())
                                .replaceAll("")
                                .strip()
                                .length()
                        < MOST_WORDS_OF_A_LOGIN;
    }

    private static boolean looksLikeALogin(Answer answer) {
        return answer.body().contains("type=\"password\"")
                || LOGIN.matcher(String.valueOf(answer.from().getPath()).toLowerCase(Locale.ROOT))
                        .find();
    }

    /** Whether an address is the installation, or a broker that asks the installation. */
    private boolean isLogin(URI next) {
        return PageCheck.isDoor(issuer, next)
                || server(next).equals(server(URI.create(issuer.value())))
                        && !servers().contains(server(next))
                || site.preset().isBroker()
                        && site.redirectUris().stream().map(URI::create).anyMatch(uri -> server(uri)
                                .equals(server(next)));
    }

    private Set<String> servers() {
        return SiteCheck.addresses(site, issuer)
                .map(URI::create)
                .map(DoorCheck::server)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isSamePage(URI one, URI other) {
        return path(one).equals(path(other))
                && String.valueOf(one.getRawQuery()).equals(String.valueOf(other.getRawQuery()));
    }

    private static String path(URI address) {
        return String.valueOf(address.getRawPath()).replaceFirst("/+$", "");
    }

    private static String server(URI address) {
        return (address.getScheme() + "://" + address.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    private Answer asks(Way way, URI address) {
        var page = Map.of("Accept", "text/html,*/*;q=0.8", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document");
        var script =
                Map.of("Accept", "application/json", "X-Requested-With", "XMLHttpRequest", "Sec-Fetch-Mode", "cors");
        var body = way == Way.POST ? body(address) : Map.entry("", "");
        var headers = new ArrayList<String>();
        (way == Way.SCRIPT ? script : page).forEach((name, value) -> headers.addAll(List.of(name, value)));
        if (!body.getValue().isEmpty()) {
            headers.addAll(List.of("Content-Type", body.getKey()));
        }
        return caller.ask(way.method, address.toString(), body.getValue(), headers.toArray(String[]::new));
    }

    /** A harmless body with its type: a form that the site does not know, or a question. */
    private static Map.Entry<String, String> body(URI door) {
        var path = String.valueOf(door.getPath());
        if (path.endsWith("/xmlrpc.php")) {
            return Map.entry("text/xml", "<methodCall><methodName>demo.sayHello</methodName></methodCall>");
        }
        return path.endsWith("/graphql")
                ? Map.entry("application/json", "{\"query\":\"{__typename}\"}")
                : Map.entry("application/x-www-form-urlencoded", "check=gatehouse");
    }
}
