package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The first half of the languages. Two made-up ones show what a longer text and another direction do to the
 * page.
 */
class EveryLanguageTest extends LanguageContract {

    @Override
    List<String> languages() throws IOException {
        return everySecond(0);
    }

    @Test
    void givenTextsThatAreLongerByHalfAndTheOtherWayRound_whenSeenNarrow_thenTheyFit() {
        visitor.language("en").theme("light");
        for (String direction : List.of("ltr", "rtl")) {
            room.direction = direction;
            room.texts = EveryLanguageTest::stretched;
            assertThat(wrongAtAnyStage(320, "en " + direction + " " + direction))
                    .isEmpty();
        }
        room.direction = "ltr";
        room.texts = text -> text;
    }

    /** Each word gains half of its length in accented letters; placeholders and keys stay. */
    private static String stretched(String texts) {
        return Pattern.compile("(?<=: \")[^\"]+(?=\")")
                .matcher(texts.substring(texts.indexOf("\"texts\"")))
                .replaceAll(text -> Pattern.compile("(\\{\\w+})|(\\p{L}+)")
                        .matcher(text.group())
                        .replaceAll(word -> word.group(2) == null
                                ? word.group()
                                : word.group() + "ü".repeat((word.group().length() + 1) / 2)))
                .transform(longer -> texts.substring(0, texts.indexOf("\"texts\"")) + longer);
    }
}
