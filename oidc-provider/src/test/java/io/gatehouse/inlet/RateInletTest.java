package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.rate;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Stage;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateInletTest {

    @Test
    void givenACrowd_whenTicked_thenTurnsAreHandedOutEvenly() {
        var shop = new Turnstiles(rate("200/1m")).joinedBy(1_000);

        var called = shop.ticks(60);

        assertThat(called).allSatisfy(turns -> assertThat(turns).isBetween(3L, 4L));
        assertThat(called.stream().mapToLong(Long::longValue).sum()).isBetween(199L, 201L);
    }

    @ParameterizedTest
    @CsvSource({"1/1s, 60", "7/1m, 7", "85/1m, 85", "90/1m, 90", "1000/1m, 1000", "1000/1s, 60000", "3/20s, 9"})
    void givenARate_whenTickedForAMinute_thenItIsReachedAndNotPassed(String rate, long expected) {
        var shop = new Turnstiles(rate(rate)).joinedBy(1);
        shop.joinedBy((int) expected + 2_000);
        var before = shop.serving();

        shop.ticks(60);

        assertThat(shop.serving() - before).isBetween(expected - 1, expected + 1);
    }

    @Test
    void givenAnIdleHour_whenACrowdComes_thenNoMoreThanOneTicksWorthIsCalledAtOnce() {
        var shop = new Turnstiles(rate("200/1m")).joinedBy(1);
        shop.tick(Duration.ofHours(1));

        shop.joinedBy(500);

        assertThat(shop.serving()).isLessThanOrEqualTo(1 + 4);
        assertThat(shop.ticks(10)).allSatisfy(turns -> assertThat(turns).isLessThanOrEqualTo(4));
    }

    @Test
    void givenALateTick_whenItComes_thenNothingIsMadeUpBeyondOneTick() {
        var shop = new Turnstiles(rate("200/1m")).joinedBy(500);

        var called = shop.tick(Duration.ofMinutes(5));

        assertThat(called).isEqualTo(4);
    }

    @Test
    void givenTicksAtOddTimes_whenAnyWindowIsLookedAt_thenTheRateIsNeverPassed() {
        var random = new Random(7);
        var shop = new Turnstiles(rate("200/1m")).joinedBy(2_000);
        var passed = Duration.ZERO;
        var before = shop.serving();

        for (int i = 0; i < 500; i++) {
            var step = Duration.ofMillis(random.nextInt(900));
            passed = passed.plus(step);
            shop.tick(step);
            var most = passed.toMillis() / 300 + 4;
            assertThat(shop.serving() - before).isLessThanOrEqualTo(most);
        }

        assertThat(shop.serving() - before).isGreaterThanOrEqualTo(passed.toMillis() / 300 - 4);
    }

    @Test
    void givenAVerySlowRate_whenItIsRaised_thenTheLineMovesAtOnce() {
        var shop = new Turnstiles(rate("1/1d")).joinedBy(100);
        assertThat(shop.ticks(5)).containsOnly(0L);

        shop.room.change(Optional.empty(), Optional.of(rate("60/1m")));

        assertThat(shop.ticks(5)).allSatisfy(turns -> assertThat(turns).isBetween(1L, 2L));
    }

    @Test
    void givenTheClockIsSetBack_whenTicked_thenTheLineGoesOnMoving() {
        var shop = new Turnstiles(rate("60/1m")).joinedBy(100);
        shop.ticks(3);

        shop.clock.advance(Duration.ofHours(-5));

        assertThat(shop.ticks(5)).allSatisfy(turns -> assertThat(turns).isBetween(1L, 2L));
    }

    @Test
    void givenNobodyWaits_whenAVisitorJoins_thenTheyPassThrough() {
        var shop = new Turnstiles(rate("60/1m"));

        assertThat(shop.join().stage()).isEqualTo(Stage.TURN);
        assertThat(shop.join().stage()).isEqualTo(Stage.WAITING);
    }

    @ParameterizedTest
    @CsvSource({
        "200, 60, none, 81", // 60 a minute of whom at least 743 in 1,000 come
        "200, 200, none, 120", // twice as many at most
        "29, 29, none, 60", // too few are known
        "200, 60, 70/1m, 70" // and no more than the sites take
    })
    void givenVisitorsWhoDoNotCome_whenTicked_thenTheRateIsMadeUpForWithinItsBounds(
            int called, int lapsed, String ceiling, long expected) {
        var sites = ceiling.equals("none") ? Optional.<Rate>empty() : Optional.of(Rate.parse(ceiling));
        var shop = new Turnstiles(rate("60/1m"), sites);

        assertThat(inAMinute(shop, called, lapsed)).isBetween(expected - 1, expected + 1);
    }

    @ParameterizedTest
    @CsvSource({"1200, 64", "1000, 60"})
    void givenAStock_whenItsLastTenthIsSold_thenNothingIsMadeUpFor(long stock, long expected) {
        var shop = new Turnstiles(rate("60/1m").admitting(Optional.of(new Stock(stock, Stock.USUALLY))));

        assertThat(inAMinute(shop, 990, 90)).isBetween(expected - 1, expected + 1);
    }

    /** How many are called in a minute after so many have been, of whom the last did not come, and the rest left. */
    private static long inAMinute(Turnstiles shop, int called, int lapsed) {
        var rate = shop.room.configuration().configured().rate();
        shop.room.change(settings -> settings.at(Optional.empty(), OptionalLong.empty()));
        shop.joinedBy(called + 300);
        shop.room.letIn(called);
        shop.tick();
        for (var number = 1; number <= called - lapsed; number++) {
            var id = shop.room.at(Position.of(number)).orElseThrow().id();
            shop.room.apply(id, Act.CLAIM);
            shop.room.apply(id, Act.COMPLETE);
        }
        shop.tick(Duration.ofMinutes(10));
        shop.room.change(settings -> settings.at(rate, OptionalLong.empty()));
        shop.tick();
        var from = shop.serving();
        shop.ticks(60);
        return shop.serving() - from;
    }

    @Test
    void givenSitesThatAreSlower_whenAnOperatorSetsMore_thenTheSitesRateHolds() {
        var shop = new Turnstiles(rate("1000/1s"), Optional.of(Rate.parse("2/1s"))).joinedBy(100);

        assertThat(shop.ticks(10)).allSatisfy(turns -> assertThat(turns).isLessThanOrEqualTo(2));
    }
}
