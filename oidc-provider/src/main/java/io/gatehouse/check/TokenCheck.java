package io.gatehouse.check;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.check.Http.Answer;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.SitePreset;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Acts as the product's server with a code: token, ID token, userinfo, and at last the revocation of the token. */
record TokenCheck(RelyingParty party, Site site, Issuer issuer, Report report, Clock clock) {

    private static final String TOKEN = "token";
    private static final String ID_TOKEN = "ID token";
    private static final String USERINFO = "userinfo";

    /** The maximum that an ALB accepts of claims and access token together, in bytes. */
    private static final int MOST_OF_AN_ALB = 11 * 1024;

    private static final Duration DRIFT = Duration.ofSeconds(60);

    /** Reads tokens only if there are keys to verify them; the lack of keys is reported already. */
    boolean run(String code, KeyCheck keys) {
        var answer = party.redeems(code, site.redirectUris().get(0));
        var tokens = answer.json();
        if (answer.status() != 200) {
            var error = tokens.path("error").asString("no error code");
            report.wrong(TOKEN, "/token answered %d \"%s\" to a fresh code".formatted(answer.status(), error));
            return false;
        }
        var accessToken = tokens.path("access_token").asString("");
        checkTokens(tokens, accessToken);
        report.time(TOKEN, answer);
        var claims =
                keys.hasUsable() ? idToken(tokens.path("id_token").asString(""), keys) : Optional.<JWTClaimsSet>empty();
        claims.ifPresent(this::checkClaims);
        if (site.hasJwtAccessTokens() && keys.hasUsable()) {
            checkAccessToken(accessToken, keys);
        }
        if (party.asksUserinfo()) {
            checkUserinfo(party.asksUserinfo(accessToken), claims.map(JWTClaimsSet::getSubject), accessToken.length());
        }
        var current = refreshed(tokens).orElse(accessToken);
        givesBack(current);
        return true;
    }

    private void checkTokens(JsonNode tokens, String accessToken) {
        var isWhole = tokens.path("token_type").asString("").equalsIgnoreCase("Bearer")
                && tokens.path("expires_in").isNumber()
                && !accessToken.isEmpty();
        report.expect(
                isWhole,
                TOKEN,
                "a code is redeemed by " + party.method(),
                "the answer lacks access_token, expires_in or token_type Bearer");
        var hasRefresh = tokens.has("refresh_token");
        if (hasRefresh != site.settings().refresh()) {
            report.wrong(
                    TOKEN, hasRefresh ? "there is a refresh token, and refresh is off" : "there is no refresh token");
        }
    }

    private Optional<JWTClaimsSet> idToken(String text, KeyCheck keys) {
        try {
            var token = SignedJWT.parse(text);
            var claims = keys.signed(token, JOSEObjectType.JWT);
            report.expect(
                    token.getHeader().getKeyID() != null,
                    ID_TOKEN,
                    "signed by " + site.idTokenAlgorithm() + " with a published key",
                    "its header names no key");
            return Optional.of(claims);
        } catch (ParseException | BadJOSEException | JOSEException unbelievable) {
            report.wrong(ID_TOKEN, "cannot be believed: " + unbelievable.getMessage());
            return Optional.empty();
        }
    }

    /** Checks an access token as a gateway does that verifies it by itself (RFC 9068 section 4). */
    private void checkAccessToken(String text, KeyCheck keys) {
        try {
            var claims = keys.signed(SignedJWT.parse(text), new JOSEObjectType("at+jwt"));
            report.expect(
                    issuer.value().equals(claims.getIssuer())
                            && claims.getAudience().equals(List.of(site.clientId())),
                    TOKEN,
                    "the access token is a JWT, signed with a published key",
                    "the access token is from %s and for %s".formatted(claims.getIssuer(), claims.getAudience()));
        } catch (ParseException | BadJOSEException | JOSEException unbelievable) {
            report.wrong(
                    TOKEN, "the access token should be a JWT to be checked by itself: " + unbelievable.getMessage());
        }
    }

