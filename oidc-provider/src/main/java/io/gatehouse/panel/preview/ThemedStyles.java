package io.gatehouse.panel.preview;

import io.gatehouse.words.Theme;
import java.util.regex.Pattern;

/** Style sheets for a screen of one theme, independent of the operator's own theme. */
final class ThemedStyles {

    private static final Pattern FOR_A_THEME =
            Pattern.compile("@media (not all and )?\\(prefers-color-scheme: ?dark\\)");

    private ThemedStyles() {}

    static String of(String css, Theme theme) {
        return FOR_A_THEME
                .matcher(css)
                .replaceAll(media -> isFor(theme, media.group(1) == null) ? "@media all" : "@media not all");
    }

    private static boolean isFor(Theme theme, boolean isForDark) {
        return isForDark == (theme == Theme.DARK);
    }
}
