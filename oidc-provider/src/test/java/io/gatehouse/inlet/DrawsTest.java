package io.gatehouse.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.Seed;
import io.gatehouse.room.Advance;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsTest {

    private static final Seed SEED = new Seed("5eed".repeat(16));

    private final Turnstiles shop = new Turnstiles(Turnstiles.byHand(), new LinesInMemory());

    @Test
    void givenALobbyWithADraw_whenItsTimeHasCome_thenItOpensOnceItIsKeptWhoCameBefore() {
        shop.joinedBy(3);
        isToDraw(Draw.RECEIPTS);
        shop.clock.advance(Duration.ofHours(1));
        var seen = shop.room.snapshot();

        assertThat(shop.room.configuration().phase(seen, shop.clock.instant())).isEqualTo(Phase.CLOSED);
        shop.tick();

        seen = shop.room.snapshot();
        assertThat(shop.room.configuration().phase(seen, shop.clock.instant())).isEqualTo(Phase.LOBBY);
        assertThat(draw().base()).isEqualTo(3);
        assertThat(draw().commitment()).isEqualTo(SEED.commitment(draw().draw()));
        assertThat(draw().result()).isEmpty();
    }

    @Test
    void givenEntrants_whenTheDoorsOpen_thenTheyAreCalledAsDrawnAndEachReceiptProvesIt() {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        var entrants = Stream.generate(shop::join).limit(700).toList();

        opensDoors();
        shop.tick();

        var order = draw().order();
        assertThat(entrants.stream()
                        .filter(place -> stage(place) == Stage.TURN)
                        .map(place -> order.of(place.number()))
                        .sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, shop.room.snapshot().reached())
                                .boxed()
                                .toList())
                .isNotEmpty();
        var published = draw().published().orElseThrow();
        var marks = entrants.stream()
                .map(place -> draw().draw().markOf(place.id().bytes()))
                .toList();
        assertThat(published.binds(marks.stream())).isTrue();
        var receipt = SEED.receipts(draw().draw()).of(17, marks.get(16));
        var verdict = published.verify(receipt.toString());
        assertThat(verdict.finding()).isEqualTo(Finding.GENUINE);
        assertThat(verdict.position()).isEqualTo(order.of(entrants.get(16).number()));
    }

    @Test
    void givenAValueFromElsewhere_whenItIsNotThereYet_thenTheDoorsStayShut() {
        isToDraw("drand round 123456 of quicknet");
        opensLobby();
        shop.joinedBy(2);
        opensDoors();
        shop.tick();

        var seen = shop.room.snapshot();
        assertThat(draw().entrants()).isEqualTo(2);
        assertThat(draw().isDone()).isFalse();
        assertThat(seen.turns()).isZero();
        assertThat(shop.turnstile.allowance(shop.room.configuration(), seen).why())
                .isEqualTo(Advance.Why.DRAW);
    }

    @Test
    void givenNobodyInTheLobby_whenTheDoorsOpen_thenWhoeverComesThenIsCalled() {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        opensDoors();
        shop.tick();
        var late = shop.join();
        shop.tick();

        assertThat(draw().isDone()).isTrue();
        assertThat(draw().published()).isEmpty();
        assertThat(stage(late)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenOneInTheLobby_whenTheDoorsOpen_thenTheyAreTheFirst() {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        var only = shop.join();
        opensDoors();
        shop.tick();

        assertThat(draw().entrants()).isEqualTo(1);
        assertThat(stage(only)).isEqualTo(Stage.TURN);
    }

    /** Whoever goes on knows the seed, and the order follows from what is kept. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300})
    void givenANodeThatIsKilledAfterTheFreeze_whenAnotherGoesOn_thenThatDrawIsDoneAndItsEntrantsAreCalled(int many) {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        var entrants = Stream.generate(shop::join).limit(many).toList();
        shop.tick(Duration.ofHours(1));
        var frozen = draw();
        var late = shop.join();

        var other = node(SEED);
        other.tick(shop.room.line());
        other.tick(shop.room.line());

        assertThat(frozen.entrants()).isEqualTo(many);
        assertThat(frozen.isDone()).isFalse();
        assertThat(draw().called(0)).isEqualTo(frozen.drawn(frozen.ownValue().orElseThrow(), SEED));
        assertThat(entrants.stream().filter(place -> stage(place) == Stage.TURN).count())
                .isEqualTo(draw().called());
        assertThat(stage(late) == Stage.TURN).isEqualTo(many == 0);
    }

    @Test
    void givenTwoNodes_whenBothTakeEachStep_thenThereIsOneDraw() {
        var other = node(SEED);
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        other.tick(shop.room.line());
        shop.joinedBy(10);
        var opened = draw();
        shop.tick(Duration.ofHours(1));
        other.tick(shop.room.line());
        other.tick(shop.room.line());
        shop.tick();

        assertThat(draw().commitment()).isEqualTo(opened.commitment());
        assertThat(draw().entrants()).isEqualTo(10);
        assertThat(draw().called()).isEqualTo(shop.room.snapshot().turns()).isPositive();
    }

    @Test
    void givenAnotherMasterKey_whenTheDoorsOpen_thenNobodyIsDrawnAndNobodyCalled() {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        shop.joinedBy(2);
        shop.clock.advance(Duration.ofHours(2));
        var other = node(new Seed("bad0".repeat(16)));
        other.tick(shop.room.line());
        other.tick(shop.room.line());

        assertThat(draw().frozen()).isEmpty();
        assertThat(shop.room.snapshot().turns()).isZero();
    }

    @Test
    void givenALobbyThatIsMoved_whenSomeHaveCome_thenTheyTakePartInTheNewDraw() {
        isToDraw(Draw.RECEIPTS);
        opensLobby();
        shop.joinedBy(4);
        var first = draw();
        shop.room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(opening(-30, 60, "drand")))));
        shop.tick();

        assertThat(draw().draw().id()).isNotEqualTo(first.draw().id());
        assertThat(draw().base()).isZero();
    }

    @Test
    void givenADrawThatIsDone_whenTheOpeningAfterItIsTakenOut_thenNothingIsDrawnAgainAndTheLineGoesOn() {
        var first = opening(60, 120, 180);
        schedules(first, opening(200, 260, 300));
        opensLobby();
        opensDoors();
        shop.tick(Duration.ofMinutes(80));
        var second = draw();
        var inSecond = shop.join();

        schedules(first);
        shop.tick();
        shop.tick();
        shop.tick();

        assertThat(draw()).isEqualTo(second);
        assertThat(stage(inSecond)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenOpeningsThatAreMovedToAndFro_whenTheirLobbiesOpen_thenNoDrawHasTheIdOfAnother() {
        var here = opening(60, 600, 700);
        var there = opening(50, 600, 700);
        schedules(here);
        opensLobby();
        var ids = new ArrayList<>(List.of(draw().draw().id()));

        for (var moved : List.of(there, here, there)) {
            schedules(moved);
            shop.tick();
            ids.add(draw().draw().id());
        }

        assertThat(ids).doesNotHaveDuplicates().allSatisfy(id -> assertThat(new Draw("shop", id, Draw.RECEIPTS).id())
                .isEqualTo(id));
    }

    private void schedules(ScheduledDate... openings) {
        shop.room.change(settings -> new RoomSettings(
                Optional.of(Rate.parse("60/1m")),
                OptionalLong.empty(),
                false,
                Mode.SCHEDULED,
                new Schedule(List.of(openings))));
    }

    private ScheduledDate opening(long lobbyIn, long doorsIn, long closeIn) {
        var now = LocalDateTime.ofInstant(shop.clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        return new ScheduledDate(
                ZoneOffset.UTC,
                now.plusMinutes(lobbyIn),
                now.plusMinutes(doorsIn),
                Optional.of(now.plusMinutes(closeIn)),
                AtClose.LET_IN,
                Optional.of(Draw.RECEIPTS));
    }

    private Turnstile node(Seed seed) {
        return new Turnstile(
                shop.clock, shop.spans, Turnstiles.TICK, draw -> seed, (room, why) -> {}, new TunedLimits());
    }

    private void isToDraw(String source) {
        schedules(opening(60, 120, source));
    }

    private ScheduledDate opening(long lobbyIn, long doorsIn, String source) {
        var now = LocalDateTime.ofInstant(shop.clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        return new ScheduledDate(
                ZoneOffset.UTC,
                now.plusMinutes(lobbyIn),
                now.plusMinutes(doorsIn),
                Optional.empty(),
                AtClose.LET_IN,
                Optional.of(source));
    }

    private void opensLobby() {
        shop.tick(Duration.ofHours(1));
    }

    private void opensDoors() {
        shop.tick(Duration.ofHours(1));
        shop.tick();
    }

    private LobbyDraw draw() {
        return shop.room.snapshot().draw().orElseThrow();
    }

    private Stage stage(Place place) {
        return shop.room.find(place.id()).orElseThrow().stage();
    }
}
