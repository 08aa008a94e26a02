package io.gatehouse.panel.answer;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * A table as a file for spreadsheets (RFC 4180). A text that a spreadsheet would take for a formula gets an
 * apostrophe before it.
 */
public final class Csv {

    private static final String FORMULA = "=+-@\t\r";

    private Csv() {}

    /** The answer that a browser saves under this name. */
    public static ResponseEntity<String> file(String name, List<String> header, Stream<List<@Nullable Object>> rows) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, "text/csv;charset=UTF-8;header=present")
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + ".csv\"")
                .body(Stream.concat(Stream.of(header), rows).map(Csv::line).collect(Collectors.joining()));
    }

    private static String line(List<? extends @Nullable Object> fields) {
        return fields.stream().map(Csv::field).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String field(@Nullable Object value) {
        var text = Objects.toString(value, "");
        if (value instanceof Number) {
            return text;
        }
        var safe = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.matches("(?s).*[\",\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}
