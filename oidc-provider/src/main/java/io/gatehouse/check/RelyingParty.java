package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.check.RelyingPartyProfile.Feature;
import io.gatehouse.secret.Digests;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.Query;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Sends the requests of the site's product for one login: state, nonce and verifier are drawn once. */
final class RelyingParty {

    private final Site site;
    private final Issuer issuer;
    private final RelyingPartyProfile profile;
    private final Http server;
    private final String state;
    private final String nonce;
    private final String verifier;

    RelyingParty(Site site, Issuer issuer, RelyingPartyProfile profile, SecureRandom random, Ticker ticker) {
        this.site = site;
        this.issuer = issuer;
        this.profile = profile;
        this.state = profile.state().random(random);
        this.nonce = RelyingPartyProfile.Shape.BASE64URL_OF_43.random(random);
        this.verifier = RelyingPartyProfile.Shape.BASE64URL_OF_43.random(random);
        this.server = Http.server(ticker);
    }

    String state() {
        return state;
    }

    /** The nonce; empty when the product sends none. */
    Optional<String> nonce() {
        return profile.has(Feature.NONCE) ? Optional.of(nonce) : Optional.empty();
    }

    boolean asksUserinfo() {
        return !profile.has(Feature.NO_USERINFO);
    }

    /** The authentication method of the token request, by its name in discovery. */
    String method() {
        if (site.isPublic()) {
            return "none";
        }
        return profile.has(Feature.SECRET_IN_BODY) ? "client_secret_post" : "client_secret_basic";
    }

    /** The address of a login, with further parameters. */
    String authorize(String redirectUri, Map<String, String> more) {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("client_id", site.clientId());
        parameters.put("response_type", "code");
        parameters.put("scope", scope());
        parameters.put("state", state);
        nonce().ifPresent(text -> parameters.put("nonce", text));
        if (usesPkce()) {
            parameters.put("code_challenge", Digests.sha256(verifier));
            parameters.put("code_challenge_method", "S256");
        }
        if (profile.has(Feature.ASKS_APPROVAL)) {
            parameters.put("approval_prompt", "force");
        }
        parameters.putAll(more);
        if (site.pushesRequests()) {
            var form = new LinkedHashMap<>(parameters);
            form.put("redirect_uri", redirectUri);
            var pushed = posts("/par", form);
            if (pushed.status() == HttpURLConnection.HTTP_CREATED) {
                var name = Map.of(
                        "client_id",
                        site.clientId(),
                        "request_uri",
                        pushed.json().path("request_uri").asString());
                return Query.append(issuer.at("/authorize"), Query.of(name));
            }
        }
        var written = profile.has(Feature.RAW_REDIRECT_URI) ? redirectUri : Http.encode(redirectUri);
        return Query.append(issuer.at("/authorize"), Query.of(parameters) + "&redirect_uri=" + written);
    }

    Answer redeems(String code, String redirectUri) {
        var form = new LinkedHashMap<>(
                Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", redirectUri));
        if (usesPkce()) {
            form.put("code_verifier", verifier);
        }
        return posts("/token", form);
    }

    Answer refreshes(String refreshToken) {
        return posts("/token", Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
    }

    Answer revokes(String token) {
        return posts("/revoke", Map.of("token", token));
    }

    Answer asksUserinfo(String accessToken) {
        var bearer = "Bearer " + accessToken;
        return profile.has(Feature.POSTS_USERINFO)
                ? server.post(issuer.at("/userinfo"), Map.of(), "Authorization", bearer)
                : server.get(issuer.at("/userinfo"), "Authorization", bearer);
    }

    private Answer posts(String path, Map<String, String> form) {
        var all = new LinkedHashMap<>(form);
        var secret = site.secret().orElse("");
        if (site.isPublic() || profile.has(Feature.SECRET_IN_BODY)) {
            all.put("client_id", site.clientId());
            if (!site.isPublic()) {
                all.put("client_secret", secret);
            }
            return server.post(issuer.at(path), all);
        }
        if (profile.has(Feature.RAW_BASIC)) {
            all.put("client_id", site.clientId());
            return server.post(issuer.at(path), all, "Authorization", basic(site.clientId(), secret));
        }
        // RFC 6749 section 2.3.1 wants both encoded first.
        return server.post(
                issuer.at(path), all, "Authorization", basic(Http.encode(site.clientId()), Http.encode(secret)));
    }

    private static String basic(String clientId, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((clientId + ":" + secret).getBytes(UTF_8));
    }

    private boolean usesPkce() {
        return profile.has(Feature.PKCE) || site.needsPkce();
    }

    private String scope() {
        var scope = site.settings().claims() ? "openid profile email" : "openid";
        return profile.has(Feature.OFFLINE_ACCESS) ? scope + " offline_access" : scope;
    }
}
