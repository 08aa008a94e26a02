package io.gatehouse.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.value.StoredJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Words of a room that an earlier release has written. */
@Tag("jdk")
class StoredWordsTest {

    private final StoredJson<Words> stored = new StoredJson<>(Words.class);

    @Test
    void givenLooksOfBeforeTheLogoForDarkScreens_whenRead_thenTheyAreAsTheyWere() {
        var earlier =
                """
                {"messages":{},"texts":{"en":{"wait":"Hold on"}},"looks":{"name":"Fair","help":"","imprint":"",\
                "colours":{},"logo":null}}""";

        assertThat(stored.read(earlier.getBytes(UTF_8))).hasValueSatisfying(words -> {
            assertThat(words.texts()).containsKey("en");
            assertThat(words.looks().name()).isEqualTo("Fair");
            assertThat(words.looks().darkLogo()).isEmpty();
        });
    }

    @Test
    void givenWordsOfBeforeLooks_whenRead_thenTheyAreAsTheyWere() {
        assertThat(stored.read("{\"messages\":{},\"texts\":{}}".getBytes(UTF_8)))
                .contains(Words.NONE);
    }
}
