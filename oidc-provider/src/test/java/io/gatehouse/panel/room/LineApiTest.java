package io.gatehouse.panel.room;

import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Act;
import io.gatehouse.waitingroom.WaitingRooms;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@PanelTest
class LineApiTest {

    private static final String[] WRITES = {"Authorization", "Bearer writes"};
    private static final String HALL = "/panel/api/rooms/hall";
    private static final String CLUB = "/panel/api/rooms/club";

    @Test
    void givenAFullRoom_whenVisitsAreOverWhoseSitesDoNotHearOfIt_thenItSaysHowManySlotsTheyKeepAndUntilWhen(Desk desk) {
        var club = desk.bean(WaitingRooms.class).get("club");
        var inside = Stream.generate(() -> desk.admitted("club")).limit(10).toList();
        assertThat(says(desk)).isEqualTo("Full: all 10 slots are taken.");

        inside.subList(0, 3).forEach(place -> {
            club.arrive(place, true);
            club.apply(place.id(), Act.COMPLETE);
        });
        desk.visitors("club", 5);

        assertThat(desk.room("club").path("slotsKept").asLong()).isEqualTo(3);
        assertThat(says(desk))
                .startsWith("Full: all 10 slots are taken. 3 of the slots are kept by visits that have logged out;"
                        + " the first comes free at ")
                .endsWith(" UTC. The setting slot-after-logout of the site decides.");
        club.apply(inside.get(9).id(), Act.COMPLETE);
        assertThat(desk.room("club").path("slotsKept").asLong())
                .as("once one is free, nobody is held by them")
                .isZero();
    }

    @Test
    void givenAFullRoom_whenAVisitThatWasCalledOutOfTurnIsOver_thenItsSlotIsSaidToBeKept(Desk desk) {
        var club = desk.bean(WaitingRooms.class).get("club");
        Stream.generate(() -> desk.admitted("club")).limit(10).forEach(place -> {});
        desk.visitors("club", 2);
        var exempt = club.exempt(desk.visitor("club"));
        club.arrive(club.apply(exempt.id(), Act.CLAIM).orElseThrow(), true);
        club.apply(exempt.id(), Act.COMPLETE);

        assertThat(says(desk)).startsWith("Full: all 10 slots are taken. 1 of the slots is kept by visits");
    }

    private static String says(Desk desk) {
        return desk.room("club").path("inlet").path("says").asString();
    }

