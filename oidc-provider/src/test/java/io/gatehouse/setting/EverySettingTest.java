package io.gatehouse.setting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.unit.DataSize;

/** Each setting that there is, as the records have them, in each shape that it cannot have: the start names it. */
class EverySettingTest {

    private enum Kind {
        SINGLE,
        VALUES,
        ENTRIES,
        MAP,
        GROUP
    }

    /** @param type of a value, or of each value of a list */
    private record Setting(String name, Kind kind, Type type) {}

    private static final Map<Type, String> RIGHT = Map.ofEntries(
            Map.entry(Duration.class, "10m"),
            Map.entry(DataSize.class, "8MB"),
            Map.entry(Instant.class, "2026-11-27T09:00:00Z"),
            Map.entry(URI.class, "https://shop.example/"),
            Map.entry(Path.class, "./data"),
            Map.entry(Boolean.class, "true"),
            Map.entry(boolean.class, "true"),
            Map.entry(Integer.class, "5"),
            Map.entry(int.class, "5"),
            Map.entry(Long.class, "5"),
            Map.entry(long.class, "5"),
            Map.entry(Double.class, "0.5"),
            Map.entry(BigDecimal.class, "0.5"),
            Map.entry(String.class, "word"));

    private static final SettingNames NAMES = names();
    private static final List<Setting> SETTINGS = all().toList();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            SINGLE  | [1]            | was a list
            SINGLE  | [[1]]          | was a list
            SINGLE  | [{ a: 1 }]     | was a list
            SINGLE  | { a: 1 }       | was a map
            SINGLE  | { a: [1] }     | was a map
            SINGLE  | []             | was empty
            SINGLE  | {}             | was empty
            SINGLE  | ~              | was empty
            SINGLE  | ''             | was empty
            SINGLE  | ' '            | was empty
            SINGLE  | '${UNSET:}'    | was empty
            VALUES  | { a: 1 }       | was a map
            VALUES  | []             | was empty
            VALUES  | ~              | was empty
            ENTRIES | 1              | was a single value
            ENTRIES | { a: 1 }       | was a map
            ENTRIES | ~              | was empty
            MAP     | 1              | was a single value
            MAP     | [1]            | was a list
            MAP     | [{ a: 1 }]     | was a list
            MAP     | {}             | was empty
            MAP     | ~              | was empty
            GROUP   | 1              | was a single value
            GROUP   | [1]            | was a list
            GROUP   | {}             | was empty
            GROUP   | ~              | was empty
            """,
            quoteCharacter = '"')
    void givenAWrongShape_whenStarted_thenTheSettingIsNamed(Kind kind, String value, String was) {
        var settings =
                SETTINGS.stream().filter(setting -> setting.kind() == kind).toList();

        assertThat(settings).isNotEmpty().allSatisfy(setting -> assertThat(refusal(setting.name() + ": " + value))
                .hasValueSatisfying(said -> assertThat(said)
                        .startsWith(setting.name() + ": ")
                        .contains(was)
                        .doesNotContain("java.", "io.gatehouse")));
    }

    @Test
    void givenAnEntryOfAListThatIsNoValue_whenStarted_thenTheListIsNamed() {
        var settings = SETTINGS.stream()
                .filter(setting -> setting.kind() == Kind.VALUES)
                .toList();

        assertThat(settings).isNotEmpty().allSatisfy(setting -> {
            for (var entry : List.of("[1, ~]", "[[1]]", "[{ a: 1 }]")) {
                assertThat(refusal(setting.name() + ": " + entry))
                        .hasValueSatisfying(said -> assertThat(said).startsWith(setting.name() + "["));
            }
            var first = setting.name() + "[0]: https://a.example/\n" + setting.name();
            assertThat(refusal(first + "[2]: https://a.example/"))
                    .hasValueSatisfying(said ->
                            assertThat(said).startsWith(setting.name() + ": ").contains("no [1]"));
            assertThat(refusal(first + ": https://a.example/"))
                    .hasValueSatisfying(said -> assertThat(said).startsWith(setting.name() + ": "));
        });
    }

    @Test
    void givenAWordWhereSomethingElseBelongs_whenStarted_thenTheSettingIsNamed() {
        var settings = SETTINGS.stream()
                .filter(setting -> setting.kind() == Kind.SINGLE)
                .filter(setting -> !List.of(String.class, Path.class).contains(setting.type()))
                .toList();

        assertThat(settings).isNotEmpty().allSatisfy(setting -> assertThat(refusal(setting.name() + ": 'no \\ such'"))
                .hasValueSatisfying(said -> assertThat(said)
                        .startsWith(setting.name() + ": must be ")
                        .contains("was \"no \\ such\"")
                        .doesNotContain("java.", "io.gatehouse")));
    }

    @Test
    void givenARightValue_whenStarted_thenNoneIsRefused() {
        assertThat(SETTINGS).isNotEmpty().allSatisfy(setting -> {
            var value = setting.type() instanceof Class<?> type && type.isEnum()
                    ? type.getEnumConstants()[0].toString().toLowerCase(java.util.Locale.ROOT)
                    : RIGHT.getOrDefault(setting.type(), "");
            if (setting.kind() == Kind.SINGLE) {
                assertThat(refusal(setting.name() + ": " + value))
                        .as(setting.name())
                        .isEmpty();
            }
            if (setting.kind() == Kind.VALUES) {
                assertThat(refusal(setting.name() + ": [" + value + ", " + value + "]"))
                        .as(setting.name())
                        .isEmpty();
                assertThat(refusal(setting.name() + ": " + value + "," + value))
                        .as(setting.name())
                        .isEmpty();
            }
        });
    }

    /** What stops the start; empty if nothing does. */
    private static Optional<String> refusal(String yaml) {
        var environment = new StandardEnvironment();
        var sources = environment.getPropertySources();
        try {
            sources.forEach(ofTheMachine -> sources.remove(ofTheMachine.getName()));
            new YamlPropertySourceLoader()
                    .load("gatehouse.yaml", new ByteArrayResource(yaml.getBytes(UTF_8)))
                    .forEach(sources::addLast);
            SettingsCheck.check(environment, NAMES);
            return Optional.empty();
        } catch (InvalidSettingException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static SettingNames names() {
        try {
            return SettingNames.load(EverySettingTest.class.getClassLoader());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Stream<Setting> all() {
        var scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        return scan.findCandidateComponents("io.gatehouse").stream()
                .map(found -> type(String.valueOf(found.getBeanClassName())))
                .flatMap(type ->
                        below(type.getAnnotation(ConfigurationProperties.class).value(), type));
    }

    private static Stream<Setting> below(String name, Class<?> group) {
        return Stream.of(group.getRecordComponents())
                .flatMap(component -> at(name + "." + dashed(component), component.getGenericType()));
    }

    private static Stream<Setting> at(String name, Type type) {
        if (type instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            if (generic.getRawType().equals(Map.class)) {
                return Stream.concat(Stream.of(new Setting(name, Kind.MAP, type)), at(name + ".shop", arguments[1]));
            }
            var element = (Class<?>) arguments[0];
            return element.isRecord()
                    ? Stream.concat(Stream.of(new Setting(name, Kind.ENTRIES, type)), below(name + "[0]", element))
                    : Stream.of(new Setting(name, Kind.VALUES, element));
        }
        var one = (Class<?>) type;
        return one.isRecord()
                ? Stream.concat(Stream.of(new Setting(name, Kind.GROUP, type)), below(name, one))
                : Stream.of(new Setting(name, Kind.SINGLE, type));
    }

    private static String dashed(RecordComponent component) {
        return component.getName().equals("isPublic")
                ? "public"
                : DataObjectPropertyName.toDashedForm(component.getName());
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
