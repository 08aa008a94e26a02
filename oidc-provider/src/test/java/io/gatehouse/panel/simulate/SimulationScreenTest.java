package io.gatehouse.panel.simulate;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gatehouse.history.MinuteRecorder;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Openings and sales that are played at the panel; the room is not touched. */
@PanelTest
class SimulationScreenTest {

    private static final String SCREEN = "/panel/rooms/shop/simulation";
    private static final String API = "/panel/api/rooms/shop/simulation";
    private static final String[] READS = {"Authorization", "Bearer reads"};

    /** Percent: the history has minutes and buckets, and no visitors. */
    private static final double TOLERANCE = 10;

    private static final Duration STEP = Duration.ofSeconds(4);

    @Test
    void givenARecordedOpening_whenPlayedWithItsOwnSettings_thenItHappensAgainWithinATenth(Desk desk) {
        var from = opens(desk);

        var answer = json(desk.get(API + "?from=" + from, READS));

        var happened = answer.path("happened");
        var played = answer.path("compared");
        assertThat(happened.path("issued").asLong()).isEqualTo(300);
        assertThat(played.path("issued").asLong()).isEqualTo(300);
        assertThat(happened.at("/waitSeconds/p90").asDouble()).isGreaterThan(300);
        for (var figure : List.of("/admitted", "/longestLine", "/waitSeconds/p50", "/waitSeconds/p90", "/slotsUsed")) {
            assertThat(played.at(figure).asDouble())
                    .as(figure)
                    .isCloseTo(happened.at(figure).asDouble(), withinPercentage(TOLERANCE));
        }
        assertThat(held(happened)).contains("CAPACITY");
        assertThat(held(played)).contains("CAPACITY");
        assertThat(answer.path("missing").size()).isEqualTo(2);
        assertThat(answer.path("notes").toString()).contains("2 minutes were not seen");
        assertThat(json(desk.get(API + "?from=" + from, READS)))
                .as("the same bytes")
                .isEqualTo(answer);

        var more = json(desk.get(API + "?from=" + from + "&capacity=60&rate=60/1m", READS));
        assertThat(more.at("/compared/longestLine").asLong())
                .isLessThan(happened.path("longestLine").asLong() / 2);
        assertThat(more.path("happened")).isEqualTo(happened);
        sees(desk, from);
    }

    private static void sees(Desk desk, Instant from) {
        var before = desk.room("shop");
        var vera = desk.another().signIn("vera");

        var screen = vera.get(SCREEN + "?of=recorded&play=yes&opening=&from=" + from + "&to=&capacity=60&rate=60/1m");

        assertThat(screen.statusCode()).isEqualTo(200);
        assertThat(screen.body())
                .contains(
                        "What happened, and what would have",
                        "Longest line",
                        "What held the line",
                        "the capacity</span>",
                        "<time datetime=")
                .contains("2 minutes were not seen", "value=\"60\"", "<table");
        var picture = screen.body().replaceAll("(?s).*src=\"([^\"]+line\\.svg[^\"]*)\".*", "$1");
        var svg = vera.get(picture.replace("&amp;", "&"));
        assertThat(header(svg, "Content-Type")).startsWith("image/svg+xml");
        assertThat(svg.body()).contains("waiting, happened", "waiting, played", "Longest line: ");
        assertThat(desk.room("shop")).as("the room").isEqualTo(before);
    }

    private static List<String> held(JsonNode compared) {
        return compared.path("held")
                .valueStream()
                .map(one -> one.path("why").asString())
                .distinct()
                .toList();
    }

    @Test
    void givenAPlannedSale_whenPlayedAgainstTheRunningRoom_thenItsWarningsSayWhoWouldNotGetIn(Desk desk) {
        var query = "of=planned&play=yes&from=2031-11-27T10:00&to=2031-11-27T11:00&curve="
                + URLEncoder.encode("0s 100\n10m 600\n1h 10", UTF_8);

        var screen = desk.another().signIn("vera").get(SCREEN + "?" + query);
        var answer = json(desk.get(API + "?" + query + "&capacity=", READS));

        assertThat(screen.statusCode()).isEqualTo(200);
        assertThat(screen.body())
                .contains("What would happen", "aria-label=\"Warnings\"", "are still in line")
                .contains("value=\"2031-11-27T10:00\"", "From (UTC)", "value=\"0.9\"");
        assertThat(answer.at("/played/visitors").asLong()).isGreaterThan(10_000);
        assertThat(answer.at("/played/warnings").toString()).contains("at 200/1m the last waits");
        assertThat(answer.at("/asked/capacity").asString()).isEmpty();
        assertThat(answer.has("happened")).isFalse();
    }

