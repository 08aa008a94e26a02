package io.gatehouse.words;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.util.DigestUtils;

/**
 * A quiet picture at the end of a room's pages: three waves that do not move, in the room's own colour. Their
 * form follows from the seed alone, so every node draws the same, and rooms differ. A room without colours
 * has the hills of waiting-page.css, which cost no request.
 */
record Motif(String svg) {

    private static final int WAVES = 3;

    /** @param seed any text that identifies the looks of this room */
    static Motif of(String seed) {
        var digits = DigestUtils.md5DigestAsHex(seed.getBytes(UTF_8));
        return new Motif("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 120' preserveAspectRatio='none'>"
                + IntStream.range(0, WAVES).mapToObj(wave -> wave(wave, digits)).collect(Collectors.joining())
                + "</svg>");
    }

    /** Each wave begins a little lower than the one before, and is drawn over it. */
    private static String wave(int wave, String digits) {
        var top = 20 + 30 * wave;
        return String.format(
                Locale.ROOT,
                "<path fill-opacity='.%d' d='M0 %d C150 %d 250 %d 400 %d S650 %d 800 %d V120 H0Z'/>",
                10 + 8 * wave,
                top + upTo(25, digits, 5 * wave),
                top - upTo(20, digits, 5 * wave + 1),
                top + 30 + upTo(15, digits, 5 * wave + 2),
                top + upTo(25, digits, 5 * wave + 3),
                top + upTo(25, digits, 5 * wave + 4),
                top + 10);
    }

    /** A number below the maximum, from the digit at this place. */
    private static int upTo(int most, String digits, int at) {
        return digits.charAt(at) % most;
    }

    /** The variable of waiting-page.css for the picture: a mask, in the accent of the visible theme. */
    String css() {
        return ":root{--waves:url(data:image/svg+xml;base64,"
                + Base64.getEncoder().encodeToString(svg.getBytes(US_ASCII)) + ")}";
    }
}
