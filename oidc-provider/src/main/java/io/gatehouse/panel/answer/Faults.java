package io.gatehouse.panel.answer;

import static java.util.Map.entry;

import io.gatehouse.setting.InvalidSettingException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * The faults of the fields of a form, all at once and in the words of the form. A field is named
 * as in the form and in JSON; the first fault of each counts.
 */
public final class Faults {

    /** The fault of one field. */
    public record Fault(String field, String label, String says) {}

    /** Labels that do not follow from the name. */
    private static final Map<String, String> LABELS = Map.ofEntries(
            entry("admissionTtl", "Admission"),
            entry("again", "Password once more"),
            entry("code", "Six digits"),
            entry("operator", "Name"),
            entry("client", "Name"),
            entry("atClose", "At the close"),
            entry("waitingTtl", "Waiting place"),
            entry("mostPerNetwork", "Most of a network in a draw"),
            entry("jwk", "Public key"),
            entry("jwksUri", "Address of the keys"),
            entry("algorithms", "Signatures"),
            entry("preset", "Product"),
            entry("redirectUris", "Redirect URIs"),
            entry("postLogoutRedirectUris", "After a logout"),
            entry("backchannelLogoutUri", "Back channel"),
            entry("maxAdmissionsPerSecond", "Pace"),
            entry("isPublic", "Public"),
            entry("loginStateTtl", "Patience of a login"),
            entry("freshLimit", "Fresh limit"),
            entry("reentry", "Re-entry"),
            entry("initiateLoginUri", "Begin of a login"),
            entry("entries", "Deep links"),
            entry("allowedTargets", "Targets of a login"),
            entry("accessTokenTtl", "Life of tokens"),
            entry("idTokenAlgorithm", "Signature of ID tokens"),
            entry("claimsInIdToken", "Claims in the ID token"),
            entry("emailDomain", "Domain of e-mail"),
            entry("reauthenticate", "Button for a fresh login"),
            entry("backchannelLogoutSessionRequired", "sid in the back channel"),
            entry("iss", "iss in responses"),
            entry("dpop", "DPoP"),
            entry("fapi", "FAPI 2.0"),
            entry("newSite", "Name of the site"),
            entry("text.en", "English"),
            entry("visitors", "Expected visitors"),
            entry("siteCapacity", "Capacity of the site"),
            entry("requestsPerVisit", "Requests of a visit"),
            entry("alone", "Fastest answer"),
            entry("shape", "Slower with load"));

    /** The labels of fields in a row that do not follow from the name either. */
    private static final Map<String, String> ROW_LABELS = Map.of("lane", "Name");

    /** The maximum number of readings: more than any form has fields, and lines in them. */
    private static final int MOST = 300;

    /** A placeholder for an unusable name. */
    private static final String STAND_IN = "stand-in";

    private static final Pattern OPENING = Pattern.compile("schedule\\[(\\d+)]");
    private static final Pattern ROW = Pattern.compile("(dates|lanes)-(\\d{1,3})-(\\w+)");
    private static final Pattern LANE = Pattern.compile("lanes\\.([^.]+).*");

    private final Map<String, String> faults = new LinkedHashMap<>();

    /** The field in which the thing itself gets its name, if that is wrong. */
    private @Nullable String nameField;

    /** Reads a field; one that cannot be read is noted, and counts as the other value until {@link #refuse}. */
    public <T> T read(String field, T otherwise, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (RefusedException refused) {
            add(field, refused.detail());
            return otherwise;
        }
    }

    /** Notes a fault, without the field's own name in front. */
    public void add(String field, String says) {
        var words = says.startsWith(field + " ") ? says.substring(field.length() + 1) : says;
        faults.merge(field, words, (first, next) -> first.contains(next) ? first : first + "; " + next);
    }

    /** These faults, with the others in place of this field's; unchanged if the field or the others have none. */
    public Faults inPlaceOf(String field, Faults others) {
        if (!faults.containsKey(field) || others.isEmpty()) {
            return this;
        }
        var together = new Faults();
        together.nameField = nameField;
        faults.keySet().stream()
                .filter(name -> !name.equals(field))
                .forEach(name -> together.faults.put(name, faults.get(name)));
        together.faults.putAll(others.faults);
        return together;
    }

    /** Notes all of these as well. */
    public Faults and(Faults others) {
        others.faults.forEach(faults::putIfAbsent);
        nameField = nameField == null ? others.nameField : nameField;
        return this;
    }

    public boolean isEmpty() {
        return faults.isEmpty();
    }

    /** Refuses the form if there is any fault. */
    public void refuse() {
        if (!faults.isEmpty()) {
            throw RefusedException.of(this);
        }
    }

    /** All of them, for an API client. */
    String detail() {
        return faults.entrySet().stream()
                .map(fault -> fault.getKey() + ": " + fault.getValue())
                .collect(Collectors.joining("; "));
    }

