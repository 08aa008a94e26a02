package io.gatehouse.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain text with links: what is one, and what stays text. Links are shown here as {text|address}. */
class LinkedTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "See https://shop.example/help.; See {https://shop.example/help|https://shop.example/help}.",
                "(https://shop.example/a?b=c&d=1#e); ({https://shop.example/a?b=c&d=1#e|https://shop.example/a?b=c&d=1#e})",
                "Ask [our <i>desk</i>](https://shop.example/) now; Ask {our <i>desk</i>|https://shop.example/} now",
                "[one](https://a.example)[two](https://b.example); {one|https://a.example}{two|https://b.example}",
            })
    void givenAnAddress_whenTheTextIsTakenApart_thenItIsALink(String text, String parts) {
        assertThat(shown(text)).isEqualTo(parts);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "<a href=\"javascript:alert(1)\">here</a>",
                "[here](javascript:alert(1))",
                "[here](http://shop.example)",
                "http://shop.example",
                "[here](https://shop.example@elsewhere.example/)",
                "https://shop.example@elsewhere.example/",
                "https://",
                "https://.",
                "[](https://)",
                "[[[[[[[[[[",
                "a < b && b > c",
            })
    void givenMarkupOrAnyOtherAddress_whenTheTextIsTakenApart_thenItStaysText(String text) {
        assertThat(shown(text)).isEqualTo(text);
    }

    @Test
    void givenLines_whenTheTextIsTakenApart_thenEachIsAParagraphAndEmptyOnesAreNone() {
        assertThat(LinkedText.paragraphs(" one \n\n  \ntwo")).hasSize(2);
    }

    private static String shown(String text) {
        return LinkedText.paragraphs(text).stream().map(LinkedTextTest::shown).collect(Collectors.joining("\n"));
    }

    private static String shown(List<LinkedText.Part> paragraph) {
        return paragraph.stream()
                .map(part -> part.href() == null ? part.text() : "{" + part.text() + "|" + part.href() + "}")
                .collect(Collectors.joining());
    }
}
