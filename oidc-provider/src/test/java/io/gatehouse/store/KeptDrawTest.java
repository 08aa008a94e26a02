package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeptDrawTest {

    private static final LobbyDraw DRAW = LobbyDraw.opened(
                    new Draw("shop", "1", "Kurs \u2013 morgen", 2), new Seed("7".repeat(64)), 3)
            .frozen(10, "0".repeat(64), new RankedBehind(List.of(2L, 7L)));

    @Test
    void givenADrawThatHasNotChanged_whenItIsWrittenAndReadAgain_thenItIsNotWorkedOutAgain() {
        var text = KeptDraw.text(Optional.of(DRAW));
        var draw = KeptDraw.read(text);

        assertThat(draw).contains(DRAW);
        assertThat(KeptDraw.text(draw)).isSameAs(text);
        assertThat(KeptDraw.read(String.valueOf(text.toCharArray())).orElseThrow())
                .isSameAs(draw.orElseThrow());
    }

    @Test
    void givenADrawOfALaterRelease_whenItIsRead_thenItIsShownAndNotKnown() {
        var text = KeptDraw.text(Optional.of(DRAW));
        var later = text.replace("{", "{\"later\":1,");

        assertThat(KeptDraw.isKnown(text)).isTrue();
        assertThat(KeptDraw.isKnown(later)).isFalse();
        assertThat(KeptDraw.read(later)).contains(DRAW);
        assertThat(KeptDraw.isKnown("")).isTrue();
        assertThat(KeptDraw.read("")).isEmpty();
    }
}
