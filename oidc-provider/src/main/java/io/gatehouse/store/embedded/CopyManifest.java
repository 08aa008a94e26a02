package io.gatehouse.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code manifest.json} of a copy.
 *
 * @param format of the copy
 * @param made when the command had begun
 * @param files the other files of the copy
 */
record CopyManifest(int format, Instant made, List<Item> files) {

    static final String FILE = "manifest.json";
    static final int FORMAT = 1;

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final List<String> NAMES = List.of(DataFolder.FILE, DataFolder.KEY);

    /** @param sha256 in hexadecimal digits */
    record Item(String name, long size, String sha256) {

        Item {
            if (!NAMES.contains(name) || size < 0 || !SHA256.matcher(sha256).matches()) {
                throw new IllegalArgumentException("no file of a copy: " + name);
            }
        }
    }

    CopyManifest {
        files = List.copyOf(files);
        if (files.stream().map(Item::name).distinct().count() != files.size()
                || files.stream().noneMatch(file -> file.name().equals(DataFolder.FILE))) {
            throw new IllegalArgumentException("a copy has each file once, and " + DataFolder.FILE + " always");
        }
    }

    /** The manifest of the copy in this folder; the message of the exception names its fault. */
    static CopyManifest read(Path copy) throws IOException {
        try {
            var text = Files.readString(copy.resolve(FILE));
            var format = JsonMapper.shared().readTree(text).path("format").asInt(0);
            if (format > FORMAT) {
                throw new IOException("the copy " + copy + " has format " + format + "; this release reads format "
                        + FORMAT + ". Use the release that made it, or a later one");
            }
            return JsonMapper.shared().readValue(text, CopyManifest.class);
        } catch (NoSuchFileException none) {
            throw new IOException(copy + " is no copy that backup made: there is no " + FILE + " in it", none);
        } catch (JacksonException | IllegalArgumentException | NullPointerException altered) {
            throw new IOException(
                    "the " + FILE + " of the copy " + copy
                            + " was altered or is not whole: it is not what backup writes",
                    altered);
        }
    }

    void write(Path folder) throws IOException {
        Files.write(folder.resolve(FILE), JsonMapper.shared().writeValueAsBytes(this));
    }
}
