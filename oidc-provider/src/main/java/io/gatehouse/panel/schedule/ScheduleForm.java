package io.gatehouse.panel.schedule;

import io.gatehouse.draw.Draw;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.FormRow;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.schedule.WrittenDate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The dates of a schedule as a form has them: a row of fields for each, and an empty row for another. A row
 * without any time is no date, and one that is marked for it is taken out.
 */
public final class ScheduleForm {

    /** The members of a date in JSON, in the order in which a line of text has them. */
    public static final List<String> MEMBERS = List.of("zone", "lobby", "doors", "close", "atClose", "draw");

    /** The order in which visitors are called: as they came, or as a draw ranks them. */
    private static final String FIRST_COME = "first-come";

    private static final String SOURCE = "source";

    /** A source that {@link Draw#requireMeant} refuses, so that no reader takes a wrong row for one without a draw. */
    private static final String UNCLEAR = "none";

    private static final String GROUP = "dates";

    private static final List<String> TIMES = List.of("lobby", "doors", "close");

    private ScheduleForm() {}

    /** The fields of a date. */
    public record Row(FormRow fields) {

        private Row(Map<String, String> typed) {
            this(new FormRow(GROUP, 0, typed));
        }

        /** The index of the row, from 0. */
        public int index() {
            return fields.index();
        }

        /** A field's name in the form. */
        public String id(String field) {
            return fields.id(field);
        }

        /** The text of a field. */
        public String of(String field) {
            return fields.of(field);
        }

        /** Whether there is no date in it. */
        public boolean isEmpty() {
            return TIMES.stream().allMatch(time -> of(time).isEmpty());
        }

        /** The times that can be read, each in the zone of the date. */
        public List<Shown> shown() {
            return date().stream()
                    .flatMap(date -> Stream.of(
                            shown("Lobby", date.lobbyAt(), date),
                            shown("Doors", date.doorsAt(), date),
                            shown("Close", date.closesAt(), date)))
                    .filter(time -> !time.at.equals(Instant.MAX))
                    .toList();
        }

        private static Shown shown(String what, Instant at, ScheduledDate date) {
            return new Shown(what, at, date.zone().getId());
        }

        private Optional<ScheduledDate> date() {
            try {
                return Optional.of(parse(of("lobby"), of("doors"), of("close")));
            } catch (IllegalArgumentException unreadable) {
                return Optional.empty();
            }
        }

        private ScheduledDate parse(String lobby, String doors, String close) {
            return ScheduledDate.parse(of("zone"), lobby, doors, close, of("atClose"), draw());
        }

        private String draw() {
            var source = of(SOURCE);
            return switch (of("order")) {
                case SOURCE -> source.isEmpty() ? UNCLEAR : source;
                case "", FIRST_COME -> source.isEmpty() ? "" : UNCLEAR;
                case Draw.RECEIPTS -> source.isEmpty() ? Draw.RECEIPTS : UNCLEAR;
                default -> UNCLEAR;
            };
        }
    }

    /** A time of a date in its zone. */
    public record Shown(String what, Instant at, String zone) {

        public Moments.Moment moment() {
            return new Moments().of(at, zone);
        }
    }

    /** The rows of these dates, and an empty one in the zone of the last. */
    public static List<Row> rows(List<WrittenDate> dates) {
        return withAnother(dates.stream().map(date -> new Row(fields(date))).toList());
    }

    /** The rows of a form that was sent, and an empty one. */
    public static List<Row> rows(Map<String, String> form) {
        return withAnother(sent(form));
    }

    private static List<Row> withAnother(List<Row> rows) {
        var zone = rows.isEmpty() ? "UTC" : rows.get(rows.size() - 1).of("zone");
        var another = new Row(Map.of("zone", zone, "atClose", AtClose.LET_IN.word(), "order", FIRST_COME));
        var all = Stream.concat(rows.stream(), Stream.of(another))
                .map(Row::fields)
                .toList();
        return FormRow.numbered(all).stream().map(Row::new).toList();
    }

    /** A row without times that has all else that a form says of its first. */
    public static Row untimed(Map<String, String> form) {
        return new Row(FormRow.sent(GROUP, form, row -> false).stream()
                .findFirst()
                .orElseGet(() -> rows(List.of()).get(0).fields()));
    }

    /** The fields of dates, as a form sends them. */
    public static Map<String, String> form(List<WrittenDate> dates) {
        var rows = rows(dates);
        return FormRow.form(
                rows.subList(0, rows.size() - 1).stream().map(Row::fields).toList());
    }

    private static Map<String, String> fields(WrittenDate date) {
        var fields = new HashMap<String, String>(Map.of(
                "zone", date.zone(),
                "lobby", date.lobby(),
                "doors", date.doors(),
                "atClose", date.atClose(),
                "order", FIRST_COME));
        Optional.ofNullable(date.close()).ifPresent(close -> fields.put("close", close));
        Optional.ofNullable(date.draw()).ifPresent(draw -> {
            fields.put("order", draw.equals(Draw.RECEIPTS) ? Draw.RECEIPTS : SOURCE);
            fields.put(SOURCE, draw.equals(Draw.RECEIPTS) ? "" : draw);
        });
        return fields;
    }

    /** The zones that there are to choose from. */
    public static SortedSet<String> zones() {
        return new TreeSet<>(ZoneId.getAvailableZoneIds());
    }

    /** The dates of a form as the API names their members, unread; an empty member is absent. */
    public static List<Map<String, String>> members(Map<String, String> form) {
        return sent(form).stream()
                .map(row -> {
                    var members = new HashMap<String, String>();
                    List.of("zone", "lobby", "doors", "close", "atClose")
                            .forEach(name -> members.put(name, row.of(name)));
                    members.put("draw", row.draw());
                    members.values().removeIf(String::isEmpty);
                    return Map.copyOf(members);
                })
                .toList();
    }

