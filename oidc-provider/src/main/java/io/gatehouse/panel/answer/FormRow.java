package io.gatehouse.panel.answer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A row of fields in a form that has several of a kind: {@code dates-0-lobby} is the field {@code lobby} of
 * the first date.
 *
 * @param group of which kind it is
 * @param typed its fields by their names
 */
public record FormRow(String group, int index, Map<String, String> typed) {

    private static final Pattern FIELD = Pattern.compile("([a-z]+)-(\\d{1,3})-([a-zA-Z]+)");

    /** A field's name in the form. */
    public String id(String field) {
        return group + "-" + index + "-" + field;
    }

    /** The text of a field. */
    public String of(String field) {
        return typed.getOrDefault(field, "").strip();
    }

    /** Whether it is marked to be taken out. */
    public boolean isTakenOut() {
        return typed.containsKey("remove");
    }

    /** Whether a form has rows of this kind. */
    public static boolean isIn(String group, Map<String, String> form) {
        return form.keySet().stream()
                .map(FIELD::matcher)
                .anyMatch(field -> field.matches() && field.group(1).equals(group));
    }

    /** The rows that were sent, one after the other, without those that are empty or taken out. */
    public static List<FormRow> sent(String group, Map<String, String> form, Predicate<FormRow> isEmpty) {
        var byIndex = new TreeMap<Integer, Map<String, String>>();
        form.forEach((name, value) -> {
            var field = FIELD.matcher(name);
            if (field.matches() && field.group(1).equals(group)) {
                byIndex.computeIfAbsent(Integer.valueOf(field.group(2)), any -> new HashMap<>())
                        .put(field.group(3), value);
            }
        });
        return numbered(byIndex.values().stream()
                .map(fields -> new FormRow(group, 0, fields))
                .filter(row -> !row.isTakenOut() && !isEmpty.test(row))
                .toList());
    }

    /** The fields of rows, as a form sends them. */
    public static Map<String, String> form(List<FormRow> rows) {
        var form = new HashMap<String, String>();
        rows.forEach(row -> row.typed.forEach((field, text) -> form.put(row.id(field), text)));
        return form;
    }

    /** These rows, counted from 0. */
    public static List<FormRow> numbered(List<FormRow> rows) {
        return IntStream.range(0, rows.size())
                .mapToObj(index -> new FormRow(rows.get(index).group, index, rows.get(index).typed))
                .toList();
    }
}