    @Test
    void givenARoomByHand_whenSomeAreLetIn_thenSoManyAreCalled(Desk desk) {
        desk.visitors("hall", 5);

        var answer = desk.post(HALL + "/let-in", "{\"count\":3}", WRITES);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("turns").asLong()).isEqualTo(3);
        assertThat(json(answer).path("waiting").asLong()).isEqualTo(2);
        assertThat(json(answer).path("letIn").asLong()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"count\":0}",
                "{\"count\":-1}",
                "{\"count\":1000001}",
                "{\"count\":9223372036854775808}",
                "{\"count\":2.5}",
                "{\"count\":\"3\"}",
                "{\"count\":3,\"room\":\"shop\"}"
            })
    void givenNonsense_whenSomeAreLetIn_thenItIsRefusedAndNobodyIs(String nonsense, Desk desk) {
        desk.visitors("hall", 1);

        var answer = desk.post(HALL + "/let-in", nonsense, WRITES);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-setting");
        assertThat(desk.room("hall").path("turns").asLong()).isZero();
    }

    @Test
    void givenARoomWithACapacityAlone_whenSomeAreLetIn_thenItSaysThatThisMeansNothing(Desk desk) {
        var answer = desk.post(CLUB + "/let-in", "{\"count\":3}", WRITES);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("not-by-hand");
    }

    @Test
    void givenAPlace_whenItsPositionIsAskedFor_thenItIsToldWithoutItsId(Desk desk) {
        var place = desk.admitted("club");

        var answer = desk.get(CLUB + "/places/1", WRITES);

        assertThat(json(answer).path("stage").asString()).isEqualTo("ADMITTED");
        assertThat(json(answer).path("opening").asLong()).isEqualTo(1);
        assertThat(json(answer).path("until").asString()).matches("\\d{4}-.*Z");
        assertThat(answer.body()).doesNotContain(place.id().value().toString(), "\"id\"");
    }

    @Test
    void givenNoSuchPlace_whenItIsAskedForOrEnded_thenItIsUnknown(Desk desk) {
        for (var answer : new HttpResponse<?>[] {
            desk.get(CLUB + "/places/7", WRITES), desk.post(CLUB + "/admissions/7/end", "", WRITES)
        }) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(String.valueOf(answer.body())).contains("unknown-place");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.0", "99999999999999999999"})
    void givenNoPosition_whenAPlaceIsAskedFor_thenTheValueIsRefused(String nonsense, Desk desk) {
        var answer = desk.get(CLUB + "/places/" + nonsense, WRITES);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-setting", nonsense);
    }

    @Test
    void givenAnAdmission_whenItIsEndedTwice_thenItEndsOnce(Desk desk) {
        desk.admitted("club");

        var first = desk.post(CLUB + "/admissions/1/end", "{\"opening\":1}", WRITES);
        var second = desk.post(CLUB + "/admissions/1/end", "", WRITES);

        assertThat(json(first).path("stage").asString()).isEqualTo("EXPIRED");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("not-admitted", "EXPIRED");
        assertThat(desk.room("club").path("admitted").asLong()).isZero();
    }

    @Test
    void givenAnAdmissionOfAnotherOpening_whenItIsEnded_thenTheNewPlaceIsLeftAlone(Desk desk) {
        desk.admitted("club");
        desk.post(CLUB + "/openings", "{\"after\":1}", WRITES);
        desk.admitted("club");

        var answer = desk.post(CLUB + "/admissions/1/end", "{\"opening\":1}", WRITES);

        assertThat(answer.statusCode()).isEqualTo(412);
        assertThat(desk.room("club").path("admitted").asLong()).isEqualTo(1);
    }

    @Test
    void givenANewOpening_whenItIsAskedForAgain_thenTheLineIsStartedAnewOnce(Desk desk) {
        desk.visitors("club", 12);

        var first = desk.post(CLUB + "/openings", "{\"after\":1}", WRITES);
        var second = desk.post(CLUB + "/openings", "{\"after\":1}", WRITES);

        assertThat(json(first).path("opening").asLong()).isEqualTo(2);
        assertThat(json(first).path("issued").asLong()).isZero();
        assertThat(second.statusCode()).isEqualTo(412);
        assertThat(second.body()).contains("changed-meanwhile");
        assertThat(desk.room("club").path("opening").asLong()).isEqualTo(2);
    }

    @Test
    void givenANamedOpening_whenItIsAskedForAgain_thenItBeganOnceAndTheNextOneFollowsIt(Desk desk) {
        desk.visitors("club", 3);

        var first = desk.post(CLUB + "/openings", "{\"after\":1,\"opening\":102}", WRITES);
        var second = desk.post(CLUB + "/openings", "{\"after\":1,\"opening\":102}", WRITES);
        var third = desk.post(CLUB + "/openings", "{\"after\":102}", WRITES);

        assertThat(json(first).path("opening").asLong()).isEqualTo(102);
        assertThat(json(first).path("waiting").asLong()).isZero();
        assertThat(second.statusCode()).isEqualTo(412);
        assertThat(second.body()).contains("changed-meanwhile", "opening 102 runs now");
        assertThat(json(third).path("opening").asLong()).isEqualTo(103);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-3", "1000000000000001", "99999999999999999999", "2.5", "\"7\"", "null"})
    void givenANumberThatCannotFollow_whenANewOpeningIsAskedFor_thenItIsRefusedAndNothingChanges(
            String opening, Desk desk) {
        desk.visitors("club", 3);

        var answer = desk.post(CLUB + "/openings", "{\"after\":1,\"opening\":" + opening + "}", WRITES);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-setting", "opening must be a whole number");
        assertThat(desk.room("club").path("opening").asLong()).isEqualTo(1);
        assertThat(desk.room("club").path("waiting").asLong()
                        + desk.room("club").path("turns").asLong())
                .isEqualTo(3);
    }

    @Test
    void givenManyWhoNameDifferentOpenings_whenOneBegins_thenOnlyWhoAskedForItIsToldSo(Desk desk) {
        desk.visitors("club", 3).get(CLUB, WRITES);

        var answers = IntStream.range(0, 16)
                .parallel()
                .mapToObj(one -> desk.post(CLUB + "/openings", "{\"after\":1,\"opening\":" + (10 + one) + "}", WRITES))
                .toList();

        var opening = desk.room("club").path("opening").asLong();
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 200)
                .singleElement()
                .satisfies(answer ->
                        assertThat(json(answer).path("opening").asLong()).isEqualTo(opening));
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 412).hasSize(15);
    }

    @Test
    void givenManyWhoAskAtOnce_whenANewOpeningBegins_thenItIsOne(Desk desk) {
        desk.visitors("club", 3).get(CLUB, WRITES);

        IntStream.range(0, 16).parallel().forEach(one -> desk.post(CLUB + "/openings", "{\"after\":1}", WRITES));

        assertThat(desk.room("club").path("opening").asLong()).isEqualTo(2);
    }

    @Test
    void givenSettingsThatOthersChange_whenManyPauseAndResume_thenNobodyIsToldToTryAgain(Desk desk) {
        desk.get(CLUB, WRITES);

        var statuses = IntStream.range(0, 16)
                .parallel()
                .map(one -> desk.post(CLUB + (one % 2 == 0 ? "/pause" : "/resume"), "", WRITES)
                        .statusCode())
                .boxed()
                .toList();

        assertThat(statuses).containsOnly(200);
    }

    @Test
    void givenNoOpeningNamed_whenANewOneIsAskedFor_thenItIsRefused(Desk desk) {
        assertThat(desk.post(CLUB + "/openings", "{}", WRITES).statusCode()).isEqualTo(400);
        assertThat(desk.post(CLUB + "/openings", "", WRITES).statusCode()).isEqualTo(400);
        assertThat(desk.room("club").path("opening").asLong()).isEqualTo(1);
    }

    @Test
    void givenEachActOnALine_whenItIsDone_thenOneLineSaysSoWithoutAnyPlacesId(Desk desk) {
        try (var acts = new Acts()) {
            var place = desk.admitted("club");
            desk.post(HALL + "/let-in", "{\"count\":100}", WRITES);
            desk.post(CLUB + "/admissions/1/end", "", WRITES);
            desk.post(CLUB + "/admissions/1/end", "", WRITES);
            desk.post(CLUB + "/openings", "{\"after\":1}", WRITES);

            assertThat(acts.lines())
                    .containsExactly(
                            "API client nightly: room hall: let in 100 by hand, 0 unused before",
                            "API client nightly: room club: admission at position 1 ADMITTED -> EXPIRED",
                            "API client nightly: room club: opening 1 -> 2");
            assertThat(acts.lines().toString())
                    .doesNotContain(place.id().value().toString());
        }
    }

    @Test
    void givenSigningKeys_whenTheyAreRotated_thenANewOneWaitsUntilItMaySign(Desk desk) {
        desk.later(Duration.ofDays(2));
        var before = json(desk.get("/panel/api/signing-keys", WRITES)).path("keys");

        var after = json(desk.post("/panel/api/signing-keys", "{\"algorithm\":\"ES256\"}", WRITES))
                .path("keys");

        assertThat(states(before)).containsExactlyInAnyOrder("RS256 SIGNING", "ES256 SIGNING");
        assertThat(states(after)).containsExactlyInAnyOrder("RS256 SIGNING", "ES256 SIGNING", "ES256 PUBLISHED");
        assertThat(after.path(0).propertyNames())
                .containsExactlyInAnyOrder("kid", "algorithm", "state", "signsFrom", "signsUntil");
    }

    @Test
    void givenAnAlgorithmThatIsNotInUse_whenItsKeyIsRotated_thenItIsRefused(Desk desk) {
        for (var nonsense :
                new String[] {"{\"algorithm\":\"none\"}", "{\"algorithm\":\"HS256\"}", "{\"algorithm\":1}"}) {
            var answer = desk.post("/panel/api/signing-keys", nonsense, WRITES);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("invalid-setting");
        }
    }

    private static List<String> states(JsonNode keys) {
        return keys.valueStream()
                .map(key -> key.path("algorithm").asString() + " "
                        + key.path("state").asString())
                .toList();
    }
}