    /** Whether a form has dates. */
    public static boolean isIn(Map<String, String> form) {
        return FormRow.isIn(GROUP, form);
    }

    private static List<Row> sent(Map<String, String> form) {
        return FormRow.sent(GROUP, form, fields -> new Row(fields).isEmpty()).stream()
                .map(Row::new)
                .toList();
    }

    /**
     * Reads the dates of a form. Every fault is noted at its field; with any, there are no dates.
     *
     * @param before the schedule that the form is to replace: a date of it may be over, a new one not
     */
    public static List<WrittenDate> read(Map<String, String> form, Schedule before, Instant now, Faults faults) {
        var read = new TreeMap<Integer, ScheduledDate>();
        var all = sent(form);
        for (var row : all) {
            var own = new Faults();
            check(row, own);
            own.all().forEach(fault -> faults.add(fault.field(), fault.says()));
            row.date().filter(any -> own.isEmpty()).ifPresent(date -> {
                if (!before.dates().contains(date) && !date.closesAt().isAfter(now)) {
                    faults.add(row.id("close"), "must be in the future");
                } else {
                    read.put(row.index(), date);
                }
            });
        }
        return read.size() == all.size() && inOrder(all, read, faults)
                ? read.values().stream().map(WrittenDate::of).toList()
                : List.of();
    }

    private static void check(Row row, Faults faults) {
        checkZone(row, faults);
        var unreadable =
                TIMES.stream().filter(time -> !checkTime(row, time, faults)).toList();
        checkOrder(row, faults);
        if (faults.isEmpty()) {
            checkWhole(row, row.of("lobby"), row.of("close"), faults);
        } else if (unreadable.isEmpty()) {
            checkTogether(row, faults);
        }
    }

    /** Lobby and close are each compared with the doors, so that a fault of the one does not hide the other's. */
    private static void checkWhole(Row row, String lobby, String close, Faults faults) {
        parse(row, lobby, row.of("doors"), "", faults);
        if (faults.all().stream().noneMatch(fault -> fault.field().equals(row.id("doors")))) {
            parse(row, row.of("doors"), row.of("doors"), close, faults);
        }
    }

    /** Compares the times by themselves, where another field is wrong. */
    private static void checkTogether(Row row, Faults faults) {
        var lobby = LocalDateTime.parse(row.of("lobby"));
        var doors = LocalDateTime.parse(row.of("doors"));
        if (lobby.isAfter(doors)) {
            faults.add(row.id("lobby"), "must not be after the doors");
        }
        if (!row.of("close").isEmpty() && !LocalDateTime.parse(row.of("close")).isAfter(doors)) {
            faults.add(row.id("close"), "must be after the doors");
        }
    }

    private static void checkZone(Row row, Faults faults) {
        try {
            ZoneId.of(row.of("zone"));
        } catch (DateTimeException unknown) {
            faults.add(row.id("zone"), "must be a time zone like Europe/Berlin, was \"" + row.of("zone") + "\"");
        }
    }

    private static boolean checkTime(Row row, String time, Faults faults) {
        var typed = row.of(time);
        if (typed.isEmpty()) {
            if (!time.equals("close")) {
                faults.add(row.id(time), "is needed");
            }
            return time.equals("close");
        }
        try {
            LocalDateTime.parse(typed);
            return true;
        } catch (DateTimeParseException unreadable) {
            faults.add(row.id(time), "must be a date and time like 2026-11-27T10:00, was \"" + typed + "\"");
            return false;
        }
    }

    private static void checkOrder(Row row, Faults faults) {
        var order = row.of("order");
        if (!List.of("", FIRST_COME, Draw.RECEIPTS, SOURCE).contains(order)) {
            faults.add(row.id("order"), "must be one of the choices, was \"" + order + "\"");
        } else if (!order.equals(SOURCE) && !row.of(SOURCE).isEmpty()) {
            faults.add(row.id(SOURCE), "must be empty, unless the draw is by an outside source");
        } else if (order.equals(SOURCE)) {
            try {
                Draw.requireSource(row.of(SOURCE));
                Draw.requireMeant(row.of(SOURCE));
            } catch (IllegalArgumentException unclear) {
                faults.add(row.id(SOURCE), withoutFirstWord(String.valueOf(unclear.getMessage())));
            }
        }
    }

    private static void parse(Row row, String lobby, String doors, String close, Faults faults) {
        try {
            row.parse(lobby, doors, close);
        } catch (IllegalArgumentException unusable) {
            var said = String.valueOf(unusable.getMessage());
            var field = said.split(" ", 2)[0];
            faults.add(
                    row.id(TIMES.contains(field) ? field : field.equals("at-close") ? "atClose" : "doors"),
                    withoutFirstWord(said));
        }
    }

    private static String withoutFirstWord(String said) {
        return said.substring(said.indexOf(' ') + 1);
    }

    /** The next lobby opens when the date before it has closed, or later. */
    private static boolean inOrder(List<Row> rows, Map<Integer, ScheduledDate> dates, Faults faults) {
        var order = dates.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue().lobbyAt()))
                .toList();
        var good = true;
        for (var n = 1; n < order.size(); n++) {
            var earlier = order.get(n - 1);
            var next = order.get(n).getValue();
            if (earlier.getValue().closesAt().isAfter(next.lobbyAt())) {
                good = false;
                faults.add(
                        rows.get(earlier.getKey()).id("close"),
                        "must be set, and not after the lobby of the next date at " + next.lobby() + " " + next.zone());
            }
        }
        return good;
    }
}
