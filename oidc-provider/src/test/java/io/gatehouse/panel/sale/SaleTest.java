package io.gatehouse.panel.sale;

import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Addition;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Rooms;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.HtmlUtils;

/** A sale that is set up at the panel, and its rehearsal. */
@PanelTest
class SaleTest {

    private static final String SALE = "/panel/sale";

    @AfterEach
    void takeAllOutAgain(Desk desk) {
        desk.bean(AddedSites.class).kept().all().forEach((name, site) -> desk.bean(AddedSites.class)
                .kept()
                .remove(name, site));
        desk.bean(AddedRooms.class).kept().all().forEach((name, room) -> desk.bean(AddedRooms.class)
                .kept()
                .remove(name, room));
    }

    @Test
    void givenASaleOfAllParts_whenItIsLookedOverAndMade_thenRoomAndSiteAreThereAndTheSecretIsTold(Desk desk) {
        var form = sale(desk.signIn().token());

        var seen = desk.form(SALE, form);
        var untouched = desk.bean(Rooms.class).find("spring");
        form.put("step", "make");
        var made = desk.form(SALE, form);

        assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
        assertThat(seen.body())
                .contains("Set up the sale", "2999-11-27 10:00 Europe/Berlin", "a draw, by receipts", "weight 3")
                .contains("Simulated with 2,000 visitors");
        assertThat(untouched).isEmpty();
        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        assertThat(made.body()).contains("What comes next for", "Client secret", "Make the rehearsal");
        var definition = json(desk.get("/panel/api/rooms/spring/definition"));
        assertThat(definition.path("stock").asLong()).isEqualTo(1000);
        assertThat(definition.path("lanes").toString()).contains("\"members\",\"weight\":3", "\"access\"");
        assertThat(definition.path("schedule").toString()).contains("receipts", "2999-11-27T09:00");
        assertThat(desk.bean(Sites.class).byName("spring-shop").orElseThrow().room())
                .hasToString("spring");
    }

    /** What is allowed and stops sales is told before it is made, and can be made. */
    @Test
    void givenASaleThatWouldStandStill_whenItIsLookedOver_thenEachReasonIsAWarning(Desk desk) {
        var form = sale(desk.signIn().token());
        form.put("lobbyWork", "0");
        form.put("slotAfterLogout", "");
        form.put("rate", "1/1m");
        form.put("visitors", "200");

        var seen = desk.form(SALE, form);

        assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
        assertThat(seen.body())
                .contains("What to know before you go on", "Lobby work and most-per-network are 0")
                .contains("Slot after logout is kept, and room spring has a stock", "would not get in");
        form.put("step", "make");
        assertThat(desk.form(SALE, form).statusCode()).isEqualTo(200);
    }

