package io.gatehouse.visitor.moving;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.MutableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a link carries, and which are believed. */
class MoveLinksTest {

    private static final RoomId ROOM = new RoomId("shop");

    private final MutableClock clock = MutableClock.standing();
    private final MoveLinks links = links(Duration.ofMinutes(10), "a");
    private final PlaceProof proof =
            new PlaceProof(new PlaceId(UUID.randomUUID()), 3, new Position(2, 340), clock.instant(), 2);

    @Test
    void givenALink_whenItIsOpened_thenItCarriesWhatTheCookieProvesForItsMinutes() {
        var link = links.seal(ROOM, proof);

        clock.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(links.open(ROOM, link)).contains(proof);
        clock.advance(Duration.ofMillis(1));
        assertThat(links.open(ROOM, link)).isEmpty();
    }

    @Test
    void givenALink_whenItIsReadOrOpenedElsewhere_thenItTellsNothing() {
        var link = links.seal(ROOM, proof);

        assertThat(links.seal(ROOM, proof)).as("no two are the same").isNotEqualTo(link);
        assertThat(links.open(new RoomId("blog"), link)).isEmpty();
        assertThat(links(Duration.ofMinutes(10), "b").open(ROOM, link)).isEmpty();
        assertThat(links(Duration.ZERO, "a").open(ROOM, link)).isEmpty();
        for (var at = 0; at < link.length(); at++) {
            var altered = (link.charAt(at) == 'A' ? "B" : "A");
            // The last character has bits that are not read.
            assertThat(links.open(ROOM, link.substring(0, at) + altered + link.substring(at + 1))
                            .filter(opened -> !opened.equals(proof)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "%", "....", "AAAA", "\u0000", "\uD83D\uDE00"})
    void givenSomethingElse_whenItIsOpened_thenItIsNone(String text) {
        assertThat(links.open(ROOM, text)).isEmpty();
        assertThat(links.open(ROOM, text.repeat(107))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT59S", "PT-1M", "PT1H0.001S"})
    void givenATimeThatIsNone_whenItIsRead_thenTheStartStopsWithAnExample(Duration ttl) {
        assertThatThrownBy(() -> new MovingProperties(ttl))
                .hasMessageContaining("gatehouse.moving.link-ttl")
                .hasMessageContaining("for example 10m");
    }

    private MoveLinks links(Duration ttl, String key) {
        return new MoveLinks(
                new MovingProperties(ttl), new MasterKey(key.repeat(32).getBytes(US_ASCII)), new SecureRandom(), clock);
    }
}
