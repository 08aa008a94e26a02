package io.gatehouse.panel.operator;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.PlainHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.account.Invitations;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.testing.MutableClock;
import java.net.URI;
import java.security.SecureRandom;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

@PanelTest
@Tag("jdk")
class OperatorCookieTest {

    @Test
    void givenAnAlteredCookie_whenItIsUsed_thenNobodyIsSignedIn(Desk desk) {
        var parts = desk.signIn().cookie().split("\\.", -1);
        var other = desk.another().withCookie("").signIn().cookie().split("\\.", -1);

        assertRefused(desk, parts[0] + "." + other[1] + "." + parts[2]);
        assertRefused(desk, parts[0] + "." + parts[1] + ".");
        assertRefused(desk, "nonsense");
    }

    @Test
    void givenACookieSignedWithAnotherKeyOrNone_whenItIsUsed_thenNobodyIsSignedIn(Desk desk)
            throws ParseException, JOSEException {
        var claims = SignedJWT.parse(desk.signIn().cookie()).getJWTClaimsSet();
        var foreign = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        foreign.sign(new MACSigner("another key, also with 32 bytes!"));

        assertRefused(desk, foreign.serialize());
        assertRefused(desk, new PlainJWT(new PlainHeader(), claims).serialize());
    }

    @Test
    void givenACookieOfAnotherKind_whenItCarriesTheSameClaims_thenNobodyIsSignedIn(Desk desk) throws ParseException {
        var claims = SignedJWT.parse(desk.signIn().cookie()).getJWTClaimsSet();

        assertRefused(desk, new CookieSigner(desk.bean(MasterKey.class), "place-cookie").sign(claims));
        assertRefused(desk, new CookieSigner(desk.bean(MasterKey.class), "place").sign(claims));
    }

    @Test
    void givenACookieOfOursWithoutItsClaims_whenItIsUsed_thenNobodyIsSignedIn(Desk desk) throws ParseException {
        var signer = new CookieSigner(desk.bean(MasterKey.class), "operator-cookie");
        var whole = SignedJWT.parse(desk.signIn().cookie()).getJWTClaimsSet();

        for (var missing : new String[] {"sub", "jti", "auth_time", "pwd"}) {
            var claims = new JWTClaimsSet.Builder(whole).claim(missing, null).build();
            assertRefused(desk, signer.sign(claims));
        }
    }

    /** A container that reads cookies by the old rules takes all that follows for the quoted value. */
    @Test
    void givenANeighboursCookieWithAQuotationMark_whenTheOperatorGoesOn_thenTheyStaySignedIn(Desk desk) {
        var cookie = "theme=\"dark; gatehouse-operator=" + desk.signIn().cookie();

        var answer = desk.another().get("/panel/api/rooms", "Cookie", cookie);

        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @Test
    void givenAnOperatorWhoIsAway_whenHalfAnHourHasPassed_thenTheyMustSignInAgain(Desk desk) {
        desk.signIn().later(OperatorCookie.IDLE);

        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
    }

    @Test
    void givenACookieOfAClockThatWasAhead_whenItIsSetRight_thenTheOperatorMustSignInAgain(Desk desk) {
        desk.later(Duration.ofHours(1));
        desk.signIn().later(Duration.ofHours(-1));

        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
    }

    @Test
    void givenAnOperatorAtWork_whenTheyGoOn_thenTheyStaySignedInForEightHours(Desk desk) {
        var start = desk.signIn().bean(MutableClock.class).instant();
        var end = start.plus(OperatorCookie.LONGEST);

        while (desk.bean(MutableClock.class).instant().isBefore(end.minus(Duration.ofMinutes(20)))) {
            desk.later(Duration.ofMinutes(20));
            assertThat(desk.get("/panel").statusCode()).isEqualTo(200);
        }
        desk.later(Duration.ofMinutes(20));
        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
    }

    @Test
    void givenAScreenLeftAlone_whenItGoesOnCounting_thenItDoesNotKeepTheOperatorSignedIn(Desk desk) {
        desk.signIn().later(Duration.ofMinutes(20));

        var counters = desk.get("/panel/api/rooms");

        assertThat(counters.statusCode()).isEqualTo(200);
        assertThat(header(counters, "Set-Cookie")).isEmpty();
        desk.later(Duration.ofMinutes(10));
        assertThat(desk.get("/panel/api/rooms").statusCode()).isEqualTo(401);
    }

    @Test
    void givenANewPassword_whenAnOldCookieIsUsed_thenNobodyIsSignedIn(Desk desk) {
        var before = cookies(desk, Desk.OTHER_HASH, "http://localhost:9000");
        var operator = before.signIn("alice", "", desk.bean(MutableClock.class).instant());

        assertRefused(desk, before.write(operator).getValue());
    }

    /** The node has read the cookie, and writes the renewed one after the change. */
    @Test
    void givenACookieThatIsRenewed_whenThePasswordChangesMeanwhile_thenItIsWorthNothing(Desk desk) {
        Invitations.keepNone(desk);
        var nina = desk.another();
        Invitations.accept(nina, Invitations.link(desk, "nina", "viewer"));
        var cookies = desk.bean(OperatorCookie.class);
        var request = new MockHttpServletRequest();
        request.addHeader("Cookie", cookies.name() + "=" + nina.cookie());
        var read = cookies.read(request, desk.now()).orElseThrow();
        var added = desk.bean(AddedOperators.class);
        var hash = added.kept()
                .find("nina")
                .flatMap(one -> new AddedOperator(one).password())
                .orElseThrow();

        added.changePassword("nina", hash, desk.bean(Operators.class).hash("another four words"));

        assertRefused(desk, cookies.write(cookies.renewed(read, desk.now())).getValue());
        assertRefused(desk, cookies.write(read.with(read.factor())).getValue());
        Invitations.keepNone(desk);
    }

    @Test
    void givenHttps_whenTheCookieIsMade_thenItIsBoundToTheHost(Desk desk) {
        var cookies = cookies(desk, Desk.HASH, "https://wait.example");
        var cookie = cookies.write(cookies.signIn("alice", "", Instant.EPOCH)).toString();

        assertThat(cookie).startsWith("__Host-gatehouse-operator=").contains("; Secure", "; Path=/;", "; HttpOnly");
    }

    private static OperatorCookie cookies(Desk desk, String hash, String issuer) {
        var accounts = new PanelProperties(
                Map.of("alice", new PanelProperties.Account(hash, Role.OWNER)),
                new PanelProperties.DemandProperties(null),
                null);
        var master = desk.bean(MasterKey.class);
        return new OperatorCookie(
                master,
                new Operators(accounts, master, desk.bean(AddedOperators.class), new PasswordHashes()),
                new SecureRandom(),
                Issuer.of(URI.create(issuer)));
    }

    private static void assertRefused(Desk desk, String cookie) {
        assertThat(desk.another().withCookie(cookie).get("/panel/api/rooms").statusCode())
                .isEqualTo(401);
    }
}