    private void checkClaims(JWTClaimsSet claims) {
        var now = clock.instant();
        var faults = new ArrayList<String>();
        if (!issuer.value().equals(claims.getIssuer())) {
            faults.add("iss is \"%s\" and should be %s".formatted(claims.getIssuer(), issuer.value()));
        }
        if (!claims.getAudience().equals(List.of(site.clientId()))) {
            faults.add("aud is %s and should be %s".formatted(claims.getAudience(), site.clientId()));
        }
        if (claims.getExpirationTime() == null
                || claims.getExpirationTime().toInstant().isBefore(now)) {
            faults.add("it has ended already, or this machine's clock is ahead");
        }
        if (claims.getIssueTime() == null || claims.getIssueTime().toInstant().isAfter(now.plus(DRIFT))) {
            faults.add("it is dated in the future: the clocks differ by more than a minute");
        }
        if (!Objects.equals(claims.getClaim("nonce"), party.nonce().orElse(null))) {
            faults.add("the nonce is not the one that was sent");
        }
        if (site.settings().claims() && site.hasClaimsInIdToken()) {
            neededClaims()
                    .filter(name -> claims.getClaim(name) == null)
                    .forEach(name -> faults.add("it has no " + name + ", and " + site.preset() + " needs one"));
        }
        if (faults.isEmpty()) {
            var nonce = party.nonce().isPresent() ? ", with the nonce as sent" : "; no nonce was sent";
            report.ok(ID_TOKEN, "says who, for whom and until when" + nonce);
        }
        faults.forEach(fault -> report.wrong(ID_TOKEN, fault));
    }

    /** Without these claims some products ask the visitor for them, or refuse the visitor. */
    private Stream<String> neededClaims() {
        if (site.preset() == SitePreset.KEYCLOAK) {
            return Stream.of("email", "given_name", "family_name");
        }
        return site.preset().needsEmail() ? Stream.of("email") : Stream.empty();
    }

    /** Compares with the subject of the ID token; empty when that token was not valid. */
    private void checkUserinfo(Answer answer, Optional<String> subject, int accessTokenLength) {
        var claims = answer.json();
        if (answer.status() != 200 || !claims.isObject()) {
            report.wrong(USERINFO, "/userinfo answered %d to a fresh access token".formatted(answer.status()));
            return;
        }
        subject.ifPresent(expected -> report.expect(
                claims.path("sub").asString("").equals(expected),
                USERINFO,
                "tells of the same visitor as the ID token",
                "tells of another visitor than the ID token"));
        neededClaims()
                .filter(name -> !claims.has(name))
                .forEach(name -> report.wrong(USERINFO, "has no " + name + ", and " + site.preset() + " needs one"));
        var size = answer.body().length() + accessTokenLength;
        if (site.preset() == SitePreset.ALB && size > MOST_OF_AN_ALB) {
            report.wrong(
                    USERINFO,
                    "claims and access token have %d bytes, and an ALB bears %d".formatted(size, MOST_OF_AN_ALB));
        }
        report.time(USERINFO, answer);
    }

    /** The newest access token, where the site gets refresh tokens. */
    private Optional<String> refreshed(JsonNode tokens) {
        if (!tokens.has("refresh_token")) {
            return Optional.empty();
        }
        var answer = party.refreshes(tokens.path("refresh_token").asString(""));
        report.expect(
                answer.status() == 200,
                TOKEN,
                "a refresh token is redeemed",
                "/token answered %d to a refresh token".formatted(answer.status()));
        return Optional.of(answer.json().path("access_token").asString("")).filter(token -> !token.isEmpty());
    }

    private void givesBack(String accessToken) {
        var revoked = party.revokes(accessToken);
        var isOver = party.asksUserinfo(accessToken).status() == 401;
        report.expect(
                revoked.status() == 200 && isOver,
                "slot",
                "given back: the access token is refused from now on",
                "not given back: /revoke answered %d, and the access token is %s"
                        .formatted(revoked.status(), isOver ? "refused" : "accepted still"));
    }
}
