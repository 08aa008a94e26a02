package io.gatehouse.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworksTest {

    private static final String ONE = "00000001";
    private static final String OTHER = "ffffffff";

    @Test
    void givenANetworkOfMoreThanTheMost_whenTheyAreCounted_thenThoseWithTheSmallestMarksStandForThemselves() {
        var marks = List.of(
                "90000000" + ONE,
                "10000000" + OTHER,
                "20000000" + ONE,
                "f0000000" + ONE,
                "80000000" + ONE,
                Receipt.NOBODY);

        assertThat(behind(2, marks).entries()).containsExactly(1L, 4L);
        assertThat(behind(2, marks)).hasToString("1,3");
        assertThat(behind(4, marks)).isEqualTo(RankedBehind.NOBODY);
        assertThat(networks(2, marks).excess()).isEqualTo(new Networks.Excess(2, 1, 2));
        assertThat(networks(4, marks).excess()).isEqualTo(new Networks.Excess(4, 0, 0));
    }

    @Test
    void givenNobodyOrOneOrAllOfOneNetwork_whenOneIsTheMost_thenOneStandsForItself() {
        var all = IntStream.range(0, 9).mapToObj(i -> i + "0000000" + ONE).toList();

        assertThat(behind(1, List.of())).isEqualTo(RankedBehind.NOBODY);
        assertThat(behind(1, List.of(Receipt.NOBODY, Receipt.NOBODY))).isEqualTo(RankedBehind.NOBODY);
        assertThat(behind(1, List.of("00000000" + ONE))).isEqualTo(RankedBehind.NOBODY);
        assertThat(behind(1, all).entries())
                .containsExactlyElementsOf(LongStream.rangeClosed(2, 9).boxed().toList());
        assertThat(behind(0, all)).isEqualTo(RankedBehind.NOBODY);
    }

    /** What is written down in docs/operate/draw.md, as plainly as it can be worked out. */
    @Test
    void givenAnyMarks_whenTheyAreCounted_thenTheyStandAsTheRuleSays() {
        var random = new Random(12);
        for (var tried = 0; tried < 300; tried++) {
            var most = 1 + random.nextInt(5);
            var marks = Stream.generate(() -> String.format(
                            "%08x%08x",
                            random.nextInt(), random.nextInt(9) == 0 ? random.nextInt() : random.nextInt(4)))
                    .limit(random.nextInt(60))
                    .toList();
            var own = marks.stream().collect(Collectors.groupingBy(mark -> mark.substring(8))).values().stream()
                    .flatMap(these -> these.stream().sorted().limit(most))
                    .collect(Collectors.toSet());

            assertThat(behind(most, marks).entries())
                    .containsExactlyElementsOf(IntStream.range(0, marks.size())
                            .filter(i -> !own.contains(marks.get(i)))
                            .mapToObj(i -> i + 1L)
                            .toList());
        }
    }

    @Test
    void givenMoreThanCanBeSaidBehind_whenTheyAreCounted_thenTheMostIsTheNextByWhichNoMoreAre() {
        var random = new Random(12);
        var marks = IntStream.range(0, 20_000)
                .mapToObj(i -> String.format("%08x%s", random.nextInt(), i % 4 == 0 ? ONE : OTHER))
                .toList();
        var networks = new Networks(10);
        marks.forEach(networks::add);

        assertThat(networks.excess()).isEqualTo(new Networks.Excess(7_000, 1, 8_000));
        assertThat(networks.behind().entries()).hasSize(8_000);
        assertThat(networks.behind().toString()).hasSizeLessThan(59_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 40, 333})
    void givenThoseBehind_whenAllDraw_thenTheyComeAfterAllOthersAndBothAsTheNetworkHasIt(int count) {
        var random = new Random(count);
        for (var many : List.of(0, 1, count / 2, count)) {
            var behind = new RankedBehind(random.longs(1, count + 1)
                    .distinct()
                    .limit(Math.min(many, count))
                    .sorted()
                    .boxed()
                    .toList());
            var plain = new Permutation(new byte[32], count);
            var order = new Permutation(new byte[32], count, behind);

            var expected = LongStream.rangeClosed(1, count)
                    .boxed()
                    .sorted(Comparator.comparing(
                                    (Long entry) -> behind.entries().contains(entry))
                            .thenComparing(plain::position))
                    .toList();
            assertThat(LongStream.rangeClosed(1, count).mapToObj(order::entry)).containsExactlyElementsOf(expected);
            assertThat(expected.stream().map(order::position))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, count).boxed().toList());
            assertThatIllegalArgumentException().isThrownBy(() -> order.entry(0));
            assertThatIllegalArgumentException().isThrownBy(() -> order.entry(count + 1L));
        }
    }

    @Test
    void givenAsManyBehindAsThereCanBe_whenTheyAreWrittenAndRead_thenTheyAreTheSame() {
        var all = new RankedBehind(LongStream.rangeClosed(1, RankedBehind.MOST)
                .map(number -> number * (Permutation.MOST / RankedBehind.MOST))
                .boxed()
                .toList());

        assertThat(RankedBehind.parse(all.toString())).isEqualTo(all);
        assertThatIllegalArgumentException().isThrownBy(() -> RankedBehind.parse(all + ","));
        assertThatIllegalArgumentException().isThrownBy(() -> RankedBehind.parse("1," + all));
    }

    private static RankedBehind behind(int most, List<String> marks) {
        return networks(most, marks).behind();
    }

    private static Networks networks(int most, List<String> marks) {
        var networks = new Networks(most);
        marks.forEach(networks::add);
        return networks;
    }
}
