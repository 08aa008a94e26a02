package io.gatehouse.words;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A colour of a page, opaque.
 *
 * @param rgb 0 to 0xFFFFFF
 */
record Colour(int rgb) {

    static final Colour WHITE = new Colour(0xFFFFFF);
    static final Colour BLACK = new Colour(0);

    private static final Pattern HEX = Pattern.compile("#[0-9a-fA-F]{6}");

    /** Reads {@code #0b6150}; {@link IllegalArgumentException} says what was expected. */
    static Colour parse(String text) {
        if (!HEX.matcher(text).matches()) {
            throw new IllegalArgumentException("a colour is written like #0b6150, was \"" + text + "\"");
        }
        return new Colour(Integer.parseInt(text.substring(1), 16));
    }

    /** WCAG 2.2, contrast ratio: 1 to 21. */
    double contrast(Colour other) {
        var mine = luminance();
        var others = other.luminance();
        return (Math.max(mine, others) + 0.05) / (Math.min(mine, others) + 0.05);
    }

    /** WCAG 2.2, relative luminance. */
    private double luminance() {
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 0xFF) + 0.0722 * linear(rgb & 0xFF);
    }

    private static double linear(int channel) {
        var share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    /** This colour mixed with a share of another, 0 to 1. */
    Colour mixed(Colour other, double share) {
        return new Colour(mixed(other, share, 16) | mixed(other, share, 8) | mixed(other, share, 0));
    }

    private int mixed(Colour other, double share, int shift) {
        var mine = rgb >> shift & 0xFF;
        return (int) Math.round(mine + share * ((other.rgb >> shift & 0xFF) - mine)) << shift;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "#%06x", rgb);
    }
}
