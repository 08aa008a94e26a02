package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Act;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.Digests;
import io.gatehouse.testing.Crowd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Who brings a pass that the operator has signed need not wait; and nobody else gets in by one. */
class PassesTest {

    private static final RSAKey RSA = rsa();
    private static final ECKey EC = ec();
    private static final String CODES = "/panel/rooms/shop/codes";
    private static final AtomicBoolean ARE_AWAY = new AtomicBoolean();
    private static final AtomicInteger READS = new AtomicInteger();
    private static final HttpServer KEYS = keys();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.trusted-proxies=1",
                    Operator.SETTING,
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.free-places=1000",
                    "gatehouse.limits.exempt=12",
                    "gatehouse.rooms.shop.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.shop.passes.addresses=192.0.2.0/24,2001:db8::/48,198.51.100.7",
                    "gatehouse.rooms.keyed.passes.jwk=" + RSA.toPublicJWK().toJSONString(),
                    "gatehouse.rooms.keyed.passes.shared=true",
                    "gatehouse.rooms.published.passes.jwks-uri=http://localhost:"
                            + KEYS.getAddress().getPort() + "/jwks.json",
                    "gatehouse.rooms.shop.passes.codes=true",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.write",
                    "gatehouse.rooms.plain.title=Plain",
                    "gatehouse.rooms.laned.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.laned.lanes.members.weight=3",
                    "gatehouse.rooms.laned.lanes.access.first=true",
                    "gatehouse.rooms.laned.most-waiting=12",
                    "gatehouse.sites.laned.device=true",
                    "gatehouse.rooms.graced.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.graced.lanes.members.weight=3",
                    "gatehouse.rooms.graced.capacity=2",
                    "gatehouse.rooms.graced.admission-ttl=10m",
                    "gatehouse.rooms.graced.grace=5m")
            .site("keyed", "keyed")
            .site("published", "published")
            .site("plain", "plain")
            .site("laned", "laned")
            .site("graced", "graced")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @AfterAll
    static void keysAreGone() {
        KEYS.stop(0);
    }

    @BeforeEach
    void theShopIsFull() {
        ARE_AWAY.set(false);
        isFull("shop");
    }

    /** Room for one, who is there already, and one who waits. */
    private static void isFull(String room) {
        gatehouse.reopens(room);
        isPaused(room, false);
        gatehouse.browser().opens(authorize(room));
        gatehouse.browser().opens(authorize(room));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pass", "login_hint"})
    void givenAFullRoom_whenAPassComesWithALogin_thenItIsAnsweredAtOnceAndNoAddressBehindItHasThePass(String parameter)
            throws Exception {
        var pass = ShopPass.of(claims("shop"));

        var hops = hops(authorize("shop", parameter, pass));

        assertThat(hops.get(hops.size() - 1))
                .startsWith(RunningGatehouse.SITE + "/callback?code=")
                .contains("state=st%2Ba%2Ft%3De");
        assertThat(hops.stream().filter(address -> address.contains("eyJ")))
                .isNotEmpty()
                .allMatch(address -> address.contains("/authorize?") && address.contains("&" + parameter + "=")
                        || address.contains("/rooms/shop/enter?"));
        assertThat(hops.subList(hops.size() - 3, hops.size())).noneMatch(address -> address.contains("eyJ"));
        assertThat(browser.cookie("gatehouse-pass-shop")).isEmpty();
    }

    @Test
    void givenAFullRoom_whenAPassComesAsALink_thenItsBearerIsInAndThoseInLineWaitForTwoToLeave() throws Exception {
        var wait = gatehouse.room("shop").snapshot();

        var in = browser.opens(ShopPass.link("shop", ShopPass.of(claims("shop"))));

        assertThat(in.url()).startsWith(RunningGatehouse.SITE + "/");
        var seen = gatehouse.room("shop").snapshot();
        assertThat(seen.slots()).isEqualTo(wait.slots() + 1).isEqualTo(2);
        assertThat(seen.waiting()).isEqualTo(1);
        ends("shop", 1);
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
        ends("shop", 3);
        assertThat(gatehouse.room("shop").snapshot().waiting()).isZero();
    }

    @Test
    void givenAPassForOneBrowser_whenItIsUsedInAnother_thenThatOneIsToldAndTheFirstMayComeAgain() throws Exception {
        var pass = ShopPass.of(claims("shop"));
        browser.opens(ShopPass.link("shop", pass));
        var other = gatehouse.browser();

        var told = other.opens(ShopPass.link("shop", pass));
        ends("shop", 3);
        var again = browser.opens(ShopPass.link("shop", pass));

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.body()).contains("Your pass is in use elsewhere");
        assertThat(other.cookie("gatehouse-pass-shop")).isEmpty();
        assertThat(other.opens("/rooms/shop/enter").url()).contains("/rooms/shop/wait");
        assertThat(again.isOutside()).isTrue();
    }

    @Test
    void givenAPassForOneBrowser_whenManyUseItAtOnce_thenOneIsIn() throws Exception {
        var pass = ShopPass.of(claims("shop"));

        var pages = Crowd.of(8, () -> gatehouse.browser().opens(ShopPass.link("shop", pass)));

        assertThat(pages.stream().filter(Browser.Page::isOutside)).hasSize(1);
        assertThat(gatehouse.room("shop").snapshot().slots()).isEqualTo(2);
    }

    @Test
    void givenASharedPass_whenManyUseItAtOnce_thenAllAreIn() throws Exception {
        isFull("keyed");
        var pass = ShopPass.sign(claims("keyed").jwtID(null), JWSAlgorithm.RS256, new RSASSASigner(RSA));

        var pages = Crowd.of(8, () -> gatehouse.browser().opens(ShopPass.link("keyed", pass)));

        assertThat(pages).allMatch(page -> page.isOutside());
        assertThat(gatehouse.room("keyed").snapshot().slots()).isEqualTo(9);
        assertThat(new Operator(gatehouse).opens("/panel/rooms/keyed/codes").body())
                .contains("<dd data-exempted>8</dd>");
        assertThat(gatehouse.room("keyed").snapshot().waiting()).isEqualTo(1);
    }

    /** One who has a leaked pass and comes again and again, without cookies. */
    @Test
    void givenASharedPass_whenFarTooManyComeFromOneAddress_thenTheNextWaitsAndIsCalledWhenItMayBringMore()
            throws Exception {
        isFull("keyed");
        var pass = ShopPass.sign(claims("keyed").jwtID(null), JWSAlgorithm.RS256, new RSASSASigner(RSA));
        for (var n = 0; n < 12; n++) {
            assertThat(from("203.0.113.9").opens(ShopPass.link("keyed", pass)).isOutside())
                    .isTrue();
        }
        browser.from("203.0.113.9");

        var next = browser.opens(ShopPass.link("keyed", pass));
        var inLine = place("keyed");
        var elsewhere = from("203.0.113.10").opens(ShopPass.link("keyed", pass));
        gatehouse.elapse(Duration.ofMinutes(1));

        assertThat(next.url()).contains("/rooms/keyed/wait");
        assertThat(inLine).contains("\"stage\":\"WAITING\"").contains("\"until\"");
        assertThat(elsewhere.isOutside()).isTrue();
        assertThat(place("keyed")).contains("\"stage\":\"TURN\"");
    }

    @Test
    void givenAnAddressThatNeedsNoPass_whenFarTooManyComeFromThere_thenTheNextWaits() {
        for (var n = 0; n < 12; n++) {
            assertThat(from("192.0.2.9").opens(authorize("shop")).isOutside()).isTrue();
        }

        assertThat(from("192.0.2.9").opens(authorize("shop")).url()).contains("/rooms/shop/wait");
        assertThat(from("192.0.2.10").opens(authorize("shop")).isOutside()).isTrue();
    }

    private static Browser from(String address) {
        return gatehouse.browser().from(address);
    }

    private static List<Bad> bad() throws Exception {
        var now = gatehouse.clock().instant();
        var dates = Map.of(
                "expired", Date.from(now.minusSeconds(1)),
                "later", Date.from(now.plus(Duration.ofMinutes(5))),
                "years", Date.from(now.plus(Duration.ofDays(400))));
        return List.of(
                new Bad(
                        "Your pass has expired",
                        "shop",
                        ShopPass.of(claims("shop").expirationTime(dates.get("expired")))),
                new Bad(
                        "Your pass is not good yet",
                        "shop",
                        ShopPass.of(claims("shop").notBeforeTime(dates.get("later")))),
                wrong("shop", ShopPass.of(claims("shop").expirationTime(null))),
                wrong("shop", ShopPass.of(claims("shop").expirationTime(dates.get("years")))),
                wrong("shop", ShopPass.of(claims("shop").audience("https://elsewhere.example"))),
                wrong("shop", ShopPass.of(claims("shop").audience((String) null))),
                wrong("shop", ShopPass.of(claims("keyed"))),
                wrong("shop", ShopPass.of(claims("shop").claim("exempt", "true"))),
                wrong("shop", ShopPass.of(claims("shop").claim("exempt", null).claim("lane", "members"))),
                wrong("laned", ShopPass.of(claims("laned").claim("exempt", null).claim("lane", "friends"))),
                wrong("laned", ShopPass.of(claims("laned").claim("exempt", null).claim("lane", "default"))),
                wrong("laned", ShopPass.of(claims("laned").claim("exempt", null).claim("lane", 1))),
                wrong("laned", ShopPass.of(claims("laned").claim("lane", "members"))),
                wrong("shop", ShopPass.of(claims("shop").jwtID(null))),
                wrong("shop", new PlainJWT(claims("shop").build()).serialize()),
                wrong(
                        "shop",
                        ShopPass.sign(
                                claims("shop"), JWSAlgorithm.HS256, new MACSigner(ShopPass.SECRET.replace('0', '1')))),
                wrong("shop", ShopPass.sign(claims("shop"), JWSAlgorithm.RS256, new RSASSASigner(RSA))),
                wrong("shop", ShopPass.of(claims("shop").claim("more", "x".repeat(2_000)))),
                wrong("shop", "eyJhbGciOiJIUzI1NiJ9.e30."),
                wrong("shop", "open sesame"),
                // The public key taken for a secret, in both forms in which somebody may have it.
                wrong(
                        "keyed",
                        ShopPass.sign(
                                claims("keyed"),
                                JWSAlgorithm.HS256,
                                new MACSigner(RSA.toRSAPublicKey().getEncoded()))),
                wrong(
                        "keyed",
                        ShopPass.sign(
                                claims("keyed"),
                                JWSAlgorithm.HS256,
                                new MACSigner(RSA.toPublicJWK().toJSONString()))),
                wrong("keyed", ShopPass.sign(claims("keyed"), JWSAlgorithm.RS256, new RSASSASigner(rsa()))),
                wrong("keyed", ShopPass.sign(claims("keyed"), JWSAlgorithm.PS256, new RSASSASigner(RSA))));
    }

    private static Bad wrong(String room, String pass) {
        return new Bad("We do not know this pass", room, pass);
    }

    /** A pass, and what is said about it. */
    private record Bad(String headline, String room, String pass) {}

    @Test
    void givenLanes_whenPassesNameThem_thenTheirBearersWaitThereAndAllAreToldHowManyEnterBefore() throws Exception {
        isFull("laned");
        var others = List.of(gatehouse.browser(), gatehouse.browser());
        others.forEach(other -> other.opens(authorize("laned")));
        var members = List.of(gatehouse.browser(), gatehouse.browser(), gatehouse.browser());
        for (var member : members) {
            assertThat(member.opens(ShopPass.link("laned", inLane("members"))).url())
                    .contains("/rooms/laned/wait");
        }
        var helped = gatehouse.browser();
        helped.opens(authorize("laned", "login_hint", inLane("access")));
        gatehouse.tick();

        var told = Stream.of(others.stream(), members.stream(), Stream.of(helped))
                .flatMap(all -> all)
                .map(PassesTest::ahead)
                .toList();
        var again = members.get(0).opens(authorize("laned"));
        var entered = new ArrayList<Integer>();
        for (var n = 0; n < 7; n++) {
            var capacity = OptionalLong.of(n + 2);
            gatehouse.room("laned").change(before -> new RoomSettings(Optional.empty(), capacity, false));
            gatehouse.tick();
            entered.add(entered(Stream.concat(Stream.of(helped), Stream.concat(members.stream(), others.stream()))
                    .toList()));
        }

        // One of the others waited before these two.
        assertThat(told).containsExactly("5", "6", "1", "2", "4", "0");
        assertThat(again.url()).contains("/rooms/laned/wait");
        assertThat(place(helped)).contains("\"position\":1", "\"stage\":\"TURN\"");
        assertThat(entered).containsExactly(1, 2, 2, 3, 4, 5, 6);
        assertThat(members)
                .allMatch(member -> member.cookie("gatehouse-pass-laned").isEmpty());
    }

    @Test
    void givenAMemberInALane_whenAnOperatorEndsTheVisitByLaneAndNumber_thenThatOneEndsAndNoOther() {
        isFull("laned");
        var room = gatehouse.room("laned");
        browser.opens(ShopPass.link("laned", inLane("members")));
        var operator = new Operator(gatehouse);
        var waits = operator.opens("/panel/api/rooms/laned/places/members/1").body();
        var screen = operator.opens("/panel/rooms/laned/place?lane=members&number=1");
        room.change(before -> new RoomSettings(Optional.empty(), OptionalLong.of(9), false));
        gatehouse.tick();
        var others = room.at(Position.of(1)).orElseThrow();
        var member = room.at(new Position(2, 1)).orElseThrow();
        Stream.of(others, member).forEach(place -> room.apply(place.id(), Act.CLAIM));
        var opening = Long.toString(member.opening());

        var bare = operator.opens("/panel/api/rooms/laned/places/1");
        var bareEnd = posts("/panel/api/rooms/laned/admissions/1/end", "application/json", "{}");
        var ofNoLane = ends(operator, Map.of("position", "1", "opening", opening));
        var unknown = ends(operator, Map.of("lane", "vip", "position", "1", "opening", opening));
        assertThat(room.at(others.position()).orElseThrow().stage()).isEqualTo(Stage.ADMITTED);
        var ended = ends(operator, Map.of("lane", "members", "position", "1", "opening", opening));

        assertThat(place(browser)).contains("\"position\":1,", "\"lane\":2");
        assertThat(waits).contains("\"lane\":\"members\",\"position\":1,", "\"stage\":\"WAITING\"");
        assertThat(screen.body())
                .contains("<h1>Number <span>1</span>", "<dd translate=\"no\">members</dd>", "Waits in line")
                .doesNotContain("Comes back", "1,099,511,627,777");
        assertThat(bare.status()).isEqualTo(400);
        assertThat(bare.body()).contains("name the lane before the position, such as default/1");
        assertThat(bareEnd.body()).contains("name the lane before the position, such as default/1");
        assertThat(ofNoLane.body()).contains("name the lane before the position, such as default/1");
        assertThat(unknown.body()).contains("has no lane &quot;vip&quot; in this opening");
        assertThat(ended.url()).endsWith("?done=end");
        assertThat(room.at(member.position()).orElseThrow().stage()).isEqualTo(Stage.EXPIRED);
        assertThat(room.at(others.position()).orElseThrow().stage()).isEqualTo(Stage.ADMITTED);
        var form = operator.opens("/panel/rooms/laned/place?number=1").body();
        assertThat(ends(operator, hidden(form)).url()).endsWith("?done=end");
        assertThat(room.at(others.position()).orElseThrow().stage()).isEqualTo(Stage.EXPIRED);
        assertThat(gatehouse.ledger(new RoomId("laned")))
                .anyMatch(
                        line -> line.contains("end the admission at position 1 in lane members of opening " + opening));
    }

    @Test
    void givenAMemberInALane_whenTheyGoIn_thenTheirTokensAndTheRecordOfAPastOpeningTellLaneAndNumber() {
        isFull("laned");
        browser.opens(ShopPass.link("laned", inLane("members")));
        gatehouse.room("laned").change(before -> new RoomSettings(Optional.empty(), OptionalLong.of(9), false));
        gatehouse.tick();
        var operator = new Operator(gatehouse);
        var tokens = Login.redeem(gatehouse, "laned", Login.authorizeCode(browser, "laned"));
        var about = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
        var opening = gatehouse.room("laned").snapshot().opening();
        var running = found(operator, "laned", opening + "/members 1").body();
        gatehouse.reopens("laned");
        gatehouse.ledger(new RoomId("laned")); // writes what is unwritten

        assertThat(about.json().path("position").asLong()).isEqualTo(1);
        assertThat(about.text("lane")).isEqualTo("members");
        assertThat(about.text("name")).isEqualTo("Visitor members 1");
        assertThat(about.json().has("drawn")).isFalse();
        assertThat(running).contains("went in at ");
        assertThat(found(operator, "laned", opening + "/members 1").body())
                .contains("The call came to number 1 of lane members in opening " + opening + " at ");
        assertThat(found(operator, "laned", opening + "/members 2").status()).isEqualTo(404);
        assertThat(found(operator, "laned", opening + "/default 1").body()).contains("Number 1 of opening " + opening);
    }

    @Test
    void givenAMemberInALane_whenTheirDeviceAsks_thenItHearsOfTheLaneInWhichThePositionCounts() {
        isFull("laned");
        browser.opens(ShopPass.link("laned", inLane("members")));
        var codes = Login.deviceCodes(gatehouse, "laned");
        var code = codes.text("user_code");
        browser.opens("/device?user_code=" + code);
        browser.submits("/device", Map.of("user_code", code, "sure", "yes"));

        var pending = Login.poll(gatehouse, "laned", codes);

        assertThat(pending.text("error")).isEqualTo("authorization_pending");
        assertThat(pending.json().path("position").asLong()).isEqualTo(1);
        assertThat(pending.text("lane")).isEqualTo("members");
    }

    /** The fields of lane, position and opening that a form sends by itself. */
    private static Map<String, String> hidden(String page) {
        return Pattern.compile("<input type=\"hidden\" name=\"(lane|position|opening)\" value=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    private static Browser.Page ends(Operator operator, Map<String, String> visit) {
        return operator.submits("/panel/rooms/laned/end", visit);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            textBlock =
                    """
                    vip/1           , 404, in this opening; its lanes are default
                    default/7       , 404, has no place at position 7
                    default/0       , 400, position must be a whole number
                    members/x       , 400, position must be a whole number
                    "default/1,2"   , 400, position must be a whole number
                    1099511627777   , 400, position must be a whole number
                    """)
    void givenAnAddressOfNoPlace_whenAnOperatorAsksForIt_thenTheProblemSaysWhatIsWrong(
            String address, int status, String says) {
        isFull("laned");

        var answer = new Operator(gatehouse).opens("/panel/api/rooms/laned/places/" + address);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains(says);
    }

    @Test
    void givenSomebodyInLine_whenTheyBringAPassForALane_thenTheyGiveTheirPlaceUpForOneThere() throws Exception {
        isFull("laned");
        browser.opens(authorize("laned"));

        browser.opens(ShopPass.link("laned", inLane("members")));
        browser.opens(ShopPass.link("laned", inLane("access")));

        assertThat(place(browser)).contains("\"position\":1", "\"lane\":2", "\"stage\":\"WAITING\"");
        assertThat(gatehouse.room("laned").snapshot().waiting()).isEqualTo(1);
        assertThat(gatehouse.room("laned").snapshot().inLanes()).isEqualTo(1);
        assertThat(gatehouse.room("laned").at(Position.of(3)).orElseThrow().stage())
                .isEqualTo(Stage.LEFT);
    }

    @Test
    void givenAnEmptyRoom_whenAPassNamesALane_thenItsBearerIsIn() throws Exception {
        gatehouse.reopens("laned");
        isPaused("laned", false);

        assertThat(browser.opens(ShopPass.link("laned", inLane("members"))).isOutside())
                .isTrue();
    }

    @Test
    void givenARoomThatWasAdded_whenItsLanesAreChangedAtThePanel_thenPassesAreGoodForThoseThatThereAre()
            throws Exception {
        var owner = new Operator(gatehouse);
        var key = EC.toPublicJWK().toJSONString();
        owner.submits(
                "/panel/new-room",
                Map.of("room", "fair", "paused", "on", "lanes-0-lane", "members", "lanes-0-weight", "3", "jwk", key));
        browser.opens(ShopPass.link("fair", inLaneOfFair("members")));
        var other = gatehouse.browser();
        var unknown = other.opens(ShopPass.link("fair", inLaneOfFair("access")));

        var definition = owner.opens("/panel/api/rooms/fair/definition").body();
        var etag = JsonMapper.shared().readTree(definition).path("etag").asString();
        owner.submits(
                "/panel/rooms/fair/definition",
                Map.of("etag", etag, "rate", "100/s", "lanes-0-lane", "access", "lanes-0-order", "first", "jwk", key));
        other.opens(ShopPass.link("fair", inLaneOfFair("access")));
        var gone = gatehouse.browser().opens(ShopPass.link("fair", inLaneOfFair("members")));
        var lanes = gatehouse.room("fair").snapshot().lanes();
        gatehouse.pass(Duration.ofMinutes(1));

        assertThat(unknown.body()).contains("We do not know this pass");
        assertThat(gone.body()).contains("We do not know this pass");
        assertThat(lanes.lanes()).map(LaneCounters.One::name).containsExactly("members", "access");
        assertThat(gatehouse.room("fair").snapshot().inLanes()).isZero();
    }

    private static String inLaneOfFair(String lane) throws JOSEException {
        var claims = claims("fair").claim("exempt", null).claim("lane", lane);
        return ShopPass.sign(claims, JWSAlgorithm.ES256, new ECDSASigner(EC));
    }

    @Test
    void givenAsManyWaitAsTheRoomTakes_whenPassesForALaneCome_thenTheyAreToldSoAndGoodAgainLater() throws Exception {
        isFull("laned");
        var room = gatehouse.room("laned");
        for (var n = 0; n < 12; n++) {
            room.join(new PlaceId(UUID.randomUUID()));
        }
        gatehouse.tick();

        var told = browser.opens(ShopPass.link("laned", inLane("members")));
        var inLanes = room.snapshot().inLanes();
        var exempt = gatehouse.browser().opens(ShopPass.link("laned", ShopPass.of(claims("laned"))));
        isFull("laned");
        gatehouse.tick();
        browser.opens("/rooms/laned/enter");

        assertThat(told.status()).isEqualTo(503);
        assertThat(inLanes).isZero();
        assertThat(exempt.isOutside()).isTrue();
        assertThat(place(browser)).contains("\"lane\":2", "\"position\":1");
    }

    @Test
    void givenVisitsThatHaveJustEnded_whenTheirVisitorsBringPassesInTheGrace_thenThePassesCount() {
        var exempt = gatehouse.browser().from("203.0.113.9");
        Stream.of(browser, exempt).forEach(one -> Login.authorizeCode(one, "graced"));
        gatehouse.clock().advance(Duration.ofMinutes(11));
        gatehouse.tick();
        Stream.generate(gatehouse::browser).limit(2).forEach(one -> Login.authorizeCode(one, "graced"));

        var member = claims("graced").claim("exempt", null).claim("lane", "members");
        browser.opens(ShopPass.link("graced", ShopPass.of(member)));
        var entered = exempt.opens(ShopPass.link("graced", ShopPass.of(claims("graced"))));

        assertThat(browser.gets("/rooms/graced/place").body()).contains("\"lane\":1", "\"stage\":\"WAITING\"");
        assertThat(entered.isOutside()).as("called at once").isTrue();
    }

    private static String inLane(String lane) {
        return ShopPass.of(claims("laned").claim("exempt", null).claim("lane", lane));
    }

    private static String place(Browser visitor) {
        return visitor.gets("/rooms/laned/place").body();
    }

    /** As the page without script says it; who is next is told no number. */
    private static String ahead(Browser visitor) {
        var page = visitor.gets("/rooms/laned/wait").body();
        var figure = Pattern.compile("id=\"figure\"[^>]*>(\\d*)<").matcher(page);
        return figure.find() && !figure.group(1).isEmpty() ? figure.group(1) : "0";
    }

    /** How many of these wait no more. */
    private static int entered(List<Browser> visitors) {
        return (int) visitors.stream()
                .filter(visitor -> !place(visitor).contains("\"stage\":\"WAITING\""))
                .count();
    }

    @Test
    void givenABadPass_whenItIsShown_thenThatIsSaidAndNothingHasChanged() throws Exception {
        isFull("keyed");
        isFull("laned");
        for (var bad : bad()) {
            var visitor = gatehouse.browser();
            var before = gatehouse.room(bad.room).snapshot();

            var told = visitor.opens(ShopPass.link(bad.room, bad.pass));

            assertThat(told.status()).as(bad.pass).isEqualTo(403);
            assertThat(told.body())
                    .as(bad.pass)
                    .contains(bad.headline, "Get in line without it", "/rooms/" + bad.room + "/enter");
            assertThat(told.header("Cache-Control")).isEqualTo("no-store");
            assertThat(visitor.cookie("gatehouse-pass-" + bad.room)).isEmpty();
            assertThat(gatehouse.room(bad.room).snapshot()).as(bad.pass).isEqualTo(before);
        }
    }

    @Test
    void givenABadPass_whenItIsPutIntoTheCookie_thenItsVisitorWaitsLikeEverybody() throws Exception {
        for (var bad : List.of(
                ShopPass.of(claims("shop")
                        .expirationTime(Date.from(gatehouse.clock().instant().minusSeconds(1)))),
                new PlainJWT(claims("shop").build()).serialize(),
                "x".repeat(4_000))) {
            var visitor = gatehouse.browser().withCookie("gatehouse-pass-shop", bad);

            assertThat(visitor.opens(authorize("shop")).url()).as(bad).contains("/rooms/shop/wait");
            assertThat(visitor.cookie("gatehouse-pass-shop")).isEmpty();
        }
        assertThat(gatehouse.room("shop").snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenAPassOf100Kilobytes_whenItIsShownByAnyWay_thenItIsRefusedUnread() {
        var before = gatehouse.room("shop").snapshot();
        var pass = "eyJ" + "x".repeat(100_000) + ".e30.x";

        assertThat(browser.gets(ShopPass.link("shop", pass)).status()).isEqualTo(414);
        assertThat(browser.gets(authorize("shop", "login_hint", pass)).status()).isEqualTo(414);
        assertThat(browser.posts("/rooms/shop/enter", Map.of("pass", pass)).status())
                .isEqualTo(413);
        assertThat(browser.gets(authorize("shop", "login_hint", pass.substring(82_000)))
                        .status())
                .isEqualTo(414);
        assertThat(gatehouse.room("shop").snapshot()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice@example.com", "eyJ", "eyJhbGciOiJub25lIn0.e30"})
    void givenALoginHintThatIsNoPass_whenItComes_thenItsVisitorWaitsLikeEverybody(String hint) {
        assertThat(browser.opens(authorize("shop", "login_hint", hint)).url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenARoomThatTakesNoPasses_whenOneComes_thenItIsPassedOver() throws Exception {
        isPaused("plain", true);
        var pass = ShopPass.of(claims("plain"));

        assertThat(browser.opens(authorize("plain", "login_hint", pass)).url()).contains("/rooms/plain/wait");
        assertThat(browser.opens(ShopPass.link("plain", pass)).url()).contains("/rooms/plain/wait");
    }

    @Test
    void givenKeysThatAreAway_whenAPassComes_thenItsBearerWaitsAndIsCalledWhenTheyAreBack() throws Exception {
        isFull("published");
        gatehouse.elapse(Duration.ofMinutes(20));
        ARE_AWAY.set(true);
        var pass = ShopPass.sign(claims("published"), JWSAlgorithm.ES256, new ECDSASigner(EC));

        var told = browser.opens(ShopPass.link("published", pass));
        var wait = browser.opens("/rooms/published/enter");
        var inLine = place("published");
        gatehouse.elapse(Duration.ofSeconds(30));
        var still = place("published");
        ARE_AWAY.set(false);
        gatehouse.elapse(Duration.ofSeconds(30));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body()).contains("We cannot check your pass just now");
        assertThat(wait.url()).contains("/rooms/published/wait");
        assertThat(inLine).contains("\"stage\":\"WAITING\"");
        assertThat(still).contains("\"stage\":\"WAITING\"");
        assertThat(place("published")).contains("\"stage\":\"TURN\"");
        assertThat(browser.opens("/rooms/published/enter").isOutside()).isTrue();
    }

    @Test
    void givenPublishedKeys_whenPassesNameKeysThatAreMadeUp_thenTheyAreNotReadForEach() throws Exception {
        gatehouse.elapse(Duration.ofMinutes(20));
        var before = READS.get();

        for (var n = 0; n < 5; n++) {
            var stranger = new ECKeyGenerator(Curve.P_256).keyID("made-up-" + n).generate();
            var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                    .keyID(stranger.getKeyID())
                    .build();
            var pass = new SignedJWT(header, claims("published").build());
            pass.sign(new ECDSASigner(stranger));
            var told = gatehouse.browser().opens(ShopPass.link("published", pass.serialize()));
            assertThat(told.body())
                    .contains(n == 0 ? "We do not know this pass" : "We cannot check your pass just now");
        }

        assertThat(READS.get()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.200", "198.51.100.7", "[2001:db8::1]:4711", "10.0.0.1, 192.0.2.1"})
    void givenAnAddressThatNeedsNoPass_whenSomebodyComesFromThere_thenTheyAreIn(String address) {
        assertThat(browser.from(address).opens(authorize("shop")).isOutside()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.3.1",
                "198.51.100.8",
                "2001:db8:1::1",
                "192.0.2.1, 10.0.0.1",
                "::192.0.2.1",
                "fe80::1%1",
                "-"
            })
    void givenAnotherAddress_whenSomebodyComesFromThere_thenTheyWait(String address) {
        assertThat(browser.from(address).opens(authorize("shop")).url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenAProxyThatBringsAPass_whenItIsGood_thenItsVisitorIsInAndElseTheyWait() throws Exception {
        var pass = ShopPass.of(claims("shop"));
        browser.opens(authorize("shop"));

        var wrong = brings("x" + pass, "/rooms/shop/enter");
        var elsewhere = brings(pass, "/rooms/keyed/enter");
        var right = brings(pass, "/rooms/shop/enter");
        var another = gatehouse.browser();
        another.opens(authorize("shop"));
        var again = another.sends(another.request("/rooms/shop/enter")
                .header("Gatehouse-Pass", pass)
                .build());

        assertThat(wrong.header("Location")).contains("/rooms/shop/wait");
        assertThat(elsewhere.header("Location")).doesNotStartWith(RunningGatehouse.SITE);
        assertThat(right.header("Location")).startsWith(RunningGatehouse.SITE);
        assertThat(again.header("Location")).contains("/rooms/shop/wait");
    }

    private Browser.Page brings(String pass, String address) {
        return browser.sends(
                browser.request(address).header("Gatehouse-Pass", pass).build());
    }

    @Test
    void givenACodeOfTheList_whenItIsTyped_thenItsVisitorIsInAndNobodyElseByTheSame() {
        var first = imports("shop", line("WDJBMJHT", 60) + line("QQQQWWWW", 60));
        var page = browser.opens("/rooms/shop/code");
        var in = browser.submits("/rooms/shop/enter", Map.of("pass", " wdjb-mjht "));
        var again = imports("shop", line("WDJBMJHT", 60));

        var told = gatehouse.browser().submits("/rooms/shop/enter", Map.of("pass", "WDJBMJHT"));

        assertThat(first.body()).isEqualTo("{\"lines\":2,\"added\":2}");
        assertThat(again.body()).isEqualTo("{\"lines\":1,\"added\":0}");
        assertThat(page.body()).contains("Your access code", "action=\"/rooms/shop/enter\"", "name=\"pass\"");
        assertThat(in.isOutside()).isTrue();
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.body()).contains("Your pass is in use elsewhere");
        assertThat(gatehouse.room("shop").snapshot().slots()).isEqualTo(2);
    }

    @Test
    void givenAListOfCodes_whenAnOperatorTakesOneBackAndThenAll_thenTheyAreNoneAndWhoIsInStays() {
        var operator = new Operator(gatehouse);
        var csv = line("KKKKAAAA", 60) + line("KKKKBBBB", 60) + line("KKKKCCCC", 60);
        var imported = operator.submits(CODES, Map.of("list", "press", "csv", csv));
        browser.submits("/rooms/shop/enter", Map.of("pass", "KKKKAAAA"));
        var used = operator.opens(CODES);

        var oneBack = operator.submits(CODES + "/take-back", Map.of("code", "kkkk-bbbb"));
        var one = gatehouse.browser().submits("/rooms/shop/enter", Map.of("pass", "KKKKBBBB"));
        var unknown = operator.submits(CODES + "/take-back", Map.of("code", "kkkk-bbbb"));
        var allBack = operator.submits(CODES + "/take-list-back", Map.of("list", "press"));
        var other = gatehouse.browser().submits("/rooms/shop/enter", Map.of("pass", "KKKKCCCC"));
        operator.submits(CODES, Map.of("list", "again", "csv", csv));

        assertThat(imported.body()).contains("Imported.", "press", "0 of 3 used");
        assertThat(used.body()).contains("1 of 3 used", "<dd data-exempted>1</dd>");
        assertThat(oneBack.body()).contains("Taken back.", "1 of 2 used");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(allBack.body()).doesNotContain("press");
        assertThat(List.of(one, other)).allMatch(page -> page.status() == 403);
        assertThat(browser.opens("/rooms/shop/enter").isOutside()).isTrue();
        assertThat(gatehouse
                        .browser()
                        .submits("/rooms/shop/enter", Map.of("pass", "KKKKAAAA"))
                        .body())
                .contains("Your pass is in use elsewhere");
        assertThat(gatehouse
                        .browser()
                        .submits("/rooms/shop/enter", Map.of("pass", "KKKKBBBB"))
                        .isOutside())
                .isTrue();
        assertThat(operator.opens("/panel/rooms/shop/ledger?kind=act").body())
                .contains("operator alice: take back the access codes of the list press")
                .doesNotContain("KKKK");
    }

    @Test
    void givenNonsenseOnTheScreenOfCodes_whenItIsSent_thenItComesBackWithTheReason() {
        var operator = new Operator(gatehouse);

        var name = operator.submits(CODES, Map.of("list", "<b>", "csv", line("LLLLAAAA", 60)));
        var lines = operator.submits(CODES, Map.of("list", "press", "csv", "code,end"));
        var nothing = operator.submits(CODES, Map.of("list", "press", "csv", " "));
        var code = operator.submits(CODES + "/take-back", Map.of("code", "no"));

        assertThat(List.of(name, lines, nothing, code)).allMatch(page -> page.status() == 400);
        assertThat(name.body()).contains("the name of a list must be", "value=\"&lt;b&gt;\"");
        assertThat(lines.body()).contains("a line is a SHA-256 in 64 digits", ">code,end</textarea>");
        assertThat(operator.opens("/panel/rooms/keyed/codes").body()).contains("This room takes no access codes.");
    }

    @Test
    void givenSomebodyWhoGuessesCodes_whenTheyHaveTriedAHundred_thenNotEvenARightOneIsLookedAtForAWhile() {
        imports("shop", line("BBBBCCCC", 60) + line("DDDDFFFF", 10));
        var guesser = gatehouse.browser().from("203.0.113.5");
        guesser.opens("/rooms/shop/enter");
        for (var n = 0; n < 99; n++) {
            guesser.withCookie("gatehouse-pass-shop", "GUESS" + (1000 + n)).gets("/rooms/shop/enter");
        }

        var wrong = guesser.opens(ShopPass.link("shop", "GUESS999"));
        var right = guesser.opens(ShopPass.link("shop", "BBBBCCCC"));
        gatehouse.elapse(Duration.ofMinutes(15));
        var ended = guesser.opens(ShopPass.link("shop", "DDDDFFFF"));
        var later = guesser.opens(ShopPass.link("shop", "BBBBCCCC"));

        assertThat(List.of(wrong, ended)).allMatch(page -> page.status() == 403);
        assertThat(right.status()).isEqualTo(200);
        assertThat(right.body()).contains("Too many wrong codes have come from your network");
        assertThat(later.isOutside()).isTrue();
    }

    @Test
    void givenAListThatIsNone_whenItIsImported_thenThatIsSaidAndNoneOfItIsTaken() {
        var good = line("GGGGHHHH", 60);
        for (var bad : List.of("GGGGHHHH", "sha256,expires", good.substring(0, 64) + ",soon", line("JJJJKKKK", -1))) {
            var answer = imports("shop", good + bad);

            assertThat(answer.status()).as(bad).isEqualTo(400);
            assertThat(answer.body()).contains("invalid-setting");
        }
        assertThat(imports("keyed", good).status()).isEqualTo(400);
        assertThat(browser.opens(ShopPass.link("shop", "GGGGHHHH")).status()).isEqualTo(403);
        assertThat(browser.opens("/rooms/keyed/code").status()).isEqualTo(404);
    }

    @Test
    void givenACodeAndAPassThatWereUsed_whenAnOperatorPastesThem_thenTheirVisitorIsFoundAndTheyAreNotShown() {
        imports("shop", line("MMMMNNNN", 60) + line("12345678", 60) + line("PPPPRRRR", 60));
        browser.submits("/rooms/shop/enter", Map.of("pass", "MMMM-NNNN"));
        gatehouse.browser().submits("/rooms/shop/enter", Map.of("pass", "12345678"));
        var claims = claims("shop");
        var pass = ShopPass.of(claims);
        gatehouse.browser().opens(ShopPass.link("shop", pass));
        var jti = claims.build().getJWTID();
        var operator = new Operator(gatehouse);

        var byCode = found(operator, " mmmm nnnn ");
        assertThat(byCode.body())
                .contains("The access code was used. Number 3 joined at ", "The visitor went in at ")
                .contains(
                        "These sentences are about the browser that used the access code first.", "data-copy=\"says\"")
                .doesNotContain("mmmm", "MMMM");
        assertThat(found(operator, "12345678").body()).contains("Number 4 joined at ");
        for (var shown : List.of(pass, jti)) {
            assertThat(found(operator, shown).body())
                    .contains("The pass was used. Number 5 joined at ")
                    .doesNotContain(shown);
        }
        var id = gatehouse.room("shop").at(Position.of(5)).orElseThrow().id().value();
        assertThat(found(operator, String.valueOf(id)).body())
                .contains("<p id=\"says\" class=\"sent\">Number 5 joined at ")
                .doesNotContain(String.valueOf(id));
        assertThat(found(operator, "3").body()).contains("value=\"3\"");

        var unused = ShopPass.of(claims("shop"));
        var expired = ShopPass.of(claims("shop").expirationTime(new Date(0)));
        for (var unknown : List.of(
                "PPPPRRRR",
                "QQQQ9999",
                unused,
                expired,
                pass + "x",
                UUID.randomUUID().toString())) {
            var refused = found(operator, unknown);
            assertThat(refused.status()).as(unknown).isEqualTo(404);
            assertThat(refused.body()).as(unknown).doesNotContain(unknown);
        }
        assertThat(found(operator, "PPPPRRRR").body())
                .contains("no visitor has used this access code in room shop yet");
        assertThat(found(operator, expired).body()).contains("they have expired");
        var nonsense = found(operator, "what is <b>this</b>");
        assertThat(nonsense.status()).isEqualTo(400);
        assertThat(nonsense.body())
                .contains("an access code, a pass or its jti")
                .doesNotContain("<b>this");
        assertThat(operator.opens("/panel/rooms/shop/codes").body()).contains("2 of 3 used");
        assertThat(gatehouse
                        .browser()
                        .submits("/rooms/shop/enter", Map.of("pass", "PPPPRRRR"))
                        .isOutside())
                .isTrue();
    }

    private static Browser.Page found(Operator operator, String what) {
        return found(operator, "shop", what);
    }

    private static Browser.Page found(Operator operator, String room, String what) {
        return operator.submits("/panel/rooms/" + room + "/find", Map.of("what", what));
    }

    private static String line(String code, int minutes) {
        return HexFormat.of().formatHex(Digests.sha256(code.getBytes(UTF_8))) + ","
                + gatehouse.clock().instant().plus(Duration.ofMinutes(minutes)) + "\n";
    }

    /** An API client posts this body. */
    private static Browser.Page posts(String path, String type, String body) {
        var token = Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", RunningGatehouse.SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.write"))
                .text("access_token");
        var client = gatehouse.browser();
        return client.sends(client.request(path)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private static Browser.Page imports(String room, String csv) {
        return posts("/panel/api/rooms/" + room + "/codes", "text/csv", csv);
    }

    @Test
    void givenARoomThatCallsNobody_whenAPassComes_thenItsBearerIsCalledAsSoonAsItDoes() throws Exception {
        isPaused("shop", true);

        var wait = browser.opens(ShopPass.link("shop", ShopPass.of(claims("shop"))));
        var before = place("shop");
        var slots = gatehouse.room("shop").snapshot().slots();
        isPaused("shop", false);

        assertThat(wait.url()).contains("/rooms/shop/wait");
        assertThat(before).contains("\"stage\":\"WAITING\"").contains("\"until\"");
        assertThat(slots).isEqualTo(1);
        assertThat(browser.gets("/rooms/shop/wait").body()).contains("class=\"TURN\"");
        assertThat(browser.opens("/rooms/shop/enter").isOutside()).isTrue();
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
    }

    private String place(String room) {
        return browser.gets("/rooms/" + room + "/place").body();
    }

    /** All addresses that the browser is sent to, from the first on. */
    private List<String> hops(String address) {
        var hops = new ArrayList<>(List.of(gatehouse.issuer() + address));
        var last = hops.get(0);
        while (last.startsWith(gatehouse.issuer())) {
            var page = browser.gets(last);
            assertThat(page.status()).as(last).isIn(302, 303);
            assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
            last = java.net.URI.create(last).resolve(page.header("Location")).toString();
            hops.add(last);
        }
        return hops;
    }

    private static String authorize(String room, String... more) {
        var parameters = Stream.concat(Stream.of("client_id", room), Stream.of(more));
        return Login.authorize(parameters.toArray(String[]::new));
    }

    private static void ends(String room, long position) {
        var place = gatehouse.room(room).at(Position.of(position)).orElseThrow();
        gatehouse.room(room).apply(place.id(), io.gatehouse.room.Act.EXPIRE);
        gatehouse.tick();
    }

    private static void isPaused(String room, boolean isPaused) {
        gatehouse.room(room).change(before -> new RoomSettings(Optional.empty(), OptionalLong.of(1), isPaused));
        gatehouse.tick();
    }

    private static JWTClaimsSet.Builder claims(String room) {
        return ShopPass.claims(gatehouse, room);
    }

    private static RSAKey rsa() {
        return made(() -> new RSAKeyGenerator(2048).generate());
    }

    private static ECKey ec() {
        return made(() -> new ECKeyGenerator(Curve.P_256).keyID("one").generate());
    }

    private interface Making<T> {
        T make() throws JOSEException;
    }

    private static <T> T made(Making<T> making) {
        try {
            return making.make();
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    private static HttpServer keys() {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/jwks.json", exchange -> {
                READS.incrementAndGet();
                var keys = new JWKSet(EC.toPublicJWK()).toString().getBytes(UTF_8);
                exchange.sendResponseHeaders(ARE_AWAY.get() ? 503 : 200, keys.length);
                exchange.getResponseBody().write(keys);
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
