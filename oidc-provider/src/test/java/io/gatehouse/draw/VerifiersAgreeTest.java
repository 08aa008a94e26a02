package io.gatehouse.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page verify.html, from the disk in a real browser, and the command: both say the same of any draw and
 * receipt.
 */
@Tag("browser")
class VerifiersAgreeTest {

    private static final int CASES = 10_000;
    private static final int AT_ONCE = 500;
    private static final JsonMapper JSON = new JsonMapper();

    @AutoClose
    private final Chromium chromium = new Chromium("--hide-scrollbars");

    @BeforeEach
    void opens() {
        chromium.driver()
                .get(Path.of("../waiting-page/src/main/resources/META-INF/resources/waiting-page/verify.html")
                        .toUri()
                        .toString());
    }

    @Test
    void givenTenThousandDrawsAndReceipts_whenBothVerifyThem_thenTheyFindTheSame() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var found = EnumSet.noneOf(Finding.class);

        for (var tried = 0; tried < CASES; tried += AT_ONCE) {
            var cases = Stream.generate(() -> Case.any(random)).limit(AT_ONCE).toList();
            var verdicts = cases.stream()
                    .map(one -> one.draw().verify(one.receipt()))
                    .peek(verdict -> found.add(verdict.finding()))
                    .toList();
            var answers = chromium.driver()
                    .executeScript(
                            "return arguments[0].map(function (one) {"
                                    + " var verdict = verifyDraw.verify(JSON.parse(one[0]), one[1]);"
                                    + " return verdict.finding + ' ' + verdict.entry + ' ' + verdict.position; });",
                            cases.stream()
                                    .map(one -> List.of(one.json(), one.receipt()))
                                    .toList());

            assertThat(answers)
                    .as("of seed %d, from case %d", seed, tried)
                    .isEqualTo(verdicts.stream()
                            .map(verdict -> verdict.finding() + " " + verdict.entry() + " " + verdict.position())
                            .toList());
        }
        assertThat(found).isEqualTo(EnumSet.allOf(Finding.class));
    }

    @Test
    void givenThePage_whenAReceiptIsChecked_thenItSaysWhatItIsWorthAndCanBeReadByEverybody() throws IOException {
        var vector = PublishedDrawTest.vectors().findFirst().orElseThrow();
        var data = chromium.driver().findElement(By.id("data"));
        var receipt = chromium.driver().findElement(By.id("receipt"));
        var result = chromium.driver().findElement(By.id("result"));
        data.sendKeys(vector.path("data").toString());
        receipt.sendKeys(vector.path("entrants").path(2).path("receipt").asString(), Keys.TAB, Keys.ENTER);

        assertThat(result.getText()).isEqualTo("All fits. Entry 3 of 7 has drawn position 5.");
        for (var theme : List.of("light", "dark")) {
            for (var width : List.of(320, 1280)) {
                looksAt(theme, width);
                assertThat(chromium.violations()).as(theme + width).isEmpty();
                assertThat(chromium.asks("document.documentElement.scrollWidth <= innerWidth"))
                        .isEqualTo("true");
            }
        }
        receipt.sendKeys("0", Keys.TAB, Keys.ENTER);
        assertThat(result.getText()).startsWith("This is no receipt.");
        assertThat(chromium.complaints()).isEmpty();
    }

    /** The pictures lie in target, for whoever changes the page. */
    private void looksAt(String theme, int width) throws IOException {
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        tell(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        var picture = tell("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .get("data");
        var file = Path.of("target/screenshots/verify-" + width + "-" + theme + ".png");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(picture)));
    }

    private Map<String, Object> tell(String command, Map<String, Object> parameters) {
        return chromium.driver().executeCdpCommand(command, parameters);
    }

    private record Case(PublishedDraw draw, String receipt) {

        private static final String ODD = "0123456789abcdef/ \u00a0\u2003g\u00e9";

        static Case any(Random random) {
            var source = random.nextBoolean() ? Draw.RECEIPTS : text(random);
            var most = random.nextBoolean() ? 0 : 1 + random.nextInt(20);
            var draw = new Draw(plain(random), plain(random), source, most);
            var seed = new Seed(hex(random, 64));
            var entrants = (long) Math.pow(10, 9 * random.nextDouble());
            var receipts = hex(random, 64);
            var value = source.equals(Draw.RECEIPTS) ? receipts : text(random);
            var entry = 1 + (long) (random.nextDouble() * entrants * (random.nextInt(20) == 0 ? 2 : 1));
            var receipt = seed.receipts(draw).of(entry, hex(random, 16)).toString();
            var behind = most == 0 ? RankedBehind.NOBODY : behind(random, entrants);
            var published = new PublishedDraw(
                    draw,
                    seed.commitment(draw),
                    entrants,
                    receipts,
                    behind,
                    value,
                    seed,
                    seed.key(draw, entrants, value, behind));
            return random.nextInt(2) == 0 ? new Case(published, receipt) : changed(published, receipt, random);
        }

        private static RankedBehind behind(Random random, long entrants) {
            return new RankedBehind(random.longs(random.nextInt(12), 1, entrants + 1)
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList());
        }

        private static Case changed(PublishedDraw draw, String receipt, Random random) {
            var change = random.nextInt(8);
            var isCounted = draw.draw().mostPerNetwork() > 0;
            var behind = change == 1 && isCounted
                    ? RankedBehind.NOBODY
                    : change == 7 && isCounted ? behind(random, draw.entrants()) : draw.behind();
            var exchanged = new PublishedDraw(
                    draw.draw(),
                    change == 0 ? hex(random, 64) : draw.commitment(),
                    change == 1 ? 1 + random.nextInt(1000) : draw.entrants(),
                    draw.receipts(),
                    behind,
                    change == 2 ? text(random) : draw.publicValue(),
                    change == 3 ? new Seed(hex(random, 64)) : draw.seed(),
                    draw.key());
            var at = random.nextInt(receipt.length());
            return new Case(
                    exchanged,
                    switch (change) {
                        case 4 -> receipt.substring(0, at) + anyCharacter(random) + receipt.substring(at + 1);
                        case 5 -> receipt.replace("/", "/ \n");
                        case 6 -> receipt.replaceFirst("gatehouse1/[^/]*", "gatehouse1/other");
                        default -> receipt;
                    });
        }

        private static char anyCharacter(Random random) {
            return ODD.charAt(random.nextInt(ODD.length()));
        }

        private static String plain(Random random) {
            var length = 1 + random.nextInt(63);
            var text = new StringBuilder();
            for (var at = 0; at < length; at++) {
                var most = at == 0 || at == length - 1 ? 36 : 37;
                text.append("0123456789abcdefghijklmnopqrstuvwxyz-".charAt(random.nextInt(most)));
            }
            return text.toString();
        }

        /** A line of any characters of one to four bytes. */
        private static String text(Random random) {
            var text = new StringBuilder();
            for (var left = 1 + random.nextInt(20); left > 0; left--) {
                text.appendCodePoint(
                        switch (random.nextInt(4)) {
                            case 0 -> 0x20 + random.nextInt(0x5f);
                            case 1 -> 0xa0 + random.nextInt(0x700);
                            case 2 -> 0x2000 + random.nextInt(0x7000);
                            default -> 0x1f300 + random.nextInt(0x400);
                        });
            }
            return text.toString();
        }

        private static String hex(Random random, int digits) {
            var text = new StringBuilder();
            random.ints(digits, 0, 16).forEach(digit -> text.append(Character.forDigit(digit, 16)));
            return text.toString();
        }

        String json() {
            var data = new LinkedHashMap<String, Object>(Map.of(
                    "format", "gatehouse draw 1",
                    "room", draw.draw().room(),
                    "id", draw.draw().id(),
                    "source", draw.draw().source(),
                    "commitment", draw.commitment(),
                    "entrants", draw.entrants(),
                    "receipts", draw.receipts(),
                    "publicValue", draw.publicValue(),
                    "seed", draw.seed().hex(),
                    "key", draw.key()));
            if (draw.draw().mostPerNetwork() > 0) {
                data.put("format", "gatehouse draw 2");
                data.put("mostPerNetwork", draw.draw().mostPerNetwork());
                data.put("behind", draw.behind().toString());
            }
            return JSON.writeValueAsString(data);
        }
    }
}
