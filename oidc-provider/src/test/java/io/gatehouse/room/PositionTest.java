package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gatehouse.lane.LaneCounters;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PositionTest {

    @Test
    void givenANumberThatEarlierVersionsWrote_whenItIsRead_thenItNamesTheSameLaneAndNumber() {
        assertThat(Position.unpacked(340)).isEqualTo(Position.of(340));
        assertThat(Position.unpacked(1_099_511_627_777L)).isEqualTo(new Position(1, 1));
        assertThat(Position.unpacked(2_199_023_255_895L)).isEqualTo(new Position(2, 343));
    }

    @Test
    void givenPositions_whenTheyArePacked_thenTheyAreReadBackAndKeepTheirOrder() {
        var inOrder = Stream.of(Position.of(1), Position.of((1L << 40) - 1), new Position(1, 1), new Position(100, 7))
                .toList();

        assertThat(inOrder)
                .allMatch(position -> Position.unpacked(position.packed()).equals(position));
        assertThat(inOrder).isSorted().extracting(Position::packed).isSorted();
    }

    @Test
    void givenNumbersThatNoPlaceHas_whenTheyAreMadeAPosition_thenTheyAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Position.of(0)).withMessageEndingWith("was 0 in lane 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Position.of(1L << 40));
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(-1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Position.unpacked(-1));
    }

    @Test
    void givenALaneOfAnEarlierOpening_whenAPlaceIsNamed_thenItHasTheNumberOfTheLane() {
        var lanes = LaneCounters.of(List.of("members"));

        assertThat(Position.of(7).in(lanes)).isEqualTo("position 7");
        assertThat(new Position(1, 7).in(lanes)).isEqualTo("position 7 in lane members");
        assertThat(new Position(2, 7).in(lanes)).isEqualTo("position 7 in lane 2");
    }
}
