package io.gatehouse.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gatehouse.faults.FaultSize;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys come from fixed numbers: what is shown here of chance is the same at every run. */
class PermutationTest {

    @Test
    void givenAnyNumberOfEntrantsUpToTwoThousand_whenAllDraw_thenEachHasAPositionOfTheirOwn() {
        for (var count = 1; count <= 2000; count++) {
            assertThatEachHasOne(new Permutation(key(count), count));
        }
    }

    @ParameterizedTest
    @MethodSource("manyEntrants")
    void givenUpToAMillionEntrants_whenAllDraw_thenEachHasAPositionOfTheirOwn(long count) {
        assertThatEachHasOne(new Permutation(key(count), count));
    }

    /** Their sizes are as random as their numbers, and one is the largest. */
    static LongStream manyEntrants() {
        var random = new Random(12);
        return LongStream.concat(
                LongStream.of(1_000_000),
                LongStream.generate(() -> (long) Math.pow(10, 3.3 + 2.7 * random.nextDouble()))
                        .limit(9));
    }

    @Test
    @Tag("faults")
    void givenMillionsOfEntrants_whenAllDraw_thenEachHasAPositionOfTheirOwn() {
        assertThatEachHasOne(new Permutation(key(1), FaultSize.of(2_500_000, 10_000_000)));
    }

    private static void assertThatEachHasOne(Permutation order) {
        var drawn = new BitSet();
        for (var entry = 1L; entry <= order.count(); entry++) {
            var position = order.position(entry);
            drawn.set((int) position);
            if (entry <= 2000 && order.entry(position) != entry) {
                assertThat(order.entry(position)).isEqualTo(entry);
            }
        }
        assertThat(drawn.cardinality()).isEqualTo((int) order.count());
        assertThat(drawn.length()).isEqualTo((int) order.count() + 1);
        assertThat(drawn.get(0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 5", "4, 23"})
    void givenFewEntrants_whenDrawnByManySeeds_thenEachOrderIsAsLikelyAsAnyOther(int count, int freedom) {
        var draws = 200 * (freedom + 1);

        var orders = tally(draws, count, seed -> {
            var order = new Permutation(key(seed), count);
            return Arrays.toString(
                    LongStream.rangeClosed(1, count).map(order::position).toArray());
        });

        assertThat(orders).hasSize(freedom + 1);
        assertThat(chiSquare(orders, draws)).isLessThan(limit(freedom));
    }

    @ParameterizedTest
    @CsvSource({"7, 1", "7, 7", "100, 1", "100, 37", "128, 128", "129, 65"})
    void givenAnEntrant_whenDrawnByManySeeds_thenEachPositionIsAsLikelyAsAnyOther(int count, long entry) {
        var draws = 50 * count;

        var positions = tally(draws, count, seed -> new Permutation(key(seed), count).position(entry));

        assertThat(positions).hasSize(count);
        assertThat(chiSquare(positions, draws)).isLessThan(limit(count - 1));
    }

    /** Neighbours in the lobby are no neighbours in the line. */
    @Test
    void givenTwoWhoCameTogether_whenDrawnByManySeeds_thenTheirDistanceIsAsLikelyAsAnyOther() {
        var count = 50;
        var draws = 50 * count;

        var distances = tally(draws, count, seed -> {
            var order = new Permutation(key(seed), count);
            return Math.floorMod(order.position(24) - order.position(23), count);
        });

        assertThat(distances).hasSize(count - 1);
        assertThat(chiSquare(distances, draws)).isLessThan(limit(count - 2));
    }

    /** Half of all orders are odd; a Feistel network of its whole domain makes none of those. */
    @ParameterizedTest
    @ValueSource(ints = {16, 256})
    void givenEntrantsOfWhomBitsCanCountAll_whenDrawnByManySeeds_thenOddOrdersAreAsLikelyAsEvenOnes(int count) {
        var draws = 400;

        var parities = tally(draws, count, seed -> isOdd(new Permutation(key(seed), count)));

        assertThat(parities).hasSize(2);
        assertThat(chiSquare(parities, draws)).isLessThan(limit(1));
    }

    private static boolean isOdd(Permutation order) {
        var seen = new BitSet();
        var exchanges = 0L;
        for (var start = 1L; start <= order.count(); start++) {
            for (var at = start; !seen.get((int) at); at = order.position(at)) {
                seen.set((int) at);
                exchanges += order.position(at) == start ? 0 : 1;
            }
        }
        return exchanges % 2 == 1;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Permutation.MOST + 1, Long.MAX_VALUE})
    void givenNoEntrantsOrTooMany_whenAnOrderIsAskedFor_thenThereIsNone(long count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Permutation(key(1), count))
                .withMessageContaining("entrants must be 1 to 1000000000, were " + count);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 8, Long.MAX_VALUE})
    void givenANumberBeyondTheEntrants_whenAskedFor_thenThereIsNone(long number) {
        var order = new Permutation(key(1), 7);

        assertThatIllegalArgumentException().isThrownBy(() -> order.position(number));
        assertThatIllegalArgumentException().isThrownBy(() -> order.entry(number));
    }

    private static byte[] key(long number) {
        return Hashes.sha256().digest(Hashes.lines(Long.toString(number)));
    }

    private static Map<Object, Integer> tally(int draws, int salt, LongFunction<Object> drawn) {
        var counts = new HashMap<Object, Integer>();
        IntStream.range(0, draws).forEach(draw -> counts.merge(drawn.apply(draw * 1000L + salt), 1, Integer::sum));
        return counts;
    }

    private static double chiSquare(Map<Object, Integer> counts, double draws) {
        var expected = draws / counts.size();
        return counts.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    /** What chi-square passes once in a thousand times by chance (Wilson and Hilferty's approximation). */
    private static double limit(int freedom) {
        var spread = 2.0 / (9 * freedom);
        return freedom * Math.pow(1 - spread + 3.09 * Math.sqrt(spread), 3);
    }
}
