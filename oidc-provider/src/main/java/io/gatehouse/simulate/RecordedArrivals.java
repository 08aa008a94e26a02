package io.gatehouse.simulate;

import io.gatehouse.simulate.Arrivals.Stretch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arrivals of an opening, minute by minute, from a CSV file with a head: the column {@code from} has the
 * beginning of each minute, and {@code arrived} how many came in it. A minute that is missing had none.
 */
final class RecordedArrivals {

    private static final String EXAMPLE = "must be a CSV file with the columns from and arrived, a line a minute";

    private RecordedArrivals() {}

    /** @param length those who come later do not count */
    static Arrivals read(Path file, Duration length) {
        try {
            return parse(Files.readAllLines(file), length);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(EXAMPLE + "; cannot read " + file);
        }
    }

    private static Arrivals parse(List<String> lines, Duration length) {
        var head = lines.isEmpty() ? List.<String>of() : cells(lines.get(0));
        var from = head.indexOf("from");
        var arrived = head.indexOf("arrived");
        if (from < 0 || arrived < 0 || lines.size() < 2) {
            throw new IllegalArgumentException(EXAMPLE + ", was a file that begins " + head);
        }
        var minutes = new ArrayList<Stretch>();
        var first = Instant.MAX;
        for (var n = 1; n < lines.size(); n++) {
            try {
                var cells = cells(lines.get(n));
                var at = Instant.parse(cells.get(from));
                first = n == 1 ? at : first;
                var begin = Duration.between(first, at);
                if (begin.compareTo(length) < 0) {
                    minutes.add(new Stretch(begin, begin.plusMinutes(1), 1, 1, Long.parseLong(cells.get(arrived))));
                }
            } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException unreadable) {
                throw new IllegalArgumentException(EXAMPLE + "; line " + (n + 1) + " was \"" + lines.get(n) + "\"");
            }
        }
        return new Arrivals(minutes);
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }
}
