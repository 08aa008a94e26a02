package io.gatehouse.setting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The names of all our settings, as the build has written them down from the properties records; {@code *} stands for a
 * name that operators choose. What the build does not write down, the settings of each room or site, is read from the
 * records themselves.
 */
final class SettingNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String, ?([\\w.$]+)>");

    private final List<List<String>> names;

    private SettingNames(List<List<String>> names) {
        this.names = names;
    }

    /** Reads the names that the build has written down; those of other libraries are passed over. */
    static SettingNames load(ClassLoader loader) throws IOException {
        var names = new ArrayList<List<String>>();
        for (var file : Collections.list(loader.getResources(METADATA))) {
            try (var stream = file.openStream()) {
                var text = new String(stream.readAllBytes(), UTF_8);
                if (text.contains("\"gatehouse.")) {
                    properties(text)
                            .flatMap(property -> names(property, loader))
                            .forEach(names::add);
                }
            }
        }
        return new SettingNames(names);
    }

    /** Whether there is such a setting, or a group of settings of this name. */
    boolean isKnown(ConfigurationPropertyName name) {
        var elements = elements(name, Form.UNIFORM);
        return names.isEmpty() || names.stream().anyMatch(known -> begins(known, elements));
    }

    /** Whether the first element below our prefix is one of ours. */
    boolean isOurs(ConfigurationPropertyName name) {
        var elements = elements(name, Form.UNIFORM);
        return elements.size() > 1 && names.stream().anyMatch(known -> begins(known, elements.subList(0, 2)));
    }

    /** The name that was probably meant. */
    Optional<String> nearest(ConfigurationPropertyName name) {
        var elements = elements(name, Form.DASHED);
        var written = String.join(".", elements);
        return names.stream()
                .map(known -> filled(known, elements))
                .min(Comparator.comparingInt((String known) -> distance(known, written))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static Stream<JsonNode> properties(String metadata) {
        var properties = JsonMapper.shared().readTree(metadata).path("properties");
        return StreamSupport.stream(properties.spliterator(), false)
                .filter(property -> property.path("name").asString().startsWith("gatehouse."));
    }

    private static Stream<List<String>> names(JsonNode property, ClassLoader loader) {
        var name = List.of(property.path("name").asString().split("\\."));
        var map = MAP.matcher(property.path("type").asString());
        return map.matches() ? below(append(name, "*"), type(map.group(1), loader)) : Stream.of(name);
    }

    private static Stream<List<String>> below(List<String> name, Class<?> type) {
        return type.isRecord()
                ? Stream.of(type.getRecordComponents()).flatMap(component -> below(name, component))
                : Stream.of(name);
    }

    private static Stream<List<String>> below(List<String> name, RecordComponent component) {
        var full = append(name, dashed(given(component)));
        if (component.getType().equals(List.class)
                && component.getGenericType() instanceof ParameterizedType list
                && list.getActualTypeArguments()[0] instanceof Class<?> element) {
            return below(full, element);
        }
        if (component.getType().isRecord()) {
            return below(full, component.getType());
        }
        if (component.getType().equals(Map.class)
                && component.getGenericType() instanceof ParameterizedType map
                && map.getActualTypeArguments()[1] instanceof Class<?> value) {
            return below(append(full, "*"), value);
        }
        return Stream.of(full);
    }

    /** {@code @Name} stands on the constructor's parameter, where records keep what may stand on parameters only. */
    private static String given(RecordComponent component) {
        var record = component.getDeclaringRecord();
        var components = Arrays.asList(record.getRecordComponents());
        var index = components.stream().map(RecordComponent::getName).toList().indexOf(component.getName());
        var types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var name =
                    record.getDeclaredConstructor(types).getParameters()[index].getAnnotation(Name.class);
            return name == null ? component.getName() : name.value();
        } catch (NoSuchMethodException everyRecordHasIt) {
            throw new IllegalStateException(everyRecordHasIt);
        }
    }

    private static Class<?> type(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException writtenDownButGone) {
            throw new IllegalStateException(writtenDownButGone);
        }
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static List<String> append(List<String> name, String element) {
        return Stream.concat(name.stream(), Stream.of(element)).toList();
    }

    /** The elements of a name without the indexes of lists. */
    private static List<String> elements(ConfigurationPropertyName name, Form form) {
        return IntStream.range(0, name.getNumberOfElements())
                .filter(index -> !name.isNumericIndex(index))
                .mapToObj(index -> name.getElement(index, form))
                .toList();
    }

    private static boolean begins(List<String> known, List<String> elements) {
        return elements.size() <= known.size()
                && IntStream.range(0, elements.size())
                        .allMatch(index -> known.get(index).equals("*")
                                || known.get(index).replace("-", "").equals(elements.get(index)));
    }

    private static String filled(List<String> known, List<String> elements) {
        return String.join(
                ".",
                IntStream.range(0, known.size())
                        .mapToObj(index -> known.get(index).equals("*") && index < elements.size()
                                ? elements.get(index)
                                : known.get(index))
                        .toList());
    }

    /** How many letters have to be added, dropped or changed (Levenshtein). */
    private static int distance(String one, String other) {
        var row = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var above = row[j];
                var changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
