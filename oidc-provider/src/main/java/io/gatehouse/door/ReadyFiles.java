package io.gatehouse.door;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.util.DigestUtils;

/**
 * Files of the class path, which do not change while we run: read and packed once. Parts of files, and what
 * depends on when one was changed, are left to the long way.
 */
public final class ReadyFiles implements ReadyAnswers {

    private static final String ROOT = "META-INF/resources";
    private static final String PACKED = "gzip";

    /** A file as it is, and for who takes it packed; each has a tag of its own (RFC 9110 section 8.8.3.3). */
    private record File(Answer plain, Answer packed) {}

    private final Map<String, File> files;

    private ReadyFiles(Map<String, File> files) {
        this.files = files;
    }

    /** The files right in these folders, each written from a slash to a slash, with these headers. */
    public static ReadyFiles in(HttpFields headers, String... folders) {
        return new ReadyFiles(Stream.of(folders)
                .flatMap(folder -> found(folder).map(file -> Map.entry(folder + file.getFilename(), file)))
                .collect(toUnmodifiableMap(Map.Entry::getKey, file -> read(file.getValue(), headers))));
    }

    /** Spring counts all files alike. */
    @Override
    public String uri() {
        return "/**";
    }

    @Override
    public Optional<Answer> at(HttpURI address, HttpFields asked) {
        var file = files.get(address.getPath());
        if (file == null || wantsMore(asked)) {
            return Optional.empty();
        }
        return Optional.of(asked.getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains(PACKED) ? file.packed : file.plain);
    }

    /** A range under a condition may get the whole; beside a tag a date has no effect (RFC 9110, 13.2.2). */
    private static boolean wantsMore(HttpFields asked) {
        return asked.contains(HttpHeader.RANGE) && !asked.contains(HttpHeader.IF_RANGE)
                || asked.contains(HttpHeader.IF_MODIFIED_SINCE) && !asked.contains(HttpHeader.IF_NONE_MATCH);
    }

    private static Stream<Resource> found(String folder) {
        try {
            return Stream.of(
                    new PathMatchingResourcePatternResolver().getResources("classpath:" + ROOT + folder + "*.*"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Files must be readable: " + folder, unreadable);
        }
    }

    private static File read(Resource file, HttpFields headers) {
        try {
            var bytes = file.getContentAsByteArray();
            var type = MediaTypeFactory.getMediaType(file).orElse(MediaType.APPLICATION_OCTET_STREAM);
            var itsOwn = HttpFields.build(headers)
                    .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type.toString()))
                    .add(new PreEncodedHttpField(
                            HttpHeader.LAST_MODIFIED, DateGenerator.formatDate(file.lastModified())))
                    .add(new PreEncodedHttpField(HttpHeader.ACCEPT_RANGES, "bytes"));
            var plain = answer(itsOwn.asImmutable(), bytes);
            itsOwn.add(new PreEncodedHttpField(HttpHeader.CONTENT_ENCODING, PACKED));
            return new File(plain, answer(itsOwn.asImmutable(), packed(bytes)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("File must be readable: " + file, unreadable);
        }
    }

    private static Answer answer(HttpFields headers, byte[] body) {
        return new Answer("\"" + DigestUtils.md5DigestAsHex(body) + "\"", headers, body);
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
