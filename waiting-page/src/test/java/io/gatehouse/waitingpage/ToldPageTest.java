package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/** A page that is told of the board, by events that a test makes. */
@Execution(ExecutionMode.CONCURRENT)
class ToldPageTest {

    private static final String EVENTS =
            """
            window.sources = [];
            window.EventSource = function (url) {
              this.url = url;
              this.readyState = 1;
              this.close = function () { this.readyState = 2; };
              window.sources.push(this);
            };
            var pause = window.setTimeout;
            window.setTimeout = function (act, span) { return pause(act, span >= 60000 ? 0 : span); };
            """;

    private final StubRoom room = new StubRoom();
    private final Visitor visitor = Visitor.speaking("en");

    @BeforeEach
    void aPageListens() {
        visitor.opens(room.serversPage()).waitsFor("You are in line");
        visitor.runs(EVENTS);
        room.board.put("events", true);
        visitor.waitsUntil("a source of events", () -> is("window.sources.length === 1"));
        assertThat(is("window.told")).isFalse();
        tells();
        assertThat(is("window.told")).isTrue();
    }

    @AfterEach
    void closeAll() {
        assertThat(visitor.scriptErrors).isEmpty();
        visitor.close();
        room.close();
    }

    @Test
    void givenAPageThatIsTold_whenItsTurnComes_thenItShowsItAndListensNoMore() {
        room.stage("TURN", Duration.ofMinutes(10), true);

        tells();
        visitor.waitsFor("It is your turn");

        assertThat(is("window.told")).isFalse();
        tells();
        assertThat(is("window.sources[0].readyState === 2")).isTrue();
    }

    @Test
    void givenAPageThatIsTold_whenEventsStop_thenItAsksAndIsToldAgainWhenTheyGoOn() {
        long asked = room.asked("/board");

        visitor.runs("window.sources[0].onerror()");

        assertThat(is("window.told")).isFalse();
        visitor.waitsUntil("asks", () -> room.asked("/board") > asked);
        tells();
        assertThat(is("window.told && window.sources.length === 1")).isTrue();
    }

    @Test
    void givenAPageThatIsTold_whenItIsRefused_thenItAsksAndTriesAnotherTimeLater() {
        visitor.runs("window.sources[0].readyState = 2; window.sources[0].onerror()");

        assertThat(is("window.told")).isFalse();
        visitor.waitsUntil("another source", () -> is("window.sources.length === 2"));
        tells();
        assertThat(is("window.told")).isTrue();
    }

    @Test
    void givenAPageThatIsTold_whenItsTurnComesWhileEventsHaveStopped_thenItListensNoMoreWhenTheyGoOn() {
        visitor.runs("window.sources[0].onerror()");
        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.waitsFor("It is your turn");

        tells();

        assertThat(is("window.sources.length === 1 && window.sources[0].readyState === 2"))
                .isTrue();
    }

    @Test
    void givenAPageWhoseTurnHasCome_whenItIsRefused_thenItDoesNotTryAnotherTime() {
        room.stage("TURN", Duration.ofMinutes(10), true);
        tells();
        visitor.waitsFor("It is your turn");

        visitor.runs("window.sources[0].readyState = 2; window.sources[0].onerror();"
                + "window.setTimeout(function () { window.minutesLater = true; }, 300000);");

        visitor.waitsUntil("minutes later", () -> is("window.minutesLater"));
        assertThat(is("window.sources.length === 1")).isTrue();
    }

    @Test
    void givenAPageThatIsTold_whenOperatorsWantItNoMoreAndThenAgain_thenItListensByOneSourceAtMost() {
        room.board.remove("events");
        tells();

        assertThat(is("window.told || window.sources[0].readyState === 1")).isFalse();
        room.board.put("events", true);
        visitor.waitsUntil("another source", () -> is("window.sources.length === 2"));
        tells();
        assertThat(is("window.told && window.sources[1].readyState === 1")).isTrue();
    }

    @Test
    void givenAPageThatIsTold_whenItIsAskedOfAnotherNodeThatSaysNothingOfEvents_thenItHasOneSourceAllTheSame() {
        room.board.remove("events");
        visitor.runs("window.sources[0].onerror()");
        long asked = room.asked("/board");
        visitor.waitsUntil("asks", () -> room.asked("/board") > asked + 1);

        room.board.put("events", true);
        long askedThen = room.asked("push.js");
        visitor.waitsUntil("loads the part again", () -> room.asked("push.js") > askedThen);
        tells();

        assertThat(is("window.told && window.sources.length === 1")).isTrue();
    }

    private void tells() {
        String board = new JsonMapper().writeValueAsString(room.board);
        visitor.runs("window.sources[window.sources.length - 1].onmessage({ data: '" + board + "' })");
    }

    private boolean is(String expression) {
        return Boolean.TRUE.equals(visitor.runs("!!(" + expression + ")"));
    }
}
