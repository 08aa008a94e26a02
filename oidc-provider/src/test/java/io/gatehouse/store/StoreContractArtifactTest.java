package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contracts that {@code gatehouse-store-contract} publishes need nothing else of our tests, so that the
 * module compiles. Only {@code .ci/release central} builds it and runs a store of another author by it.
 */
class StoreContractArtifactTest {

    private static final Path TESTS = Path.of("target/test-classes");

    @Test
    void givenThePublishedContracts_whenTheyAreRead_thenTheyNeedNoTestThatIsNotPublished() throws IOException {
        var published = published();
        var needed = new TreeSet<String>();

        for (var contract : new ClassFileImporter().importPaths(classFiles(published))) {
            contract.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .map(StoreContractArtifactTest::file)
                    .filter(file -> isOfTests(file) && !published.contains(file))
                    .forEach(file -> needed.add(contract.getName() + " needs " + file));
        }

        assertThat(published).anyMatch(file -> file.endsWith("/RoomStoreContract"));
        assertThat(needed).isEmpty();
    }

    /** The classes that the module's POM lists, without their suffix. */
    private static List<String> published() throws IOException {
        return Pattern.compile("<include>(io/gatehouse/.+)\\.java</include>")
                .matcher(Files.readString(Path.of("testing/store-contract/pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<Path> classFiles(List<String> classes) throws IOException {
        try (Stream<Path> all = Files.walk(TESTS)) {
            return all.filter(path ->
                            classes.contains(TESTS.relativize(path).toString().replaceFirst("(\\$.*)?\\.class$", "")))
                    .toList();
        }
    }

    private static String file(JavaClass type) {
        return type.getBaseComponentType().getName().replaceFirst("\\$.*", "").replace('.', '/');
    }

    private static boolean isOfTests(String file) {
        return file.startsWith("io/gatehouse/testing/") || Files.exists(TESTS.resolve(file + ".class"));
    }
}
