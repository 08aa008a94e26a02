package io.gatehouse.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A draw of entrants who came after others: five positions before the lobby, four entrants, and one behind them. */
class OrderTest {

    private static final long BASE = 5;
    private static final long ENTRANTS = 4;
    private static final String RECEIPTS = "ab".repeat(32);
    private static final Seed SEED = new Seed("5e".repeat(32));

    private final LobbyDraw draw = draw();
    private final Order order = draw.order();

    @Test
    void givenPositionsAroundTheLobby_whenTheyAreOrdered_thenOnlyTheEntrantsAreDrawnAmongThemselves() {
        assertThat(LongStream.of(1, BASE, 10, 11)).allSatisfy(position -> {
            assertThat(order.of(position)).isEqualTo(position);
            assertThat(order.at(position)).isEqualTo(position);
        });
        assertThat(LongStream.rangeClosed(6, 9).map(order::of))
                .containsExactlyInAnyOrder(6L, 7L, 8L, 9L)
                .isNotEqualTo(List.of(6L, 7L, 8L, 9L));
        assertThat(LongStream.rangeClosed(6, 9))
                .allSatisfy(position -> assertThat(order.at(order.of(position))).isEqualTo(position));
    }

    @Test
    void givenADrawWhoseFirstTwoAreCalled_whenItIsAskedWhoHasPassed_thenTheseTwoHaveAndNobodyElse() {
        var passed = draw.called(2);

        assertThat(LongStream.rangeClosed(1, 11).filter(position -> passed.hasPassed(position, order)))
                .containsExactlyInAnyOrder(order.at(BASE + 1), order.at(BASE + 2));
    }

    @Test
    void givenALobby_whenItIsFrozenOrDrawnWithWhatCannotBe_thenThatIsRefused() {
        var lobby = lobby();
        var fifth = new RankedBehind(List.of(ENTRANTS + 1));

        assertThatIllegalArgumentException().isThrownBy(() -> lobby.frozen(ENTRANTS, RECEIPTS, fifth));
        assertThatIllegalArgumentException().isThrownBy(() -> lobby.drawn("two\nlines", SEED));
    }

    private static LobbyDraw draw() {
        return lobby().frozen(ENTRANTS, RECEIPTS, RankedBehind.NOBODY).drawn("24.036,11", SEED);
    }

    private static LobbyDraw lobby() {
        return LobbyDraw.opened(new Draw("shop", "20261127t0900z-1", "drand round 123456"), SEED, BASE);
    }
}