    @Test
    void givenASaleWithAClose_whenPlayed_thenTheWarningSaysHowLongTheLastWaitAndHowManyStayOutside(Desk desk) {
        var query = "of=planned&play=yes&visitors=2000&rate=20/1m&capacity=&mode=scheduled&schedule="
                + URLEncoder.encode("Europe/Berlin 2031-06-27T17:00 2031-06-27T17:10 2031-06-27T18:00 end", UTF_8)
                + "&curve=" + URLEncoder.encode("0s 1\n20m 1\n21m 0", UTF_8);

        var screen = desk.another().signIn("vera").get(SCREEN + "?" + query);

        assertThat(screen.body())
                .containsPattern("At 20/1m the last waits [^;]+; the close is at 18:00: [1-9]\\d* would not get in\\.");
    }

    /**
     * The site answers 20 requests a second, and half of that after 20 minutes: those of 275 visitors, and
     * then of 138.
     */
    @Test
    void givenAModelOfTheSite_whenARoomThatFindsItsLimitIsPlayed_thenItFollowsTheSiteBelowItsCeiling(Desk desk) {
        var sale = "?of=planned&from=2031-06-27T10:00&zone=Europe/Berlin&visitors=4000&capacity=400&rate=&siteCapacity="
                + URLEncoder.encode("20\n20m 10", UTF_8);

        var tuned = json(desk.get(API + sale + "&tune=yes", READS));
        var set = json(desk.get(API + sale + "&tune=no", READS));
        var screen = desk.another().signIn("vera").get(SCREEN + sale + "&tune=yes&play=yes");

        assertThat(tuned.at("/played/from").asString()).isEqualTo("2031-06-27T08:00:00Z");
        assertThat(held(tuned.path("played"))).contains("TUNED");
        assertThat(limits(tuned, 15, 20)).isBetween(150.0, 275.0);
        assertThat(limits(tuned, 60, 120)).isBetween(75.0, 138.0);
        assertThat(held(set.path("played"))).doesNotContain("TUNED");
        assertThat(set.at("/played/warnings").toString()).contains("the site has more requests than it can answer");
        assertThat(screen.body())
                .contains("From (Europe/Berlin)", "value=\"2031-06-27T10:00\"", "27 Jun 2031, 10:00")
                .contains("Limit it found");
    }

