package io.gatehouse.panel.definition;

import io.gatehouse.lane.DeclaredLane;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.FormRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The lanes of a room as a form has them: a row of fields for each, and empty rows for others. An empty row
 * is no lane, and one that is marked for it is taken out.
 */
public final class LaneForm {

    private static final String GROUP = "lanes";
    private static final String NAME = "lane";
    private static final String WEIGHT = "weight";
    private static final String ORDER = "order";
    private static final String SHARES = "shares";

    /** The number of empty rows, for a page where no script makes new ones. */
    private static final int SPARE = 2;

    private LaneForm() {}

    /** The rows of these lanes, and empty ones. */
    public static List<FormRow> rows(List<DeclaredLane> lanes) {
        return withSpare(lanes.stream().map(LaneForm::fields).map(LaneForm::row).toList());
    }

    /** The rows of a form that was sent, and empty ones. */
    public static List<FormRow> rows(Map<String, String> form) {
        return withSpare(sent(form));
    }

    /** Whether a form has lanes. */
    public static boolean isIn(Map<String, String> form) {
        return FormRow.isIn(GROUP, form);
    }

    private static List<FormRow> withSpare(List<FormRow> rows) {
        return FormRow.numbered(Stream.concat(
                        rows.stream(), Stream.generate(() -> row(Map.of())).limit(SPARE))
                .toList());
    }

    private static FormRow row(Map<String, String> fields) {
        return new FormRow(GROUP, 0, fields);
    }

    private static Map<String, String> fields(DeclaredLane lane) {
        return Map.of(
                NAME,
                lane.lane(),
                WEIGHT,
                lane.first() && lane.weight() == 1 ? "" : String.valueOf(lane.weight()),
                ORDER,
                lane.first() ? DeclaredLane.FIRST : lane.offered() ? DeclaredLane.OFFERED : SHARES);
    }

    private static List<FormRow> sent(Map<String, String> form) {
        return FormRow.sent(GROUP, form, LaneForm::isEmpty);
    }

    private static boolean isEmpty(FormRow row) {
        return row.of(NAME).isEmpty() && row.of(WEIGHT).isEmpty() && !isFirst(row);
    }

    private static boolean isFirst(FormRow row) {
        return row.of(ORDER).equals(DeclaredLane.FIRST);
    }

    private static boolean isOffered(FormRow row) {
        return row.of(ORDER).equals(DeclaredLane.OFFERED);
    }

    /** The lanes of a form as the API names their members, unread: those without a fault. */
    static List<Map<String, String>> members(Map<String, String> form) {
        var faults = new Faults();
        check(form, faults);
        return sent(form).stream()
                .filter(row -> Stream.of(NAME, WEIGHT, ORDER).allMatch(field -> faults.of(row.id(field)) == null))
                .map(LaneForm::members)
                .toList();
    }

    private static Map<String, String> members(FormRow row) {
        var members = new HashMap<>(Map.of(NAME, row.of(NAME), WEIGHT, row.of(WEIGHT)));
        members.put(DeclaredLane.FIRST, isFirst(row) ? "true" : "");
        members.put(DeclaredLane.OFFERED, isOffered(row) ? "true" : "");
        members.values().removeIf(String::isEmpty);
        return members;
    }

    /** Notes every fault at its field. */
    public static void check(Map<String, String> form, Faults faults) {
        var rows = sent(form);
        var names = new HashSet<String>();
        rows.forEach(row -> {
            checkName(row, faults);
            if (!row.of(NAME).isEmpty() && !names.add(row.of(NAME))) {
                faults.add(row.id(NAME), "must be the name of one lane only, and " + row.of(NAME) + " is there twice");
            }
            checkOrder(row, faults);
            checkWeight(row, faults);
        });
        rows.stream()
                .filter(LaneForm::isOffered)
                .skip(1)
                .forEach(row ->
                        faults.add(row.id(ORDER), "must be another one: a room can offer one lane, not several"));
        var others = new ArrayList<>(rows);
        others.removeIf(row -> row.of(NAME).equals(Lane.DEFAULT));
        others.stream()
                .skip(Lanes.MOST)
                .forEach(row ->
                        faults.add(row.id(NAME), "is one too many: a room has at most " + Lanes.MOST + " lanes"));
    }

    private static void checkName(FormRow row, Faults faults) {
        try {
            Lane.requireName(row.of(NAME));
        } catch (IllegalArgumentException unusable) {
            faults.add(
                    row.id(NAME),
                    row.of(NAME).isEmpty()
                            ? "is needed"
                            : "must be 1 to 30 small letters, digits and hyphens, was \"" + row.of(NAME) + "\"");
        }
    }

    private static void checkOrder(FormRow row, Faults faults) {
        if (!List.of("", SHARES, DeclaredLane.FIRST, DeclaredLane.OFFERED).contains(row.of(ORDER))) {
            faults.add(row.id(ORDER), "must be one of the choices, was \"" + row.of(ORDER) + "\"");
        } else if ((isFirst(row) || isOffered(row)) && row.of(NAME).equals(Lane.DEFAULT)) {
            faults.add(row.id(ORDER), "must be by weight: the lane " + Lane.DEFAULT + " is for all visitors");
        }
    }

    private static void checkWeight(FormRow row, Faults faults) {
        var weight = row.of(WEIGHT);
        if (weight.isEmpty()) {
            if (!isFirst(row)) {
                faults.add(row.id(WEIGHT), "is needed, unless the lane is called before all others");
            }
        } else if (!weight.matches("[0-9]{1,4}")
                || Integer.parseInt(weight) < 1
                || Integer.parseInt(weight) > Lane.MOST_WEIGHT) {
            faults.add(row.id(WEIGHT), "must be a whole number, 1 to " + Lane.MOST_WEIGHT + ", was \"" + weight + "\"");
        }
    }
}
