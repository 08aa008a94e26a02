package io.gatehouse.pastdraw;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Iterator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip that is made piece by piece while it is read. The same files and time make the same bytes. */
final class Zip implements Iterator<byte[]> {

    /** @param pieces of its content */
    record File(String name, Iterator<byte[]> pieces) {}

    private final Iterator<File> files;
    private final LocalDateTime time;
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(made, UTF_8);
    private Iterator<byte[]> pieces = Collections.emptyIterator();
    private boolean isFinished;

    /** @param time which all files have */
    Zip(Iterator<File> files, Instant time) {
        this.files = files;
        this.time = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    }

    @Override
    public boolean hasNext() {
        return !isFinished;
    }

    @Override
    public byte[] next() {
        try {
            while (made.size() == 0) {
                goOn();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        var piece = made.toByteArray();
        made.reset();
        return piece;
    }

    private void goOn() throws IOException {
        if (pieces.hasNext()) {
            zip.write(pieces.next());
        } else if (files.hasNext()) {
            var file = files.next();
            var entry = new ZipEntry(file.name);
            entry.setTimeLocal(time);
            zip.putNextEntry(entry);
            pieces = file.pieces;
        } else {
            zip.finish();
            isFinished = true;
        }
    }
}