    private static double limits(JsonNode answer, int from, int until) {
        return answer.at("/played/minutes")
                .valueStream()
                .skip(from)
                .limit(until - from)
                .mapToDouble(minute -> minute.path("limit").asDouble())
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate=fast | rate: ",
                "capacity=-1 | capacity: ",
                "claimWindow=0s | claimWindow: ",
                "slotHeld=soon | slotHeld: ",
                "mostWaiting=0 | mostWaiting: ",
                "schedule=tomorrow | schedule: line 1: ",
                "opening=99999 | opening: must be a whole number, 1 to",
                "opening=first | opening: must be a whole number, 1 to",
                "from=yesterday | from: must be a time in UTC",
                "from=2026-11-28T10:00&to=2026-11-27T10:00 | to: must be after",
                "from=2026-11-20T10:00&to=2026-11-27T10:00 | from: must be at most 2 days before",
                "from=1999-11-27T10:00&to=1999-11-27T11:00 | from: must be a time of which a minute is known",
                "from=-999999999-01-01T00:00:00Z | from: must be",
                "of=dreams | of: must be recorded or planned",
                "seed=-1 | seed: must be a whole number",
                "colour=red | members are",
                "of=planned | visitors: ",
                "of=planned&visitors=0 | visitors: must be 1 to",
                "of=planned&visitors=many | visitors: ",
                "of=planned&visitors=200000 | visitors: must make 100,000 visitors at most",
                "of=planned&curve=steep | curve: line 1: must be a time from the beginning",
                "of=planned&curve=5h%2010 | curve: ",
                "of=planned&visitors=10&showUp=2 | showUp: ",
                "of=planned&visitors=10&delay=-1s | delay: ",
                "of=planned&visitors=10&visits=long | visits: ",
                "of=planned&visitors=10&logouts=NaN | logouts: ",
                "of=planned&visitors=10&siteCapacity=0 | siteCapacity: ",
                "of=planned&visitors=10&siteCapacity=-5 | siteCapacity: ",
                "siteCapacity=fast | siteCapacity: ",
                "siteCapacity=1e12 | siteCapacity: ",
                "siteCapacity=200%0A30m | siteCapacity: line 2: must be a time from the beginning and requests",
                "siteCapacity=200%0A-1m%20100 | siteCapacity: ",
                "siteCapacity=200&requestsPerVisit=0 | requestsPerVisit: ",
                "siteCapacity=200&alone=0s | alone: ",
                "siteCapacity=200&shape=hill | shape: must be queue or cliff",
                "siteCapacity=200&noise=NaN | noise: ",
                "tune=perhaps | tune: must be yes or no",
                "zone=Mars/Base | zone: must be a time zone like Europe/Berlin",
                "zone=Europe/Berlin&from=2031-03-30T02:30 | from: must exist; clocks of Europe/Berlin are put forward",
                "zone=Europe/Berlin&to=noon | to: must be a time in Europe/Berlin like",
            })
    void givenNonsense_whenPlayed_thenASentenceStandsAtItsFieldAndNothingIsPlayed(
            String query, String says, Desk desk) {
        var answer = desk.get(API + "?" + query, READS);
        var screen = desk.another().signIn("vera").get(SCREEN + "?play=yes&" + query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(header(answer, "Content-Type")).startsWith("application/problem+json");
        assertThat(json(answer).path("detail").asString()).contains(says);
        assertThat(screen.statusCode()).isEqualTo(400);
        assertThat(screen.body()).doesNotContain("Site capacity");
        var field = says.replaceAll(":.*", "");
        if (!field.contains(" ") && !field.matches("of|seed")) {
            assertThat(screen.body()).contains("Nothing is played", "id=\"" + field + "-fault\"", "aria-invalid");
        }
    }

    /** One who was told a number, and what they do by it. */
    private static final class Visitor {

        private final Place place;
        private int called = -1;
        private int claimed = -1;

        private Visitor(Place place) {
            this.place = place;
        }

        /** One of six does not come; the others claim 20 seconds after the call, and stay for three minutes. */
        private void acts(WaitingRoom room, int step) {
            if (claimed >= 0) {
                if (step == claimed + 45) {
                    room.apply(place.id(), Act.COMPLETE);
                }
                return;
            }
            if (called < 0 && room.find(place.id()).orElseThrow().stage() == Stage.TURN) {
                called = step;
            }
            if (called >= 0 && step == called + 5 && place.number() % 6 != 0) {
                claimed = step;
                assertThat(room.apply(place.id(), Act.CLAIM)).isPresent();
            }
        }
    }

    /** 300 come in 20 minutes to 25 slots; of the last minutes two are not seen. */
    private static Instant opens(Desk desk) {
        var room = desk.bean(WaitingRooms.class).get("shop");
        room.change(settings -> settings.at(Optional.of(Rate.parse("20/1m")), OptionalLong.of(25)));
        var from = Instant.ofEpochSecond(desk.now().getEpochSecond() / 60 * 60 + 60);
        desk.later(Duration.between(desk.now(), from));
        var visitors = new ArrayList<Visitor>();
        for (var step = 0; step < 45 * 15; step++) {
            if (step < 20 * 15) {
                visitors.add(new Visitor(desk.visitor("shop")));
            }
            desk.later(STEP);
            for (var visitor : visitors) {
                visitor.acts(room, step);
            }
            desk.bean(RoomTicks.class).tick(room);
        }
        desk.later(Duration.ofMinutes(3));
        for (var minute = 0; minute < 2; minute++) {
            desk.bean(RoomTicks.class).tick(room);
            desk.later(Duration.ofMinutes(1));
        }
        desk.bean(RoomTicks.class).tick(room);
        desk.bean(MinuteRecorder.class).settle();
        return from;
    }
}
