package io.gatehouse.web;

import io.nayuki.qrcodegen.QrCode;
import org.springframework.web.util.HtmlUtils;

/** A text as a QR code (ISO/IEC 18004), as SVG in a page: dark on light in every theme of the page. */
public final class QrPicture {

    /** Light modules around it, which cameras need (section 6.3.8). */
    private static final int MARGIN = 4;

    /** Pixels: the narrowest pages have no more. Modules are whole ones of them. */
    private static final int WIDEST = 264;

    private QrPicture() {}

    /**
     * The picture's markup.
     *
     * @param text up to 2,300 bytes
     * @param label the text alternative for screen readers; it need not be escaped
     */
    public static String svg(String text, String label) {
        var code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
        var dark = new StringBuilder();
        for (var y = 0; y < code.size; y++) {
            for (var x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    dark.append("M%d,%dh1v1h-1z".formatted(x + MARGIN, y + MARGIN));
                }
            }
        }
        var size = code.size + 2 * MARGIN;
        var pixels = size * Math.max(1, WIDEST / size);
        return "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                        .formatted(HtmlUtils.htmlEscape(label, "UTF-8"), size, size, pixels, pixels)
                + "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h%dv%dh-%dz\"/>"
                        .formatted(size, size, size)
                + "<path fill=\"#000\" d=\"" + dark + "\"/></svg>";
    }
}
