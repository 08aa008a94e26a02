package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.ApiDescription;
import io.gatehouse.site.SitePreset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.json.JsonMapper;

/** The documents say what is so. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path CLASSES = Path.of("target/classes");

    /** The other packages are technical: the Javadoc of their types is enough. */
    private static final Pattern DOMAIN =
            Pattern.compile("io\\.gatehouse\\.(room|waitingroom|inlet|lane|draw|entrant|stock|schedule"
                    + "|forecast|board|pass|words|site|ledger|event|addition|tune|health)");

    /** Names that say by themselves what a type is for. */
    private static final Pattern ROLE = Pattern.compile(
            "(Application|Configuration|Properties|Store|Endpoint|Filter|Customizer|Analyzer|Exception)$");

    /** Number, title, status and date of a decision record; a status names the successors, if there are any. */
    private static final Pattern HEAD = Pattern.compile("# (\\d+)\\. (.+)\n\n\\*\\*Status:\\*\\* "
            + "(accepted|(?:in part )?superseded by \\[.+\\)) · \\*\\*Date:\\*\\* (\\d{4}-\\d\\d-\\d\\d)\n");

    @Test
    void givenTheSettingsOfTheInstallation_whenTheDocumentIsRead_thenItHasThemAll() throws IOException {
        var metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));

        new JsonMapper().readTree(metadata).path("properties").forEach(property -> {
            var name = property.path("name").asString();
            assertThat(read("docs/configure.md")).contains(name);
        });
    }

    /** Spring Boot's own among them: it passes over one that is written wrong. */
    @Test
    void givenTheSettingsOfANode_whenComparedWithAllThatThereAre_thenEachIsOne() throws IOException {
        var known = new HashSet<String>();
        for (var file : Collections.list(
                DocumentsTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (var metadata = file.openStream()) {
                new JsonMapper()
                        .readTree(metadata)
                        .path("properties")
                        .forEach(property -> known.add(property.path("name").asString()));
            }
        }
        var blocks = Pattern.compile("```yaml\n(?!scrape_configs)(.*?)```", Pattern.DOTALL)
                .matcher(read("docs/operate/run.md"));
        var loader = new YamlPropertySourceLoader();

        while (blocks.find()) {
            var yaml = new ByteArrayResource(blocks.group(1).getBytes(StandardCharsets.UTF_8));
            for (var source : loader.load("run.md", yaml)) {
                assertThat(((EnumerablePropertySource<?>) source).getPropertyNames())
                        .allMatch(
                                name -> known.stream().anyMatch(one -> name.equals(one) || name.startsWith(one + ".")));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.gatehouse.GatehouseProperties$RoomProperties",
                "io.gatehouse.awsapi.setting.AwsApiProperties",
                "io.gatehouse.pass.PassProperties",
                "io.gatehouse.tune.TuneProperties",
                "io.gatehouse.tune.TuneProperties$HealthProperties",
                "io.gatehouse.tune.TuneProperties$PrometheusProperties",
                "io.gatehouse.tune.TuneProperties$CloudWatchProperties",
                "io.gatehouse.site.SitesProperties$SiteProperties",
                "io.gatehouse.site.SitesProperties$ApiClientProperties",
                "io.gatehouse.panel.operator.PanelProperties$Account",
                "io.gatehouse.event.EventProperties$ReceiverProperties"
            })
    void givenTheSettingsOfARoomSiteApiClientOperatorOrReceiver_whenTheDocumentIsRead_thenItHasThemAll(String type)
            throws ClassNotFoundException {
        for (var component : Class.forName(type).getRecordComponents()) {
            var given = component.getAccessor().getAnnotation(Name.class);
            var name = given == null ? DataObjectPropertyName.toDashedForm(component.getName()) : given.value();

            assertThat(read("docs/configure.md"))
                    .containsPattern("[`.]" + (name.equals("is-public") ? "public" : name) + "`");
        }
    }

    @Test
    void givenAPreset_whenTheDocumentIsRead_thenItIsNamed() {
        for (var preset : SitePreset.values()) {
            assertThat(read("docs/configure.md")).contains("`" + preset.label() + "`");
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void givenALinkInADocument_whenItIsFollowed_thenTheFileIsThere(String document) {
        var links = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)").matcher(read(document));
        var from = ROOT.resolve(document);

        while (links.find()) {
            assertThat(from.resolveSibling(links.group(1)))
                    .as("link of " + document)
                    .exists();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void givenALinkToASection_whenItIsFollowed_thenTheHeadingIsThere(String document) {
        var links =
                Pattern.compile("\\]\\((?!https?:)([^)#]*\\.md)?#([^)]+)\\)").matcher(read(document));

        while (links.find()) {
            var other = links.group(1) == null ? document : Path.of(document).resolveSibling(links.group(1)) + "";
            var text = read(other);
            var sections = Stream.concat(
                    text.lines().filter(line -> line.startsWith("#")).map(DocumentsTest::anchor),
                    Pattern.compile("<a id=\"([^\"]+)\"")
                            .matcher(text)
                            .results()
                            .map(mark -> mark.group(1)));

            assertThat(sections)
                    .as("sections of " + other + ", to which " + document + " links")
                    .contains(links.group(2));
        }
    }

    /** As GitHub makes it of a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("#+ ", "")
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    @Test
    void givenTheTypesOfTheDomain_whenTheVocabularyIsRead_thenEachHasItsWord() {
        var words = read("docs/vocabulary.md");

        assertThat(domainTypes().filter(type -> !ROLE.matcher(type).find()))
                .hasSizeGreaterThan(70)
                .allSatisfy(type -> assertThat(words).contains("`" + type + "`"));
    }

    /** The public types of the packages that know the line, its rules and its sites, by simple name. */
    private static Stream<String> domainTypes() {
        return shipped()
                .filter(type -> DOMAIN.matcher(type.getPackageName()).matches())
                .filter(type -> type.getEnclosingClass() == null && Modifier.isPublic(type.getModifiers()))
                .map(Class::getSimpleName);
    }

    /** All that has been compiled of the service. */
    private static Stream<Class<?>> shipped() {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files
                    .map(file -> CLASSES.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
                    .toList()
                    .stream()
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .map(DocumentsTest::type);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, DocumentsTest.class.getClassLoader());
        } catch (ClassNotFoundException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void givenATestThatTheConformanceTableNames_whenLookedFor_thenItIsThere() throws IOException {
        var named = Pattern.compile("`(\\w+Test)#(\\w+)`").matcher(read("docs/conformance.md"));
        var count = 0;

        for (; named.find(); count++) {
            assertThat(Files.readString(test(named.group(1)))).contains("void " + named.group(2) + "(");
        }

        assertThat(count).isGreaterThan(50);
    }

    /** A step that names methods of its file leads its reader to them; any other one, through all of the file. */
    @Test
    void givenTheTour_whenOneVisitorIsFollowed_thenTwelveFilesAnd1200LinesAreWalked() throws IOException {
        var tour = read("docs/tour.md");
        var path = tour.substring(0, tour.indexOf("What stands behind"));
        var steps = Pattern.compile("^\\| \\d+ \\| .* \\| \\[[^]]*]\\(([^)]*)\\)(.*) \\|$", Pattern.MULTILINE)
                .matcher(path);
        var walked = new TreeMap<String, Integer>();
        while (steps.find()) {
            var methods = Pattern.compile("`(\\w+)`").matcher(steps.group(2)).results();
            var names = methods.map(method -> method.group(1)).toList();
            walked.put(steps.group(1), WalkedLines.of(ROOT.resolve("docs").resolve(steps.group(1)), names));
        }

        assertThat(walked).hasSizeBetween(1, 12);
        assertThat(walked.values().stream().mapToInt(Integer::intValue).sum())
                .as(walked.toString())
                .isLessThanOrEqualTo(1_200);
        assertThat(path.split("]\\(")).as("links, one for each step").hasSize(walked.size() + 1);
    }

    @Test
    void givenTheAddressesOfThePanelsApi_whenItsDescriptionIsRead_thenItHasThemAllAsTheyAre() {
        ApiDescription.read()
                .requireAllOf(shipped().filter(type -> type.getPackageName().startsWith("io.gatehouse.panel")));
    }

    /** A node without memory that stays alive is not replaced. Templates start the image as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/operate/run.md",
                "oidc-provider/Dockerfile",
                "oidc-provider/packaging/gatehouse.service"
            })
    void givenACommandThatStartsANode_whenItIsRead_thenItEndsTheNodeThatIsOutOfMemory(String document) {
        assertThat(read(document).lines())
                .filteredOn(line -> line.matches(".*-jar.*oidc-provider\\.jar(\"\\]| \\\\| --spring.*)"))
                .isNotEmpty()
                .allMatch(line -> line.contains("-XX:+ExitOnOutOfMemoryError"));
    }

    /** But for the chart's test, which starts no node. */
    @Test
    void givenATemplate_whenItIsRead_thenItStartsTheImageByTheImagesOwnCommand() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("alb-example/cloud"))) {
            var nodes = files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/templates/tests/"));
            assertThat(nodes).isNotEmpty().allSatisfy(file -> assertThat(Files.readString(file))
                    .doesNotContainPattern("(?i)\\b(entry_?point|command)\"?\\s*[:=]"));
        }
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void givenADecisionRecord_whenTheIndexIsRead_thenItHasTheRecordAsItIs(String record) {
        var head = HEAD.matcher(read("docs/decisions/" + record));
        assertThat(head.lookingAt()).as("number, status and date of " + record).isTrue();
        var number = Integer.parseInt(head.group(1));

        assertThat(record).startsWith(String.format("%04d-", number));
        assertThat(read("docs/decisions/README.md").lines())
                .contains("| " + number + " | [" + head.group(2) + "](" + record + ") |");
        assertThat(Pattern.compile("\\[(\\d+)]").matcher(head.group(3)).results())
                .allMatch(successor -> Integer.parseInt(successor.group(1)) > number);
    }

    @Test
    void givenTheNumbersOfTheDecisions_whenOneHasNoRecord_thenTheIndexSaysSo() throws IOException {
        var index = read("docs/decisions/README.md");
        var unused = index.substring(index.indexOf("## Numbers without a record"));
        var numbers = decisions()
                .map(record -> Integer.parseInt(record.substring(0, 4)))
                .toList();

        assertThat(numbers).doesNotHaveDuplicates();
        assertThat(IntStream.rangeClosed(1, Collections.max(numbers)).boxed())
                .allMatch(number -> numbers.contains(number)
                        != Pattern.compile("\\b" + number + "\\b")
                                .matcher(unused)
                                .find());
    }

    @Test
    void givenThePromisesOfContributing_whenTheirTypesAreLookedFor_thenTheyAreThere() {
        var types = Pattern.compile("`((?:[a-z]+\\.)?[A-Z][a-z]\\w*(?<!Test))`")
                .matcher(read(".github/CONTRIBUTING.md").replaceAll("(?s).*?## Promises(.*?)## Rules.*", "$1"));

        assertThat(types.results().map(type -> Path.of(type.group(1).replace('.', '/') + ".java")))
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        type -> assertThat(Path.of("src/main/java/io/gatehouse").resolve(type))
                                .exists());
    }

    /** WCAG 2.2.2: a picture has no button that stops it. The last frame stays. */
    @Test
    void givenThePictureThatMoves_whenItsTimesAreRead_thenItStandsStillAfterFiveSeconds() throws IOException {
        var plays = 0;
        var delays = new ArrayList<Double>();
        var png = ByteBuffer.wrap(Files.readAllBytes(ROOT.resolve("docs/screenshots/visit.png")));
        for (png.position(8); png.hasRemaining(); ) {
            var next = png.getInt(png.position()) + 12 + png.position();
            var type = new String(png.array(), png.position() + 4, 4, StandardCharsets.US_ASCII);
            if (type.equals("acTL")) {
                plays = png.getInt(png.position() + 12);
            } else if (type.equals("fcTL")) {
                delays.add((double) png.getShort(png.position() + 28) / png.getShort(png.position() + 30));
            }
            png.position(next);
        }

        var once = delays.stream().mapToDouble(Double::doubleValue).sum();
        assertThat(plays).isPositive();
        assertThat(plays * once - delays.get(delays.size() - 1)).isPositive().isLessThanOrEqualTo(5);
    }

    private static Stream<String> decisions() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/decisions"))) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Path test(String name) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java/io/gatehouse/oidc"))) {
            return files.filter(file -> file.endsWith(name + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no test " + name));
        }
    }

    private static Stream<String> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> habits = Files.walk(ROOT.resolve(".github"))) {
            return Stream.concat(
                    Stream.of("README.md"),
                    Stream.concat(docs, habits)
                            .filter(file -> file.toString().endsWith(".md"))
                            .map(file -> ROOT.relativize(file).toString()))
                    .toList()
                    .stream();
        }
    }

    private static String read(String document) {
        try {
            return Files.readString(ROOT.resolve(document));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
