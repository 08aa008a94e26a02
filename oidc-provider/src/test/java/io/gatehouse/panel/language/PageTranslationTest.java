package io.gatehouse.panel.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTranslationTest {

    private static final Dictionary GERMAN = new Dictionary(
            "de",
            Map.ofEntries(
                    Map.entry("Sites", "Websites"),
                    Map.entry("Open", "Offen"),
                    Map.entry("{0} needs you", "{0} braucht Sie"),
                    Map.entry("{0}, {w}", "{0}, {w}"),
                    Map.entry("owner", "Inhaber"),
                    Map.entry("{n} wait.", "{n} warten."),
                    Map.entry("{n1} of {n2} slots are free.", "Von {n2} Slots sind {n1} frei."),
                    Map.entry("Since {d} {0}.", "Seit {d} {0}."),
                    Map.entry("Run <> and type <> twice.", "Rufen Sie <> auf und tippen Sie <> zweimal."),
                    Map.entry("Say \"it\"…", "Sagen Sie „es“…"),
                    Map.entry("{n}", "{n}")));

    @Test
    void givenAPage_whenTranslated_thenTextsAndSpokenAttributesAreGermanAndTheRestIsAsItWas() {
        var english = "<!DOCTYPE html><html lang=\"en\"><body class=\"Sites\"><!-- Sites -->\n"
                + "<a href=\"/Sites\" title=\"Sites\" data-x=\"Sites\"> Sites\n</a><input value=\"Sites\" placeholder=\"Sites\">"
                + "<input type=\"submit\" value=\"Sites\"><img alt=\"Sites\"><option value=\"Open\">Open</option></body></html>";

        assertThat(german(english))
                .isEqualTo(
                        "<!DOCTYPE html><html lang=\"de\"><body class=\"Sites\"><!-- Sites -->\n"
                                + "<a href=\"/Sites\" title=\"Websites\" data-x=\"Sites\"> Websites </a><input value=\"Sites\" placeholder=\"Websites\">"
                                + "<input type=\"submit\" value=\"Websites\"><img alt=\"Websites\"><option value=\"Open\">Offen</option></body></html>");
    }

    @Test
    void givenWhatAUserWrote_whenThePageIsTranslated_thenItIsLeftAlone() {
        var english = "<h1 translate=\"no\" title=\"Open\">Sites <b>Sites</b></h1><code>Sites</code><pre>Open</pre>"
                + "<textarea>Sites</textarea><option>Open</option><p translate=\"no\">Open</p>";

        assertThat(german(english)).isEqualTo(english);
    }

    @Test
    void givenARoomWithMarkupOrWordsOfOursInItsTitle_whenASentenceNamesIt_thenTheTitleComesOutByteForByte() {
        assertThat(german("<p>Sites needs you</p>")).isEqualTo("<p>Sites braucht Sie</p>");
        assertThat(german("<p>&lt;b&gt;A &amp;amp; &#34;B&#34;&lt;/b&gt; needs you</p>"))
                .isEqualTo("<p>&lt;b&gt;A &amp;amp; &#34;B&#34;&lt;/b&gt; braucht Sie</p>");
        assertThat(german("<p title=\"&quot; onx=&quot;1&gt; needs you\"></p>"))
                .isEqualTo("<p title=\"&quot; onx=&quot;1&gt; braucht Sie\"></p>");
        assertThat(german("<p title=\"it&#39;s needs you\"></p>")).isEqualTo("<p title=\"it&#39;s braucht Sie\"></p>");
        assertThat(german("<p>$1 {0} \\ needs you</p>")).isEqualTo("<p>$1 {0} \\ braucht Sie</p>");
        assertThat(german("<p>{n}, owner</p>")).isEqualTo("<p>{n}, Inhaber</p>");
    }

    @Test
    void givenValues_whenASentenceIsTranslated_thenNumbersAndDatesAreGerman() {
        assertThat(german("<p>1,340 wait.</p><p>12,000 of 1,234,567 slots are free.</p><p>many wait.</p><b>4,120</b>"))
                .isEqualTo(
                        "<p>1.340 warten.</p><p>Von 1.234.567 Slots sind 12.000 frei.</p><p>many wait.</p><b>4.120</b>");
        assertThat(german("<p>Since 7 Mar 2027, 10:05 Europe/Berlin. 3 wait.</p>"))
                .isEqualTo("<p>Seit 7. März 2027, 10:05 Europe/Berlin. 3 warten.</p>");
        assertThat(german("<p>alice, owner</p><p>alice, driver</p>"))
                .isEqualTo("<p>alice, Inhaber</p><p>alice, driver</p>");
    }

    @Test
    void givenElementsWithinASentence_whenItIsTranslated_thenEachStaysBetweenItsWords() {
        assertThat(german("<p>Run <code>Open</code>\n  and type <a href=\"/\">Sites</a> twice.</p>"))
                .isEqualTo("<p>Rufen Sie <code>Open</code> auf und tippen Sie <a href=\"/\">Websites</a> zweimal.</p>");
        assertThat(german("<li><a>Sites</a> <span>Open</span></li>"))
                .isEqualTo("<li><a>Websites</a> <span>Offen</span></li>");
        assertThat(german("<p>Say &quot;it&quot;&hellip;</p>")).isEqualTo("<p>Sagen Sie „es“…</p>");
    }

    @Test
    void givenWordsThatTheDictionaryLacks_whenAPageIsTranslated_thenTheyAreNamed() {
        assertThat(PageTranslation.of(GERMAN, "<p>Sites</p><p>Brand new</p><img alt=\"A chart\"><b>12</b>")
                        .missing())
                .containsExactly("A chart", "Brand new");
    }

    private static String german(String english) {
        return PageTranslation.of(GERMAN, english).html();
    }
}
