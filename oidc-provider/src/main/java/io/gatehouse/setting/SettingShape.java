package io.gatehouse.setting;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/** The shape of the values at the name of a setting, as the properties records declare it. */
sealed interface SettingShape {

    record Single(Class<?> type) implements SettingShape {

        private static final Map<Class<?>, String> EXPECTED = Map.ofEntries(
                Map.entry(Duration.class, "a time like 10m (ms, s, m, h, d)"),
                Map.entry(DataSize.class, "a size like 8MB (B, KB, MB, GB)"),
                Map.entry(Instant.class, "a moment like 2026-11-27T09:00:00Z"),
                Map.entry(URI.class, "an address like https://shop.example/"),
                Map.entry(Path.class, "a folder like ./data"),
                Map.entry(Boolean.class, "true or false"),
                Map.entry(boolean.class, "true or false"),
                Map.entry(Integer.class, "a whole number"),
                Map.entry(int.class, "a whole number"),
                Map.entry(Long.class, "a whole number"),
                Map.entry(long.class, "a whole number"),
                Map.entry(Double.class, "a number"));

        @Override
        public String expected() {
            return type.isEnum() ? "one of " + constants() : EXPECTED.getOrDefault(type, "a single value");
        }

        private String constants() {
            return Stream.of(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
        }

        @Override
        public boolean takesValue() {
            return true;
        }

        @Override
        public Type readAs() {
            return type;
        }

        @Override
        public Optional<SettingShape> below(String element, boolean isIndex) {
            return Optional.empty();
        }
    }

    /** Several values in their order, by their indexes: {@code schedule[0]}. */
    record Many(SettingShape element) implements SettingShape {

        @Override
        public Type readAs() {
            return ResolvableType.forClassWithGenerics(List.class, ResolvableType.forType(element.readAs()))
                    .getType();
        }

        @Override
        public String expected() {
            return takesValue() ? "a list of values" : "a list, each entry " + element.expected();
        }

        /** Values may stand with commas between them. */
        @Override
        public boolean takesValue() {
            return element instanceof Single;
        }

        @Override
        public Optional<SettingShape> below(String name, boolean isIndex) {
            return isIndex ? Optional.of(element) : Optional.empty();
        }
    }

    /** Several values by names that operators choose. */
    record Named(SettingShape entry) implements SettingShape {

        @Override
        public String expected() {
            return "a map by names of your choice, each " + entry.expected();
        }

        @Override
        public Optional<SettingShape> below(String element, boolean isIndex) {
            return isIndex ? Optional.empty() : Optional.of(entry);
        }
    }

    /** Settings of their own, by their names with dashes. */
    record Group(Map<String, SettingShape> members) implements SettingShape {

        private static final int SOME = 3;

        @Override
        public String expected() {
            return "a map of settings like "
                    + members.keySet().stream().limit(SOME).collect(Collectors.joining(", "));
        }

        @Override
        public Optional<SettingShape> below(String element, boolean isIndex) {
            return members.entrySet().stream()
                    .filter(member -> !isIndex && isSame(member.getKey(), element))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }

        /** The members of both. */
        Group with(Group others) {
            var all = new LinkedHashMap<>(members);
            others.members.forEach(
                    (name, member) -> all.merge(name, member, (one, other) -> ((Group) one).with((Group) other)));
            return new Group(Collections.unmodifiableMap(all));
        }
    }

    /** The shape that a component of this type has in its record. */
    static SettingShape of(Type type) {
        if (type instanceof Class<?> one) {
            return one.isRecord() ? group(one) : new Single(one);
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            var arguments = generic.getActualTypeArguments();
            if (raw.equals(Map.class)) {
                return new Named(of(arguments[1]));
            }
            if (Collection.class.isAssignableFrom(raw)) {
                return new Many(of(arguments[0]));
            }
        }
        throw new IllegalArgumentException("a setting has no type like " + type);
    }

    /** The settings that a record has. */
    static Group group(Class<?> type) {
        var members = new LinkedHashMap<String, SettingShape>();
        for (var component : type.getRecordComponents()) {
            members.put(DataObjectPropertyName.toDashedForm(given(component)), of(component.getGenericType()));
        }
        return new Group(Collections.unmodifiableMap(members));
    }

    /** The name in {@code @Name} on the constructor's parameter, where records keep parameter annotations. */
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

    /** Whether both are one name, in any spelling that Spring accepts. */
    static boolean isSame(String one, String other) {
        return uniform(one).equals(uniform(other));
    }

    private static String uniform(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** The shape in words for operators. */
    String expected();

    /** Whether a value may stand at the name itself. */
    default boolean takesValue() {
        return false;
    }

    /** The type of a value at the name itself; a text where none may stand. */
    default Type readAs() {
        return String.class;
    }

    /** The shape at the next element of a name; empty when there is none. */
    Optional<SettingShape> below(String element, boolean isIndex);
}