    /** All of them, in the order in which they were found. */
    public List<Fault> all() {
        return faults.entrySet().stream()
                .map(fault -> new Fault(
                        fault.getKey(),
                        fault.getKey().equals(nameField) ? "Name" : label(fault.getKey()),
                        fault.getValue()))
                .toList();
    }

    /** The fault of a field; absent without one. */
    public @Nullable String of(String field) {
        return faults.get(field);
    }

    /** For {@code aria-invalid}: absent where nothing is wrong. */
    public @Nullable String invalid(String field) {
        return faults.containsKey(field) ? "true" : null;
    }

    /** For {@code aria-describedby}: the fault stands before the hint. */
    public @Nullable String describedBy(String field, String hint) {
        var ids = (faults.containsKey(field) ? field + "-fault " : "") + hint;
        return ids.isBlank() ? null : ids.strip();
    }

    /** The name of a field on screens. */
    public static String label(String field) {
        var row = ROW.matcher(field);
        if (row.matches()) {
            return (row.group(1).equals("dates") ? "Date " : "Lane ") + (Integer.parseInt(row.group(2)) + 1) + ", "
                    + ROW_LABELS.getOrDefault(row.group(3), label(row.group(3)));
        }
        var words = DataObjectPropertyName.toDashedForm(field).replace('-', ' ');
        return LABELS.getOrDefault(field, Character.toUpperCase(words.charAt(0)) + words.substring(1));
    }

    /**
     * Reads these settings by a reader of configuration, and refuses all its faults at once. The reader stops
     * at the first fault, so each faulty setting is mended, as far as possible, and all are read again.
     *
     * @param group where the configuration has such things: {@code gatehouse.rooms}
     * @param nameField where the name itself is typed
     */
    public static <T> T read(
            String group,
            String nameField,
            String name,
            Map<String, String> settings,
            BiFunction<String, Map<String, String>, T> reader) {
        var faults = new Faults();
        var called = name;
        var left = new TreeMap<>(settings);
        var seen = new TreeMap<String, Integer>();
        for (var n = 0; n < MOST; n++) {
            try {
                var read = reader.apply(called, left);
                faults.refuse();
                return read;
            } catch (InvalidSettingException unusable) {
                var prefix = group + "." + called + ".";
                var isNamed = unusable.property().startsWith(prefix);
                var setting = isNamed ? unusable.property().substring(prefix.length()) : "";
                var times = seen.merge(setting, 1, Integer::sum);
                if (times == 1) {
                    var says = unusable.problem().replace(prefix, "");
                    faults.add(isNamed ? field(setting) : nameField, where(setting) + says);
                }
                faults.nameField = isNamed ? faults.nameField : nameField;
                if (isNamed ? !mend(left, setting, unusable, times) : times > 1) {
                    break;
                }
                called = isNamed ? called : STAND_IN;
            }
        }
        throw RefusedException.of(faults);
    }

    /** First without the setting, then with its example: enough to come to the next fault. */
    private static boolean mend(Map<String, String> left, String name, InvalidSettingException unusable, int times) {
        var opening = OPENING.matcher(name);
        if (opening.matches() && times == 1) {
            var day = LocalDate.EPOCH.plusDays(Long.parseLong(opening.group(1)));
            left.keySet().removeIf(key -> key.startsWith(name + "."));
            left.putAll(Map.of(
                    name + ".zone", "UTC",
                    name + ".lobby", day + "T00:00",
                    name + ".doors", day + "T00:00",
                    name + ".close", day + "T00:01",
                    name + ".at-close", "end"));
            return true;
        }
        if (times == 1) {
            left.keySet().removeIf(key -> key.equals(name) || key.startsWith(name + ".") || key.startsWith(name + "["));
            return true;
        }
        unusable.example().ifPresent(example -> left.put(name, example));
        return times == 2 && unusable.example().isPresent();
    }

    /** {@code jwksUri} for {@code passes.jwks-uri}, {@code schedule} for {@code schedule[0].zone}. */
    private static String field(String name) {
        if (name.equals("passes")) {
            return "jwk";
        }
        var own = name.startsWith("passes.") ? name.substring("passes.".length()) : name;
        var first = own.split("[.\\[]", 2)[0];
        var words = first.split("-");
        var member =
                words[0] + Stream.of(words).skip(1).map(Faults::capitalised).collect(Collectors.joining());
        return member.equals("public") ? "isPublic" : member;
    }

    private static String capitalised(String word) {
        return word.isEmpty() ? "" : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** The prefix that names the line or lane within a field; empty for any other setting. */
    private static String where(String name) {
        var opening = OPENING.matcher(name);
        if (opening.lookingAt()) {
            return "line " + (Integer.parseInt(opening.group(1)) + 1) + ": ";
        }
        var lane = LANE.matcher(name);
        return lane.matches() ? lane.group(1) + ": " : "";
    }
}
