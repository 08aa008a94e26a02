package io.gatehouse.oidc.logout;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.logout.LogoutSite.Notice;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sites are told behind their visitors' backs that a visit is over: which, of what, by what, and how often. */
@Tag("jdk")
class BackChannelLogoutTest {

    @SuppressWarnings("NullAway.Init") // started before all
    private static LogoutSite shopChannel;

    @SuppressWarnings("NullAway.Init")
    private static LogoutSite blogChannel;

    @SuppressWarnings("NullAway.Init")
    private static LogoutSite fairChannel;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    private final Browser browser = gatehouse.browser();

    @BeforeAll
    static void start() {
        shopChannel = new LogoutSite();
        blogChannel = new LogoutSite();
        fairChannel = new LogoutSite();
        var settings = new ArrayList<>(List.of(
                "gatehouse.rooms.shop.capacity=100000",
                "gatehouse.sites.shop.refresh=true",
                "gatehouse.sites.shop.claims-in-id-token=true",
                "gatehouse.sites.shop.backchannel-logout-uri=" + shopChannel.uri(),
                "gatehouse.sites.blog.id-token-algorithm=es256",
                "gatehouse.rooms.fair.capacity=10",
                "gatehouse.rooms.fair.admission-renewal=30m up to 2h",
                "gatehouse.rooms.fair.grace=5m",
                "gatehouse.sites.fair.room=fair",
                "gatehouse.sites.fair.secret=" + SECRET,
                "gatehouse.sites.fair.redirect-uris=" + SITE + "/callback",
                "gatehouse.sites.fair.backchannel-logout-uri=" + fairChannel.uri(),
                "gatehouse.logout.notify-timeout=1m",
                "gatehouse.logout.answer-within=1m",
                "gatehouse.api-clients.nightly.secret=" + SECRET,
                "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write"));
        gatehouse = RunningGatehouse.start(with(settings, "blog", blogChannel));
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        List.of(shopChannel, blogChannel, fairChannel).forEach(LogoutSite::close);
    }

    @BeforeEach
    void forget() {
        List.of(shopChannel, blogChannel, fairChannel).forEach(LogoutSite::forgets);
    }

    @Test
    void givenAVisitorLoggedInAtTwoSites_whenTheyLogOutAtOne_thenBothHaveBeenToldBeforeTheyGoOn() throws Exception {
        var shop = login("shop");
        var blog = login("blog");

        logsOut(shop);

        var toShop = shopChannel.already();
        var toBlog = blogChannel.already();
        isRight(toShop.orElseThrow(), "shop", JWSAlgorithm.RS256, shop);
        isRight(toBlog.orElseThrow(), "blog", JWSAlgorithm.ES256, blog);
    }

    @Test
    void givenOtherVisitorsAndOtherSites_whenOneLogsOut_thenTheyAreNotConcerned() {
        var mine = login("shop");
        var theirs = Login.redeem(gatehouse, "blog", Login.authorizeCode(gatehouse.browser(), "blog"));

        logsOut(mine);

        assertThat(shopChannel.already()).isPresent();
        assertThat(shopChannel.already()).isEmpty();
        assertThat(blogChannel.already()).isEmpty();
        assertThat(userinfo(theirs)).isEqualTo(200);
    }

    @Test
    void givenASiteThatHasBeenTold_whenTheSameVisitIsEndedAgain_thenItIsNotToldAgain() {
        var tokens = login("shop");
        logsOut(tokens);

        logsOut(tokens);
        ends(tokens);

        assertThat(shopChannel.next()).isNotNull();
        logsOut(login("shop"));
        assertThat(shopChannel.next()).isNotNull();
        assertThat(shopChannel.already()).isEmpty();
    }

    @Test
    void givenASiteWithFaults_whenItIsTold_thenItIsToldAgainInTheSamePlaceUntilItHasUnderstood() throws Exception {
        var tokens = login("shop");
        shopChannel.answers(500, 302);

        logsOut(tokens);

        var first = shopChannel.next();
        pauses(0);
        var second = shopChannel.next();
        pauses(1);
        var third = shopChannel.next();
        assertThat(List.of(second.path(), third.path())).containsOnly(first.path());
        isRight(third, "shop", JWSAlgorithm.RS256, tokens);
        assertThat(claims(first, "shop", JWSAlgorithm.RS256).getJWTID())
                .isNotEqualTo(claims(third, "shop", JWSAlgorithm.RS256).getJWTID());
    }

    @Test
    void givenASiteThatHangs_whenTheVisitorLogsOut_thenTheyAndTheOtherSitesDoNot() {
        var settings = new ArrayList<>(List.of(
                "gatehouse.rooms.shop.capacity=10",
                "gatehouse.logout.notify-timeout=1s",
                "gatehouse.logout.answer-within=1m",
                "gatehouse.sites.shop.backchannel-logout-uri=" + shopChannel.uri()));
        try (var stuck = new LogoutSite().hangs();
                var hasty = RunningGatehouse.start(with(settings, "stuck", stuck))) {
            var visitor = hasty.browser();
            Login.redeem(hasty, "stuck", Login.authorizeCode(visitor, "stuck"));
            var shop = Login.redeem(hasty, "shop", Login.authorizeCode(visitor, "shop"));

            logsOut(visitor, shop);

            assertThat(stuck.next()).isNotNull();
            assertThat(stuck.already()).as("a second attempt, after the first").isEmpty();
            assertThat(shopChannel.next()).isNotNull();
            assertThat(userinfo(hasty, shop)).isEqualTo(401);
        }
    }