    /** The field, what stands in it, where the fault is told, and a part of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            room            |                     | room             | is needed
            room            | Spring              | room             | 1 to 63 of a-z
            room            | shop                | room             | shop is there already
            room            | simulation          | room             | must be no word of the panel
            title           | %long               | title            | must have 1 to 100 characters
            stock           | 0                   | stock            | must be 1 or more
            stock           | -1                  | stock            | must be
            stock           | 99999999999999999   | stock            | must be
            stock           | many                | stock            | must be a whole number
            rate            | fast                | rate             | a rate looks like
            capacity        | -5                  | capacity         | must be
            consumedBy      | theft               | consumedBy       | consumed by
            admissionTtl    | soon                | admissionTtl     | must be a time like
            visitors        | all                 | visitors         | must be a whole number
            visitors        | 0                   | visitors         | must be a whole number
            lobbyWork       | 99999999999         | lobbyWork        | must be
            dates-0-zone    | Mars                | dates-0-zone     | must be a time zone
            dates-0-doors   | tomorrow            | dates-0-doors    | must be a date and time
            dates-0-doors   | 2999-11-27T08:00    | dates-0-lobby    | must
            dates-0-close   | 2999-11-27T09:30    | dates-0-close    | must be after
            dates-0-source  | drand               | dates-0-source   | must be empty
            dates-0-order   | reciepts            | dates-0-order    | must be one of the choices
            lanes-1-lane    | members             | lanes-1-lane     | members is there twice
            lanes-0-weight  | 0                   | lanes-0-weight   | must be a whole number
            lanes-0-weight  | 60%                 | lanes-0-weight   | must be a whole number
            jwksUri         | http://shop.example | jwksUri          | must be https
            site            | nowhere             | site             | must be one of the choices
            newSite         | shop                | newSite          | shop is there already
            newSite         |                     | newSite          | is needed
            redirectUris    | nonsense            | redirectUris     | absolute
            preset          | cobol               | preset           | must be
            """)
    void givenAFieldThatMakesNoSense_whenTheSaleIsMade_thenTheFieldSaysSoAndNothingIsMade(
            String field, String value, String where, String says, Desk desk) {
        var form = sale(desk.signIn().token());
        form.put(field, Objects.requireNonNullElse(value, "").replace("%long", "t".repeat(101)));
        form.put("step", "make");

        isRefused(desk.form(SALE, form), where, says);
        assertThat(desk.bean(AddedRooms.class).kept().all()).isEmpty();
        assertThat(desk.bean(AddedSites.class).kept().all()).isEmpty();
    }

    @Test
    void givenSeveralFaults_whenTheSaleIsLookedOver_thenAllAreToldAtOnceEachAtItsField(Desk desk) {
        var form = sale(desk.signIn().token());
        form.putAll(Map.of("stock", "0", "rate", "fast", "lanes-0-weight", "0", "newSite", "", "room", "shop"));
        form.putAll(Map.of("dates-0-lobby", "2027-03-28T02:30", "dates-0-doors", "2027-03-28T02:40"));

        var gap = desk.form(SALE, form);
        form.putAll(Map.of("dates-0-lobby", "", "dates-0-doors", "", "dates-0-close", ""));
        var dateless = desk.form(SALE, form);
        form.putAll(Map.of("dates-0-lobby", "2001-01-01T10:00", "dates-0-doors", "2001-01-01T11:00"));
        var past = desk.form(SALE, form);
        var twice = desk.send(
                "POST",
                SALE,
                "csrf=" + form.get("csrf") + "&room=one&room=two",
                "Content-Type",
                "application/x-www-form-urlencoded");

        for (var field : new String[] {"stock", "rate", "lanes-0-weight", "newSite", "room"}) {
            isRefused(gap, field, "");
        }
        isRefused(gap, "dates-0-lobby", "must exist");
        isRefused(dateless, "dates-0-doors", "is needed");
        isRefused(past, "dates-0-doors", "must be in the future");
        isRefused(twice, "room", "must be one value, were 2");
    }

    /** Taken as an outside source, it would keep the doors shut until its value is typed. */
    @ParameterizedTest
    @ValueSource(strings = {"receipt", "reciepts", "Receipts"})
    void givenASourceThatNearlySaysReceipts_whenTheSaleIsLookedOver_thenItsFieldSaysSo(String source, Desk desk) {
        var form = sale(desk.signIn().token());
        form.putAll(Map.of("dates-0-order", "source", "dates-0-source", source));

        isRefused(desk.form(SALE, form), "dates-0-source", "must be &quot;receipts&quot;, or the name or address");
    }

    @Test
    void givenAViewerOrNoToken_whenASaleIsSetUp_thenItIsRefused(Desk desk) {
        var viewer = desk.signIn("vera").get(SALE);
        var forged = desk.another().signIn().form(SALE, sale("guessed"));

        assertThat(viewer.statusCode()).isEqualTo(403);
        assertThat(viewer.body()).contains("the role owner, and you have the role viewer");
        assertThat(forged.statusCode()).isEqualTo(403);
    }

