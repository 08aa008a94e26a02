package io.gatehouse.setting;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.setting.SettingShape.Group;
import io.gatehouse.setting.SettingShape.Many;
import io.gatehouse.setting.SettingShape.Named;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import tools.jackson.databind.json.JsonMapper;

/**
 * The names of all our settings and their shapes, as the properties records declare them; the build lists
 * these records.
 */
final class SettingNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    /** A name that operators choose. */
    private static final String CHOSEN = "*";

    /** A misspelt word differs by no more letters than this. */
    private static final int SLIPS = 2;

    private final ConfigurationPropertyName prefix;
    private final SettingShape root;
    private final List<List<String>> names;

    private SettingNames(ConfigurationPropertyName prefix, SettingShape root) {
        this.prefix = prefix;
        this.root = root;
        this.names = names(elements(prefix), root).toList();
    }

    /** All settings of ours. */
    static SettingNames load(ClassLoader loader) throws IOException {
        var all = new Group(Map.of("gatehouse", new Group(Map.of())));
        for (var file : Collections.list(loader.getResources(METADATA))) {
            try (var stream = file.openStream()) {
                var text = new String(stream.readAllBytes(), UTF_8);
                if (text.contains("\"gatehouse.")) {
                    all = groups(text, loader).reduce(all, Group::with);
                }
            }
        }
        return new SettingNames(
                ConfigurationPropertyName.of("gatehouse"),
                Objects.requireNonNull(all.members().get("gatehouse")));
    }

    /** The settings that a record has below this prefix. */
    static SettingNames of(String prefix, Class<?> type) {
        return new SettingNames(ConfigurationPropertyName.of(prefix), SettingShape.of(type));
    }

    ConfigurationPropertyName prefix() {
        return prefix;
    }

    /** Whether the first element below our prefix is one of ours. */
    boolean isOurs(ConfigurationPropertyName name) {
        var first = prefix.getNumberOfElements();
        return name.getNumberOfElements() > first
                && root.below(name.getElement(first, Form.DASHED), name.isNumericIndex(first))
                        .isPresent();
    }

    /** Whether this is the name of a setting, or of a group of settings. */
    boolean isKnown(ConfigurationPropertyName name) {
        return find(name, false).isPresent();
    }

    /** Whether a list belongs at this name; see {@link #require} for the parameter. */
    boolean isList(ConfigurationPropertyName name, boolean isVariable) {
        return find(name, isVariable).filter(Many.class::isInstance).isPresent();
    }

    private Optional<SettingShape> find(ConfigurationPropertyName name, boolean isVariable) {
        var shape = Optional.of(root);
        for (var index = prefix.getNumberOfElements(); index < name.getNumberOfElements(); index++) {
            var at = index;
            shape = shape.flatMap(above -> below(above, name, at, isVariable));
        }
        return shape;
    }

    private static Optional<SettingShape> below(
            SettingShape shape, ConfigurationPropertyName name, int index, boolean isVariable) {
        var isIndex = name.isNumericIndex(index) && !(isVariable && shape instanceof Named);
        return shape.below(name.getElement(index, Form.DASHED), isIndex);
    }

    /**
     * Refuses an unknown name, and a value where none belongs.
     *
     * @param isEmpty whether it stands there without a value
     * @param isVariable whether it is the name of an environment variable, in which a map's name of digits
     *     looks like an index
     * @return the shape at the name, which takes a value
     */
    SettingShape require(ConfigurationPropertyName name, boolean isEmpty, boolean isVariable) {
        var above = root;
        var shape = root;
        for (var index = prefix.getNumberOfElements(); index < name.getNumberOfElements(); index++) {
            var next = below(shape, name, index, isVariable);
            if (next.isEmpty()) {
                var isIndex = name.isNumericIndex(index);
                throw shape instanceof Group && !isIndex
                        ? unknown(name)
                        : misshapen(name.chop(index), shape, isIndex ? "a list" : "a map");
            }
            above = shape;
            shape = next.get();
        }
        if (isEmpty) {
            throw misshapen(
                    name,
                    shape,
                    shape.takesValue()
                            ? "empty: give it a value, or leave it out"
                            : "empty: indent its settings below it, or leave it out");
        }
        if (!shape.takesValue()) {
            var misplaced = above instanceof Named ? misplaced(name) : Optional.<InvalidSettingException>empty();
            throw misplaced.orElse(misshapen(name, shape, "a single value"));
        }
        return shape;
    }

    private static InvalidSettingException misshapen(ConfigurationPropertyName name, SettingShape shape, String was) {
        var isNumbered = shape instanceof Named && was.equals("a list");
        var problem = "must be " + shape.expected() + ", was " + was
                + (isNumbered ? "; a name of digits stands in quotes" : "");
        return Examples.of(name)
                .map(example -> new InvalidSettingException(name.toString(), problem, example))
                .orElseGet(() -> new InvalidSettingException(name.toString(), problem));
    }

    private InvalidSettingException unknown(ConfigurationPropertyName name) {
        var written = elements(name);
        var nearest = Spelling.nearest(
                String.join(".", written), names.stream().map(known -> String.join(".", filled(known, written))));
        var isSlip = nearest.filter(known -> Spelling.distance(known, String.join(".", written)) <= SLIPS)
                .isPresent();
        return (isSlip ? Optional.<InvalidSettingException>empty() : misplaced(name))
                .orElseGet(() -> new InvalidSettingException(
                        name.toString(),
                        "there is no such setting. Did you mean " + nearest.orElse("gatehouse.issuer") + "?"));
    }

    /** The fault of a setting below a name that operators choose: mostly, its line is not indented enough. */
    private Optional<InvalidSettingException> misplaced(ConfigurationPropertyName name) {
        var written = elements(name);
        var meant = names.stream()
                .flatMap(known -> IntStream.range(0, known.size())
                        .filter(index -> known.get(index).equals(CHOSEN))
                        .mapToObj(chosen -> meant(known, chosen, written))
                        .flatMap(Optional::stream))
                .distinct()
                .collect(Collectors.joining(" or "));
        return meant.isEmpty()
                ? Optional.empty()
                : Optional.of(new InvalidSettingException(
                        name.toString(),
                        "there is no such setting here. Did you mean " + meant + "? Look at the indentation"));
    }

    /** The known name, if the writer left out the map, the name that operators choose in it, or both. */
    private static Optional<String> meant(List<String> known, int chosen, List<String> written) {
        var above = known.subList(0, chosen - 1);
        var map = known.get(chosen - 1);
        var own = known.subList(chosen + 1, known.size());
        if (own.isEmpty() || written.size() <= above.size() || !matches(above, written.subList(0, above.size()))) {
            return Optional.empty();
        }
        var rest = written.subList(above.size(), written.size());
        var isNameless = matches(own, rest) || matches(join(List.of(map), own), rest);
        var name = isNameless
                ? Optional.of("<name>")
                : matches(join(List.of(CHOSEN), own), rest) ? Optional.of(rest.get(0)) : Optional.<String>empty();
        return name.map(one -> String.join(
                ".", join(filled(above, written), join(List.of(map, one), filled(own, rest.subList(1, rest.size()))))));
    }

    /** The properties records that the build has listed, each below its prefix. */
    private static Stream<Group> groups(String metadata, ClassLoader loader) {
        var properties = JsonMapper.shared().readTree(metadata).path("properties");
        return StreamSupport.stream(properties.spliterator(), false)
                .filter(property -> property.path("name").asString().startsWith("gatehouse."))
                .map(property -> property.path("sourceType").asString())
                .distinct()
                .map(name -> type(name, loader))
                .filter(type -> type.isAnnotationPresent(ConfigurationProperties.class))
                .map(SettingNames::prefixed);
    }

    private static Group prefixed(Class<?> type) {
        var elements = type.getAnnotation(ConfigurationProperties.class).value().split("\\.", -1);
        var group = SettingShape.group(type);
        for (var index = elements.length - 1; index >= 0; index--) {
            group = new Group(Map.of(elements[index], group));
        }
        return group;
    }

    private static Class<?> type(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException writtenDownButGone) {
            throw new IllegalStateException(writtenDownButGone);
        }
    }

    /** The names of all single values and lists, without the indexes of lists. */
    private static Stream<List<String>> names(List<String> name, SettingShape shape) {
        if (shape instanceof Group group) {
            return group.members().entrySet().stream()
                    .flatMap(member -> names(join(name, List.of(member.getKey())), member.getValue()));
        }
        if (shape instanceof Named named) {
            return names(join(name, List.of(CHOSEN)), named.entry());
        }
        return shape instanceof Many many && !many.takesValue() ? names(name, many.element()) : Stream.of(name);
    }

    private static List<String> join(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    /** The elements of a name without the indexes of lists. */
    private static List<String> elements(ConfigurationPropertyName name) {
        return IntStream.range(0, name.getNumberOfElements())
                .filter(index -> !name.isNumericIndex(index))
                .mapToObj(index -> name.getElement(index, Form.DASHED))
                .toList();
    }

    private static boolean matches(List<String> known, List<String> elements) {
        return elements.size() == known.size()
                && IntStream.range(0, elements.size())
                        .allMatch(index -> known.get(index).equals(CHOSEN)
                                || SettingShape.isSame(known.get(index), elements.get(index)));
    }

    private static List<String> filled(List<String> known, List<String> elements) {
        return IntStream.range(0, known.size())
                .mapToObj(index -> known.get(index).equals(CHOSEN) && index < elements.size()
                        ? elements.get(index)
                        : known.get(index))
                .toList();
    }
}
