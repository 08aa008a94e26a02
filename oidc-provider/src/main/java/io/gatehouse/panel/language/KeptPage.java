package io.gatehouse.panel.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an answer that is a page, or a picture with words, until it is whole. Any other goes through as it is
 * written.
 */
final class KeptPage extends HttpServletResponseWrapper {

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private @Nullable ServletOutputStream bytes;
    private @Nullable PrintWriter letters;

    KeptPage(HttpServletResponse response) {
        super(response);
    }

    /** Whether there is one that has not been sent. */
    boolean isPage() {
        return bytes != null;
    }

    String html() {
        if (letters != null) {
            letters.flush();
        }
        return kept.toString(UTF_8);
    }

    private boolean hasWords() {
        var type = getContentType();
        return type != null && (type.startsWith("text/html") || type.startsWith("image/svg+xml"));
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (bytes == null && !hasWords()) {
            return super.getOutputStream();
        }
        bytes = bytes == null ? new Bytes(kept) : bytes;
        return bytes;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (letters == null && !hasWords()) {
            return super.getWriter();
        }
        letters = letters == null ? new PrintWriter(new OutputStreamWriter(getOutputStream(), UTF_8)) : letters;
        return letters;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (bytes == null) {
            super.flushBuffer();
        }
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        forget();
    }

    @Override
    public void reset() {
        super.reset();
        forget();
    }

    private void forget() {
        kept.reset();
        bytes = null;
        letters = null;
    }

    /** Nothing waits here. */
    private static final class Bytes extends ServletOutputStream {

        private final ByteArrayOutputStream kept;

        Bytes(ByteArrayOutputStream kept) {
            this.kept = kept;
        }

        @Override
        public void write(int one) {
            kept.write(one);
        }

        @Override
        public void write(byte[] many, int from, int length) {
            kept.write(many, from, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("pages of the panel are written at once");
        }
    }
}
