package io.gatehouse.words;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A room's logo: a PNG, or an SVG that is only a picture. Its elements are among {@link #ELEMENTS}, and it
 * names no other address. It is only served as a separate file, under a policy that lets it load and run
 * nothing.
 *
 * @param base64 the file
 */
public record Logo(String base64) {

    /** The maximum size of the file, in bytes. */
    public static final int LARGEST = 32 * 1024;

    /** The maximum sides of a PNG, in pixels: a small file may hold a picture that fills a telephone's memory. */
    private static final int LONGEST_SIDE = 2_000;

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] PNG_ENDS = {'I', 'E', 'N', 'D', (byte) 0xAE, 0x42, 0x60, (byte) 0x82};
    private static final String SVG = "http://www.w3.org/2000/svg";

    /**
     * The elements of SVG 2 for shapes and text, their paint and groups. Animations, images and HTML are
     * missing, and so are elements that draw others again: a few nested ones would draw millions of shapes.
     */
    private static final Set<String> ELEMENTS = Set.of(
            "svg",
            "g",
            "defs",
            "title",
            "desc",
            "path",
            "rect",
            "circle",
            "ellipse",
            "line",
            "polyline",
            "polygon",
            "text",
            "tspan",
            "linearGradient",
            "radialGradient",
            "stop",
            "clipPath",
            "mask",
            "style");

    /** The maximum depth of nested elements, because a browser draws each of them in its own step. */
    private static final int DEEPEST = 50;

    /** A style that would load a file, or is written so that this cannot be seen. */
    private static final Pattern LOADS =
            Pattern.compile("(?i)@|\\\\|url\\((?!\\s*[\"']?\\s*#)|image\\(|image-set\\(|src\\(");

    public Logo {
        byte[] file;
        try {
            file = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException("a logo is written in Base64 (RFC 4648 section 4)", none);
        }
        if (file.length > LARGEST) {
            throw new IllegalArgumentException("a logo must have " + LARGEST + " bytes or fewer, had " + file.length);
        }
        if (isPng(file)) {
            requirePng(file);
        } else {
            requireSvg(file);
        }
    }

    /** The file. */
    public byte[] bytes() {
        return Base64.getDecoder().decode(base64);
    }

    /** Its media type. */
    public String type() {
        return isPng(bytes()) ? "image/png" : "image/svg+xml";
    }

    private static boolean isPng(byte[] file) {
        return file.length >= PNG.length && Arrays.equals(file, 0, PNG.length, PNG, 0, PNG.length);
    }

    /**
     * Portable Network Graphics, sections 5.2, 11.2.2 and 11.2.5: the header comes first and says the size,
     * the end is last.
     */
    private static void requirePng(byte[] file) {
        var end = file.length - PNG_ENDS.length;
        if (file.length < 33
                || !new String(file, 12, 4, US_ASCII).equals("IHDR")
                || !Arrays.equals(file, end, file.length, PNG_ENDS, 0, PNG_ENDS.length)) {
            throw new IllegalArgumentException("the logo is a PNG that is damaged or not whole");
        }
        var header = ByteBuffer.wrap(file);
        var width = header.getInt(16);
        var height = header.getInt(20);
        if (width < 1 || height < 1 || width > LONGEST_SIDE || height > LONGEST_SIDE) {
            throw new IllegalArgumentException("a logo must have 1 to " + LONGEST_SIDE + " pixels either way, had "
                    + Integer.toUnsignedString(width) + " x " + Integer.toUnsignedString(height));
        }
    }

    private static void requireSvg(byte[] file) {
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            var document = factory.createXMLStreamReader(new ByteArrayInputStream(file));
            var depth = 0;
            var text = new StringBuilder(); // in one text, since a comment may split a word
            while (document.hasNext()) {
                var event = document.next();
                if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                    throw new IllegalArgumentException(
                            "a logo must be nothing but a picture, had a document type or a processing instruction");
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    requirePicture(document, depth == 0);
                    requireShallow(++depth);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                    text.append(document.getText());
                }
            }
            requireNoAddress("text", text.toString());
        } catch (XMLStreamException none) {
            throw new IllegalArgumentException("a logo must be a PNG or an SVG", none);
        }
    }

    private static void requirePicture(XMLStreamReader element, boolean isRoot) {
        var name = element.getLocalName();
        var isOfSvg = SVG.equals(element.getNamespaceURI());
        if (isRoot && !(name.equals("svg") && isOfSvg)) {
            throw new IllegalArgumentException("a logo must be a PNG or an SVG, was an XML document of " + name);
        }
        if (!isOfSvg || !ELEMENTS.contains(name)) {
            throw new IllegalArgumentException("a logo must be nothing but a picture, had <" + name
                    + ">; save it as plain SVG, with shapes and text alone");
        }
        IntStream.range(0, element.getAttributeCount())
                .forEach(n -> requirePicture(
                        element.getAttributeLocalName(n).toLowerCase(Locale.ROOT),
                        element.getAttributeValue(n).strip()));
    }

    private static void requirePicture(String attribute, String value) {
        if (attribute.startsWith("on") || attribute.equals("href") && !value.startsWith("#")) {
            throw new IllegalArgumentException("a logo must be nothing but a picture, had the attribute " + attribute);
        }
        requireNoAddress("attribute " + attribute, value);
    }

    private static void requireNoAddress(String where, String value) {
        if (LOADS.matcher(value).find()) {
            throw new IllegalArgumentException(
                    "a logo must be nothing but a picture, had a " + where + " that names a file or an address");
        }
    }

    private static void requireShallow(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException(
                    "a logo must have " + DEEPEST + " elements inside each other or fewer, had more");
        }
    }
}