    @Test
    void givenAnOperatorsScript_whenItEndsTheAdmission_thenTheSiteIsTold() throws Exception {
        var tokens = login("shop");

        ends(tokens);

        isRight(shopChannel.next(), "shop", JWSAlgorithm.RS256, tokens);
    }

    @Test
    void givenASite_whenItGivesItsTokenBack_thenTheOtherSitesAreTold() throws Exception {
        var shop = login("shop");
        var blog = login("blog");

        Login.post(
                gatehouse.issuer() + "/revoke",
                Login.basic("shop", SECRET),
                Map.of("token", shop.text("refresh_token")));

        isRight(blogChannel.next(), "blog", JWSAlgorithm.ES256, blog);
        isRight(shopChannel.next(), "shop", JWSAlgorithm.RS256, shop);
    }

    @Test
    void givenAVisitorInside_whenTheyAskToLeaveTheLine_thenTheyStayInAndTheSiteIsNotTold() {
        var tokens = login("shop");

        browser.posts("/rooms/shop/leave", Map.of());

        assertThat(userinfo(tokens)).isEqualTo(200);
        assertThat(shopChannel.already()).isEmpty();
    }

    @Test
    void givenAVisit_whenItsTimeIsOver_thenItsSitesAreToldOnceAndNotAgainByALogout() throws Exception {
        gatehouse.reopens("shop");
        var shop = login("shop");
        var blog = login("blog");
        Login.authorizeCode(gatehouse.browser(), "shop"); // never redeemed
        gatehouse.pass(Duration.ofMinutes(59));
        var later = Login.redeem(gatehouse, "shop", Login.authorizeCode(gatehouse.browser(), "shop"));

        gatehouse.pass(Duration.ofMinutes(1));
        gatehouse.tick();

        isRight(shopChannel.next(), "shop", JWSAlgorithm.RS256, shop);
        isRight(blogChannel.next(), "blog", JWSAlgorithm.ES256, blog);
        logsOut(shop);
        logsOut(login("blog"));
        assertThat(blogChannel.next()).isNotNull();
        assertThat(shopChannel.already())
                .as("of the first visit again, or of the second")
                .isEmpty();
        assertThat(userinfo(later)).isEqualTo(200);
    }

    @Test
    void givenAVisitThatIsRenewed_whenItsFirstEndIsPast_thenTheSiteIsToldAtTheRealEnd() throws Exception {
        gatehouse.reopens("shop"); // or the visits of other tests end here, too
        var tokens = login("fair");
        gatehouse.pass(Duration.ofMinutes(59));
        assertThat(userinfo(tokens)).as("a use").isEqualTo(200);

        gatehouse.pass(Duration.ofMinutes(20));
        logsOut(login("blog"));
        assertThat(blogChannel.next()).as("told later").isNotNull();
        assertThat(fairChannel.already()).isEmpty();
        gatehouse.pass(Duration.ofMinutes(10));

        isRight(fairChannel.next(), "fair", JWSAlgorithm.RS256, tokens);
    }

    /** A site refuses all sessions of a visit that it has heard to be over (section 2.7). */
    @Test
    void givenAVisitThatTimeHasEnded_whenItsVisitorComesBackInGrace_thenTheSecondVisitHasASidOfItsOwn()
            throws Exception {
        gatehouse.reopens("shop"); // or the visits of other tests end here, too
        var first = login("fair");
        assertThat(claim("sid", login("fair"))).as("a login within the visit").isEqualTo(claim("sid", first));
        gatehouse.clock().advance(Duration.ofHours(1));

        var second = login("fair");

        isRight(fairChannel.next(), "fair", JWSAlgorithm.RS256, first);
        assertThat(claim("sub", second)).isEqualTo(claim("sub", first));
        assertThat(claim("sid", second)).isNotEqualTo(claim("sid", first));
        assertThat(fairChannel.already()).as("of the second visit").isEmpty();
        logsOut(second);
        isRight(fairChannel.next(), "fair", JWSAlgorithm.RS256, second);
    }

    @Test
    void givenASiteWithTokensOfAnEarlierRelease_whenTheVisitEnds_thenTheNoticeHasTheSidThatTheSiteKnows()
            throws Exception {
        var tokens = login("blog");
        var known = SubjectIdentifiers.earlierSession(claim("sub", tokens));
        var now = gatehouse.clock().instant();
        gatehouse.bean(ExpiringStore.class).put("visit:" + known + ":shop", new byte[0], now.plusSeconds(60), now);

        logsOut(tokens);

        assertThat(claims(shopChannel.next(), "shop", JWSAlgorithm.RS256).getStringClaim("sid"))
                .isEqualTo(known);
        isRight(blogChannel.next(), "blog", JWSAlgorithm.ES256, tokens);
    }

