package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.gatehouse.awsapi.http.AwsPaths;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The OpenAPI document has the addresses that there are, with their methods. That answers are as it says,
 * every call of {@link AwsClient} shows.
 */
class ApiDocumentTest {

    @Test
    void givenTheDocument_whenComparedWithTheEndpoints_thenItHasTheirAddressesAndNoOthers() {
        var paths = ApiDocument.TEXT.path("paths");
        var described = new HashSet<String>();
        paths.properties()
                .forEach(path ->
                        path.getValue().propertyNames().forEach(method -> described.add(method + " " + path.getKey())));

        var there = new ClassFileImporter()
                .importPackages("io.gatehouse.awsapi").stream()
                        .filter(type -> type.isAnnotatedWith(RestController.class))
                        .flatMap(endpoint -> Stream.of(endpoint.reflect().getDeclaredMethods()))
                        .map(method -> AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class))
                        .filter(mapping -> mapping != null)
                        .map(mapping -> mapping.method()[0].name().toLowerCase(Locale.ROOT) + " " + mapping.path()[0])
                        .toList();

        assertThat(described).containsExactlyInAnyOrderElementsOf(there);
        assertThat(AwsPaths.ALL)
                .hasSize(2 * there.size())
                .containsAll(Set.copyOf(described.stream()
                        .map(one -> one.replaceFirst(".* ", AwsPaths.API))
                        .toList()));
    }
}
