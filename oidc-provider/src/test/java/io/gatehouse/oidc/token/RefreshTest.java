package io.gatehouse.oidc.token;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.testing.Crowd;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** Sites that refresh: rotation and its grace, theft, narrowed scopes, and what ends it. */
class RefreshTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.lively.capacity=100000",
                    "gatehouse.rooms.lively.admission-ttl=20m",
                    "gatehouse.rooms.lively.admission-renewal=10m up to 30m",
                    "gatehouse.rooms.forgiving.capacity=1",
                    "gatehouse.rooms.forgiving.admission-ttl=10m",
                    "gatehouse.rooms.forgiving.admission-renewal=10m up to 30m",
                    "gatehouse.rooms.forgiving.grace=5m")
            .site("lively", "lively", "refresh=true", "access-token-ttl=1h")
            .site("rare", "lively", "access-token=jwt")
            .site("forgiving", "forgiving", "refresh=true")
            .site("alb", "shop", "refresh=true")
            .site("jwt", "shop", "refresh=true", "access-token=jwt", "id-token-algorithm=es256")
            .site("other", "shop", "refresh=true")
            .site("brief", "shop", "refresh=true", "access-token-ttl=30s")
            .site("brief-jwt", "shop", "refresh=true", "access-token-ttl=30s", "access-token=jwt")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @ParameterizedTest
    @ValueSource(strings = {"alb", "jwt"})
    void givenALostAnswer_whenTheSiteRefreshesAgain_thenItGetsWhatItWouldHaveGot(String site) {
        var first = login(site);
        var lost = refresh(site, first);
        gatehouse.clock().advance(Duration.ofSeconds(50));

        var again = refresh(site, first);

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("refresh_token")).isEqualTo(lost.text("refresh_token"));
        assertThat(again.json().path("expires_in").asLong())
                .isLessThanOrEqualTo(lost.json().path("expires_in").asLong() - 49);
        assertThat(List.of(userinfo(lost).status(), userinfo(again).status())).containsOnly(200);
        assertThat(refresh(site, again).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"brief", "brief-jwt"})
    void givenALostAnswerWhoseAccessTokenHasRunOut_whenManyRefreshAgain_thenTheSameTokensBeginAnew(String site)
            throws Exception {
        var first = login(site);
        var lost = refresh(site, first);
        gatehouse.clock().advance(Duration.ofSeconds(40));

        var again = Crowd.of(8, () -> refresh(site, first));
        var userinfo = again.stream().map(answer -> userinfo(answer).status()).collect(Collectors.toSet());
        gatehouse.clock().advance(Duration.ofSeconds(31));

        assertThat(again).allMatch(answer -> answer.status() == 200);
        assertThat(again).allMatch(answer -> answer.text("refresh_token").equals(lost.text("refresh_token")));
        assertThat(again).allMatch(answer -> answer.json().path("expires_in").asLong() > 0);
        assertThat(userinfo).containsOnly(200);
        assertThat(userinfo(again.get(0)).status()).isEqualTo(401);
        assertThat(refresh(site, again.get(0)).status()).isEqualTo(200);
    }

    @Test
    void givenAnAccessTokenThatHasBegunAnew_whenTheGraceOfItsRefreshIsOver_thenARepeatIsATheft() {
        var first = login("brief");
        refresh("brief", first);
        gatehouse.clock().advance(Duration.ofSeconds(50));
        var again = refresh("brief", first);
        gatehouse.clock().advance(Duration.ofSeconds(11));

        assertThat(again.status()).isEqualTo(200);
        assertThat(refresh("brief", first).text("error")).isEqualTo("invalid_grant");
        assertThat(refresh("brief", again).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenARefreshTokenThatIsUsedUp_whenItIsUsedAfterTheGrace_thenTheThiefAndTheSiteAreBothOut() {
        var first = login("alb");
        var second = refresh("alb", first);
        gatehouse.clock().advance(Duration.ofSeconds(61));
        var before = userinfo(second).status();

        var replayed = refresh("alb", first);

        assertThat(before).isEqualTo(200);
        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(second).status()).isEqualTo(401);
        assertThat(refresh("alb", second).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenARefreshTokenOfTwoRefreshesAgo_whenItIsUsedWithinTheGrace_thenItIsATheftAllTheSame() {
        var first = login("alb");
        var second = refresh("alb", first);
        var third = refresh("alb", second);

        var replayed = refresh("alb", first);

        assertThat(third.status()).isEqualTo(200);
        assertThat(replayed.text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(third).status()).isEqualTo(401);
    }

    @Test
    void givenATheft_whenTheVisitorComesBack_thenTheyAreStillAdmitted() {
        var first = login("alb");
        refresh("alb", refresh("alb", first));
        refresh("alb", first);

        assertThat(userinfo(login("alb")).status()).isEqualTo(200);
    }

    @Test
    void givenARoomThatRenewsVisits_whenTheSiteRefreshes_thenTheNewTokensEndWithTheRenewedVisit() {
        var begun = gatehouse.clock().instant().getEpochSecond();
        var first = login("lively");
        gatehouse.clock().advance(Duration.ofMinutes(15));

        var second = refresh("lively", first);

        assertThat(first.json().path("expires_in").asLong()).isBetween(1_199L, 1_200L);
        assertThat(second.json().path("expires_in").asLong()).isBetween(599L, 600L);
        assertThat(Login.claims(second.text("id_token")).path("exp").asLong()).isEqualTo(begun + 1_500);
        assertThat(userinfo(second).json().path("expires_at").asLong()).isEqualTo(begun + 1_500);

        gatehouse.clock().advance(Duration.ofMinutes(8));
        assertThat(userinfo(second).json().path("expires_at").asLong())
                .as("up to the maximum")
                .isEqualTo(begun + 1_800);
        gatehouse.clock().advance(Duration.ofMinutes(5));
        var third = refresh("lively", second);
        assertThat(third.json().path("expires_in").asLong())
                .as("by a refresh token of before that use")
                .isBetween(119L, 120L);

        gatehouse.clock().advance(Duration.ofMinutes(2));
        assertThat(refresh("lively", third).text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(third).status()).isEqualTo(401);
    }

    @Test
    void givenARoomThatRenewsVisits_whenAVisitorLogsInOnceMore_thenThatIsAUse() {
        login("lively");
        gatehouse.clock().advance(Duration.ofMinutes(15));

        var again = login("lively");

        assertThat(again.json().path("expires_in").asLong()).isBetween(599L, 600L);
    }

    @Test
    void givenARoomThatRenewsVisits_whenATokenIsOnlyIntrospected_thenTheVisitEndsAllTheSame() {
        var tokens = login("lively");
        gatehouse.clock().advance(Duration.ofMinutes(15));

        var introspected = introspect("lively", tokens).json();
        gatehouse.clock().advance(Duration.ofMinutes(5));

        assertThat(introspected.path("active").asBoolean()).isTrue();
        assertThat(introspect("lively", tokens).body()).isEqualTo("{\"active\":false}");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
    }

    @Test
    void givenAVisitThatHasRunOutOfTime_whenItsVisitorComesBackInGrace_thenAFreeSlotIsTheirsOnce() {
        var first = login("forgiving");
        passes(Duration.ofMinutes(14));

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        var second = login("forgiving");

        assertThat(second.status()).as(second.body()).isEqualTo(200);
        assertThat(subject(second)).isEqualTo(subject(first));
        assertThat(second.json().path("expires_in").asLong()).isBetween(299L, 300L);
        assertThat(gatehouse.room("forgiving").snapshot().slots()).isEqualTo(1);
        assertThat(userinfo(first).status()).as("of the visit that is over").isEqualTo(401);
        assertThat(refresh("forgiving", first).text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(second).status()).isEqualTo(200);

        passes(Duration.ofMinutes(11));
        var third = login("forgiving");
        assertThat(subject(third)).as("a new place").isNotEqualTo(subject(first));
        passes(Duration.ofMinutes(30));
    }

    @Test
    void givenAVisitThatHasRunOutOfTime_whenTheRoomIsFull_thenItsVisitorWaitsAndTakesNobodysSlot() {
        login("forgiving");
        passes(Duration.ofMinutes(11));
        var other = gatehouse.browser();
        var others = Login.redeem(gatehouse, "forgiving", Login.authorizeCode(other, "forgiving"));
        var newcomer = gatehouse.browser();
        newcomer.opens(Login.authorize("client_id", "forgiving"));

        assertThat(browser.gets("/rooms/forgiving/wait").body())
                .contains("class=\"EXPIRED\"", "You are not back at the end", "left to ask for it")
                .containsPattern("<form class=\"act\" id=\"return\" data-act=\"return\" method=\"post\" action")
                .containsPattern("id=\"enter\" hidden");
        assertThat(browser.gets("/rooms/forgiving/place").body()).contains("\"stage\":\"EXPIRED\"", "\"until\":");
        var back = browser.opens(Login.authorize("client_id", "forgiving"));
        assertThat(back.body()).contains("one turn in four is for those who come back");

        assertThat(browser.gets("/rooms/forgiving/place").body()).contains("RETURNING");
        assertThat(gatehouse.room("forgiving").snapshot().slots()).isEqualTo(1);
        revoke("forgiving", others.text("access_token"));
        assertThat(others.status()).isEqualTo(200);
        newcomer.posts("/rooms/forgiving/leave", Map.of());
        gatehouse.tick();
        assertThat(browser.gets("/rooms/forgiving/place").body()).contains("TURN");
        passes(Duration.ofMinutes(40));
    }

    @Test
    void givenAVisitThatAnOperatorHasEnded_whenItsVisitorComesBack_thenThereIsNoGrace() {
        var first = login("forgiving");
        var place = gatehouse
                .bean(SubjectIdentifiers.class)
                .place(Login.claims(first.text("id_token")).path("jti").asString());
        gatehouse.room("forgiving").apply(place.orElseThrow(), Act.EXPIRE);

        assertThat(subject(login("forgiving"))).isNotEqualTo(subject(first));
        passes(Duration.ofMinutes(40));
    }

    /** A JWT says its own end, which holds whatever becomes of the visit. */
    @Test
    void givenAJwtOfARenewedVisit_whenItsOwnEndHasCome_thenItIsRefused() {
        var tokens = login("rare");
        gatehouse.clock().advance(Duration.ofMinutes(15));
        var before = userinfo(tokens);
        gatehouse.clock().advance(Duration.ofMinutes(6));

        assertThat(before.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/lively/place").body()).contains("ADMITTED");
    }

    @Test
    void givenARoomThatRenewsNoVisit_whenAVisitIsUsed_thenItsEndStays() {
        var first = login("alb");
        var end = userinfo(first).json().path("expires_at").asLong();
        gatehouse.clock().advance(Duration.ofMinutes(50));

        var second = refresh("alb", first);

        assertThat(userinfo(second).json().path("expires_at").asLong()).isEqualTo(end);
        assertThat(login("alb").status()).isEqualTo(200);
        gatehouse.clock().advance(Duration.ofMinutes(10));
        assertThat(refresh("alb", second).text("error")).isEqualTo("invalid_grant");
    }

    /** Who has seen a code knows how the family's tokens begin; that must not be enough to end them. */
    @Test
    void givenAnInventedRefreshToken_whenItIsUsed_thenNothingIsRevoked() {
        var tokens = refresh("alb", login("alb"));
        var real = tokens.text("refresh_token");
        var invented = new ArrayList<String>();
        for (var index = 22; index < 65; index++) {
            var other = real.charAt(index) == 'A' ? 'B' : 'A';
            invented.add(real.substring(0, index) + other + real.substring(index + 1));
        }
        invented.add(tokens.text("access_token"));

        var answers = invented.stream().map(token -> refresh("alb", token)).toList();

        assertThat(answers).allMatch(answer -> answer.text("error").equals("invalid_grant"));
        assertThat(userinfo(tokens).status()).isEqualTo(200);
        assertThat(refresh("alb", tokens).status()).isEqualTo(200);
    }

    @Test
    void givenARefreshToken_whenItIsShownAsAnAccessToken_thenItIsNone() {
        var refresh = login("alb").text("refresh_token");

        assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + refresh)
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alb", "jwt"})
    void givenSixteenRequestsAtOnce_whenEachMakesItsSiteRefresh_thenAllGoOn(String site) throws Exception {
        var first = login(site);

        var answers = Crowd.of(16, () -> refresh(site, first));

        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers.stream().map(answer -> answer.text("refresh_token")).collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(answers).allMatch(answer -> userinfo(answer).status() == 200);
        assertThat(refresh(site, answers.get(7)).status()).isEqualTo(200);
    }

    @Test
    void givenARefresh_whenTheAccessTokenBeforeIsStillUnderWay_thenItIsGoodUntilItsOwnEnd() {
        var first = login("alb");
        refresh("alb", first);

        var before = userinfo(first).status();
        gatehouse.clock().advance(Duration.ofMinutes(6));

        assertThat(before).isEqualTo(200);
        assertThat(userinfo(first).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alb", "jwt"})
    void givenFewerScopes_whenRefreshed_thenTheNewAccessTokenHasNoMore(String site) {
        var first = login(site);

        var narrow = refresh(site, first, "openid");
        var introspected = introspect(site, narrow).json();
        var wide = refresh(site, narrow);

        assertThat(narrow.text("scope")).isEqualTo("openid");
        assertThat(introspected.path("scope").asString()).isEqualTo("openid");
        assertThat(userinfo(narrow).json().propertyNames()).contains("sub").doesNotContain("email", "name");
        assertThat(wide.text("scope").split(" ")).containsExactlyInAnyOrder("openid", "profile", "email", "room");
        assertThat(userinfo(wide).json().propertyNames()).contains("email", "name");
    }

    @Test
    void givenClaimsAskedForOneByOne_whenRefreshed_thenTheNewTokensHaveThemToo() {
        var claims = "{\"id_token\":{\"position\":null},\"userinfo\":{\"email\":null}}";
        var first = Login.redeem(
                gatehouse, "alb", Login.authorizeCode(browser, "alb", "scope", "openid", "claims", claims));

        var second = refresh("alb", first);

        assertThat(Login.claims(second.text("id_token")).path("position").asLong())
                .isPositive();
        assertThat(userinfo(second).json().propertyNames()).containsExactlyInAnyOrder("sub", "email");
    }

    @Test
    void givenMoreScopesThanWereGranted_whenRefreshed_thenTheScopeIsInvalidAndNothingIsUsedUp() {
        var first = Login.redeem(gatehouse, "alb", Login.authorizeCode(browser, "alb", "scope", "openid email"));

        var wider = refresh("alb", first, "openid email profile");
        var foreign = refresh("alb", first, "rooms.write");

        assertThat(List.of(wider.text("error"), foreign.text("error"))).containsOnly("invalid_scope");
        assertThat(refresh("alb", first, "openid email").status()).isEqualTo(200);
    }

    @Test
    void givenARefreshToken_whenAnotherSiteUsesIt_thenItIsRefusedAndStillGood() {
        var tokens = login("alb");

        assertThat(refresh("other", tokens).text("error")).isEqualTo("invalid_grant");
        assertThat(refresh("alb", tokens).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXPIRE", "COMPLETE", "ABANDON"})
    void givenTheAdmissionIsEnded_whenTheSiteRefreshes_thenTheGrantIsInvalidAtOnce(Act act) {
        var first = login("alb");
        var second = refresh("alb", first);
        var room = gatehouse.room("shop");
        var position = userinfo(first).json().path("position").asLong();

        room.apply(room.at(Position.of(position)).orElseThrow().id(), act);

        assertThat(List.of(
                        refresh("alb", second).text("error"),
                        refresh("alb", first).text("error")))
                .containsOnly("invalid_grant");
        assertThat(userinfo(second).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "refresh_token"})
    void givenARefreshingSite_whenItGivesAnyOfItsTokensBack_thenTheVisitIsOver(String which) {
        var tokens = refresh("alb", login("alb"));

        var revoked = revoke("alb", tokens.text(which));

        assertThat(revoked.status()).isEqualTo(200);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("COMPLETED");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        assertThat(refresh("alb", tokens).text("error")).isEqualTo("invalid_grant");
        assertThat(revoke("alb", tokens.text(which)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alb", "jwt"})
    void givenAnExpiredAccessToken_whenItIsGivenBack_thenItIsAcceptedAndChangesNothing(String site) {
        var tokens = login(site);
        gatehouse.clock().advance(Duration.ofMinutes(6));

        var revoked = revoke(site, tokens.text("access_token"));

        assertThat(revoked.status()).isEqualTo(200);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("ADMITTED");
        assertThat(refresh(site, tokens).status()).isEqualTo(200);
    }

    @Test
    void givenAUsedUpRefreshToken_whenItIsShownAnywhereButForARefresh_thenItIsWorthNothingAndChangesNothing() {
        var first = login("alb");
        var second = refresh("alb", first);
        var usedUp = first.text("refresh_token");
        gatehouse.clock().advance(Duration.ofSeconds(61));

        var revoked = revoke("alb", usedUp);
        var introspected = introspect("alb", usedUp);
        var userinfo = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + usedUp);

        assertThat(revoked.status()).isEqualTo(200);
        assertThat(introspected.body()).isEqualTo("{\"active\":false}");
        assertThat(userinfo.status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("ADMITTED");
        assertThat(userinfo(second).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "refresh_token"})
    void givenATokenOfAnotherSite_whenItIsGivenBack_thenThatIsRefusedAndChangesNothing(String which) {
        var tokens = login("alb");

        var revoked = revoke("other", tokens.text(which));

        assertThat(revoked.status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("ADMITTED");
        assertThat(refresh("alb", tokens).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alb", "jwt"})
    void givenTokensOfAnotherSite_whenTheyAreIntrospected_thenTheyAreNotActiveAndNothingElseIsSaid(String site) {
        var tokens = login(site);

        for (var token : List.of(tokens.text("access_token"), tokens.text("refresh_token"))) {
            assertThat(introspect(site, token).json().path("active").asBoolean())
                    .isTrue();
            assertThat(introspect("other", token).body()).isEqualTo("{\"active\":false}");
        }
    }

    /** What commit 0b22dad wrote, and what cannot be read at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"site":"alb","grantType":"authorization_code","subject":"x","room":"shop",
                "place":"00000000-0000-0000-0000-000000000001","scopes":["openid"],
                "redirectUri":"http://localhost:9/callback","parameters":{},"authTime":1,"code":null,
                "access":{"digest":"x","issuedAt":1,"expiresAt":9999999999999,"isSpent":false},"refresh":null}""",
                "{}",
                "null",
                "[]",
                "not JSON",
                ""
            })
    void givenALoginThatAnotherReleaseWrote_whenItsTokensAreShown_thenTheyAreUnknown(String record) {
        var tokens = login("alb");
        var code = Login.authorizeCode(browser, "alb");
        var store = gatehouse.bean(ExpiringStore.class);
        var now = gatehouse.clock().instant();
        for (var text : List.of(tokens.text("access_token"), code)) {
            var key = StoredAuthorizations.key(TokenText.family(text).orElseThrow());
            store.put(key, record.getBytes(UTF_8), now.plusSeconds(600), now);
        }

        assertThat(List.of(refresh("alb", tokens), Login.redeem(gatehouse, "alb", code)))
                .allMatch(answer -> answer.status() == 400)
                .allMatch(answer -> answer.text("error").equals("invalid_grant"));
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        assertThat(introspect("alb", tokens).body()).isEqualTo("{\"active\":false}");
        assertThat(revoke("alb", tokens.text("refresh_token")).status()).isEqualTo(200);
    }

    @Test
    void givenALoginThatALaterReleaseWrote_whenItIsRedeemedRefreshedAndRevoked_thenWhatWeDoNotKnowIsStillThere() {
        var code = Login.authorizeCode(browser, "alb");
        var store = gatehouse.bean(ExpiringStore.class);
        var key = StoredAuthorizations.key(TokenText.family(code).orElseThrow());
        var now = gatehouse.clock().instant();
        var written = new String(store.get(key, now).orElseThrow(), UTF_8);
        var later = written.replaceFirst("\\{", "{\"colour\":\"red\",");
        store.put(key, later.getBytes(UTF_8), now.plusSeconds(600), now);

        var redeemed = Login.redeem(gatehouse, "alb", code);
        var refreshed = refresh("alb", redeemed);
        gatehouse.bean(StoredAuthorizations.class).revoke(TokenText.family(code).orElseThrow());

        assertThat(List.of(redeemed.status(), refreshed.status())).containsOnly(200);
        assertThat(refresh("alb", refreshed).status()).isEqualTo(400);
        assertThat(new String(store.get(key, now).orElseThrow(), UTF_8)).contains("\"colour\":\"red\"");
    }

    /** Resource servers may log the id of a JWT as what it looks like. */
    @Test
    void givenTheIdOfAJwt_whenItIsShownAsAToken_thenItIsNone() {
        var tokens = login("jwt");
        var id = Login.claims(tokens.text("access_token")).path("jti").asString();

        var revoked = revoke("jwt", id);

        assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + id).status())
                .isEqualTo(401);
        assertThat(introspect("jwt", id).body()).isEqualTo("{\"active\":false}");
        assertThat(refresh("jwt", id).text("error")).isEqualTo("invalid_grant");
        assertThat(revoked.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).isEqualTo(200);
    }

    /** Else the one whose answer is lost would take what the other wrote for its own. */
    @Test
    void givenTwoNodesThatRedeemACodeInTheSameMillisecond_whenEachWritesItDown_thenTheyDoNotWriteTheSame() {
        var code = Login.authorizeCode(browser, "alb");
        var authorizations = gatehouse.bean(StoredAuthorizations.class);
        var store = gatehouse.bean(ExpiringStore.class);
        var key = StoredAuthorizations.key(TokenText.family(code).orElseThrow());
        var now = gatehouse.clock().instant();
        var before = store.get(key, now).orElseThrow();
        var read = authorizations.findByToken(code, new OAuth2TokenType("code"));
        var token = new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "token", now, now.plusSeconds(60));
        var redeemed = OAuth2Authorization.from(Objects.requireNonNull(read))
                .token(token)
                .build();

        authorizations.save(redeemed);
        var one = store.get(key, now).orElseThrow();
        store.put(key, before, now.plusSeconds(60), now);
        authorizations.save(redeemed);

        assertThat(store.get(key, now).orElseThrow()).isNotEqualTo(one).isNotEqualTo(before);
    }

    @Test
    void givenATokenThatIsShown_whenItIsWrittenToALog_thenItsTextIsNotThere() {
        assertThat(new TokenFamilies.PresentedToken("a-secret", Optional.empty()).toString())
                .doesNotContain("a-secret");
    }

    /** Whoever holds the token can read its id; the signature is what cannot be made. */
    @Test
    void givenAJwtWithAnIdOfOurs_whenItsSignatureIsNotOurs_thenItIsNoToken() throws Exception {
        var parts = login("jwt").text("access_token").split("\\.", -1);
        var none = Base64URL.encode("{\"alg\":\"none\",\"typ\":\"at+jwt\"}");
        var header = JWSHeader.parse(new Base64URL(parts[0]));

        for (var forged : List.of(
                none + "." + parts[1] + ".",
                header.toBase64URL() + "." + parts[1] + "." + "A".repeat(86),
                parts[0] + "." + parts[1] + ".")) {
            assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + forged)
                            .status())
                    .isEqualTo(401);
        }
    }

    private static void passes(Duration span) {
        gatehouse.clock().advance(span);
        gatehouse.tick();
    }

    private static String subject(Answer tokens) {
        return Login.claims(tokens.text("id_token")).path("sub").asString();
    }

    private Answer login(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(browser, site));
    }

    private static Answer refresh(String site, Answer tokens, String... scope) {
        return refresh(site, tokens.text("refresh_token"), scope);
    }

    private static Answer refresh(String site, String token, String... scope) {
        var form = new HashMap<>(Map.of("grant_type", "refresh_token", "refresh_token", token));
        if (scope.length > 0) {
            form.put("scope", scope[0]);
        }
        return Login.post(gatehouse.issuer() + "/token", Login.basic(site, SECRET), form);
    }

    private static Answer userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
    }

    private static Answer revoke(String site, String token) {
        return Login.post(gatehouse.issuer() + "/revoke", Login.basic(site, SECRET), Map.of("token", token));
    }

    private static Answer introspect(String site, Answer tokens) {
        return introspect(site, tokens.text("access_token"));
    }

    private static Answer introspect(String site, String token) {
        return Login.post(gatehouse.issuer() + "/introspect", Login.basic(site, SECRET), Map.of("token", token));
    }
}