    @Test
    void givenASale_whenItIsRehearsedTwice_thenEachRehearsalBeginsEmptyWithTwoToSellAndIsTakenAway(Desk desk) {
        var form = sale(desk.signIn().token());
        form.put("step", "make");
        desk.form(SALE, form);
        var csrf = Map.of("csrf", form.getOrDefault("csrf", ""));

        for (var n = 0; n < 2; n++) {
            var begun = desk.form("/panel/rooms/spring/sale/rehearsal", csrf);
            assertThat(begun.body()).contains("what to do now", "Client secret", "/rooms/spring-rehearsal/enter");
            var definition = json(desk.get("/panel/api/rooms/spring-rehearsal/definition"));
            assertThat(definition.path("stock").asLong()).isEqualTo(2);
            assertThat(definition.path("retired").asBoolean()).isFalse();
            assertThat(definition.path("schedule").size()).isEqualTo(1);
            assertThat(definition.path("schedule").toString()).contains("receipts");
            assertThat(definition.path("lanes").toString()).contains("members", "access");
            assertThat(desk.bean(Sites.class)
                            .byClientId("spring-rehearsal")
                            .orElseThrow()
                            .redirectUris())
                    .containsExactly("https://spring.example/callback");
            var room = desk.bean(WaitingRooms.class).get("spring-rehearsal");
            assertThat(room.snapshot().issued()).isZero();
            desk.later(Duration.ofMinutes(3));
            room.join(new PlaceId(UUID.randomUUID()));

            var asked = desk.form("/panel/rooms/spring/sale/rehearsal/retire", csrf);
            assertThat(asked.body()).contains("Take the rehearsal away?", "The sale itself stays as it is");
            assertThat(desk.bean(Sites.class).byClientId("spring-rehearsal")).isPresent();
            var sure = new HashMap<>(csrf);
            sure.put("confirm", "take-away");
            assertThat(desk.form("/panel/rooms/spring/sale/rehearsal/retire", sure)
                            .statusCode())
                    .isEqualTo(303);
            assertThat(desk.bean(Sites.class).byClientId("spring-rehearsal")).isEmpty();
            assertThat(desk.bean(Rooms.class).get("spring-rehearsal").isRetired())
                    .isTrue();
            assertThat(desk.bean(Rooms.class).get("spring").isRetired()).isFalse();
        }
    }

    /** Settings of a room that the form does not ask for stay, and a site that is there is led to it. */
    @Test
    void givenARoomAndASiteThatAreThere_whenASaleIsSetUpInIt_thenBothAreChangedAndTheRestStays(Desk desk) {
        desk.bean(AddedRooms.class)
                .kept()
                .replace("spring", Optional.empty(), new Addition(Map.of("claim-window", "7m"), false));
        var site = Map.of("room", "shop", "redirect-uris[0]", "https://s.example/cb", "secret", Desk.SITE_SECRET);
        desk.bean(AddedSites.class).kept().replace("mine", Optional.empty(), new Addition(site, false));
        var screen = desk.signIn().get(SALE + "?room=spring");
        var form = sale(Desk.hidden(screen, "csrf"));
        form.put("etag", HtmlUtils.htmlUnescape(Desk.hidden(screen, "etag")));
        form.put("site", "mine");

        var seen = desk.form(SALE, form);
        form.put("step", "make");
        var made = desk.form(SALE, form);

        assertThat(seen.body()).contains("Site mine leads to room shop now.");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
        var definition = json(desk.get("/panel/api/rooms/spring/definition"));
        assertThat(definition.path("claimWindow").asString()).isEqualTo("7m");
        assertThat(definition.path("stock").asLong()).isEqualTo(1000);
        assertThat(desk.bean(Sites.class).byName("mine").orElseThrow().room()).hasToString("spring");
    }

    private static void isRefused(HttpResponse<String> answer, String field, String says) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("href=\"#" + field + "\"", "id=\"" + field + "-fault\"", says);
    }

    private static Map<String, String> sale(String token) {
        var form = new HashMap<>(Map.of(
                "csrf",
                token,
                "room",
                "spring",
                "title",
                "Spring sale",
                "stock",
                "1000",
                "consumedBy",
                "completed",
                "rate",
                "200/1m",
                "capacity",
                "500",
                "visitors",
                "2000",
                "lobbyWork",
                "200000"));
        form.putAll(Map.of(
                "dates-0-zone",
                "Europe/Berlin",
                "dates-0-lobby",
                "2999-11-27T09:00",
                "dates-0-doors",
                "2999-11-27T10:00",
                "dates-0-close",
                "2999-11-27T10:30",
                "dates-0-atClose",
                "end",
                "dates-0-order",
                "receipts",
                "dates-0-source",
                ""));
        form.putAll(Map.of(
                "lanes-0-lane", "members", "lanes-0-weight", "3", "lanes-1-lane", "access", "lanes-1-order", "first"));
        form.putAll(Map.of(
                "site",
                "+",
                "newSite",
                "spring-shop",
                "preset",
                "generic",
                "redirectUris",
                "https://spring.example/callback",
                "slotAfterLogout",
                "freed"));
        return form;
    }
}