    @Test
    void givenASiteThatIsAwayAsAVisitEnds_whenItComesBack_thenItIsTold() throws Exception {
        gatehouse.reopens("shop");
        var tokens = login("shop");
        shopChannel.answers(503);

        gatehouse.pass(Duration.ofHours(1));

        assertThat(shopChannel.next()).isNotNull();
        pauses(0);
        isRight(shopChannel.next(), "shop", JWSAlgorithm.RS256, tokens);
    }

    @Test
    void givenACodeThatNobodyRedeemed_whenTheVisitorLogsOut_thenTheSiteNeedNotBeTold() {
        Login.authorizeCode(browser, "shop");

        logsOut(login("blog"));

        assertThat(blogChannel.next()).isNotNull();
        assertThat(shopChannel.already()).isEmpty();
    }

    @Test
    void givenLogouts_whenAScriptReadsTheMetrics_thenTheyAreCounted() {
        logsOut(login("blog"));

        var metrics = Login.get(gatehouse.issuer() + "/panel/api/metrics", "Bearer " + script());

        assertThat(metrics.body()).contains("gatehouse_logouts_told_total{site=\"blog\"}");
    }

    /** The channel's pause after so many repetitions begins, and is over. */
    private static void pauses(int repetition) {
        var pause = BackChannel.PAUSES.get(repetition);
        var time = gatehouse.bean(MutableScheduler.class);
        await().atMost(Duration.ofMinutes(1)).until(() -> time.hasScheduled(pause));
        gatehouse.elapse(pause);
    }

    /** These settings, and those of one more site of room {@code shop}. */
    private static String[] with(List<String> settings, String site, LogoutSite channel) {
        var prefix = "gatehouse.sites." + site + ".";
        var all = new ArrayList<>(settings);
        all.add(prefix + "room=shop");
        all.add(prefix + "secret=" + SECRET);
        all.add(prefix + "redirect-uris=" + SITE + "/callback");
        all.add(prefix + "backchannel-logout-uri=" + channel.uri());
        return all.toArray(String[]::new);
    }

    private Answer login(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(browser, site));
    }

    private void logsOut(Answer tokens) {
        logsOut(browser, tokens);
    }

    private static void logsOut(Browser visitor, Answer tokens) {
        var page = visitor.gets("/logout?id_token_hint=" + tokens.text("id_token"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("name=\"sure\"");
    }

    private static void ends(Answer tokens) {
        var position = Login.claims(tokens.text("id_token")).path("position").asLong();
        var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(
                        gatehouse.issuer() + "/panel/api/rooms/shop/admissions/" + position + "/end"))
                .header("Authorization", "Bearer " + script())
                .header("Content-Type", "application/json")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(gatehouse.browser().sends(request).status()).isIn(200, 409);
    }

    private static String claim(String name, Answer tokens) {
        return Login.claims(tokens.text("id_token")).path(name).asString();
    }

    private static String script() {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write");
        return Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", SECRET), form)
                .text("access_token");
    }

    private static int userinfo(Answer tokens) {
        return userinfo(gatehouse, tokens);
    }

    private static int userinfo(RunningGatehouse gatehouse, Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .status();
    }

    /** Section 2.6, step by step, as the site would. */
    private static void isRight(Notice told, String site, JWSAlgorithm algorithm, Answer tokens) throws Exception {
        var claims = claims(told, site, algorithm);
        var hint = Login.claims(tokens.text("id_token"));

        assertThat(told.method()).isEqualTo("POST");
        assertThat(told.contentType()).isEqualTo("application/x-www-form-urlencoded");
        assertThat(told.form()).containsOnlyKeys("logout_token");
        assertThat(claims.getClaims().keySet())
                .containsExactlyInAnyOrder("iss", "sub", "aud", "iat", "exp", "jti", "events", "sid");
        assertThat(claims.getIssuer()).isEqualTo(gatehouse.issuer());
        assertThat(claims.getSubject()).isEqualTo(hint.path("sub").asString());
        assertThat(claims.getStringClaim("sid")).isEqualTo(hint.path("sid").asString());
        assertThat(claims.getJSONObjectClaim("events"))
                .isEqualTo(Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()));
        assertThat(Duration.between(
                        claims.getIssueTime().toInstant(),
                        claims.getExpirationTime().toInstant()))
                .isBetween(Duration.ofSeconds(1), Duration.ofMinutes(2));
        assertThat(claims.getIssueTime().toInstant())
                .isBeforeOrEqualTo(gatehouse.clock().instant());
    }

    private static JWTClaimsSet claims(Notice told, String site, JWSAlgorithm algorithm) throws Exception {
        var keys = JWKSet.parse(
                Login.get(gatehouse.issuer() + "/.well-known/jwks.json", "").body());
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("logout+jwt")));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithm, new ImmutableJWKSet<>(keys)));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                Set.of(site), null, Set.of("iss", "aud", "iat", "exp", "jti", "events"), Set.of("nonce")));
        return processor.process(told.token(), null);
    }
}
