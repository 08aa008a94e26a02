package io.gatehouse.sites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The previous line of Spring Boot, whose libraries cannot share a class path with ours: a process of its own. */
@Tag("sites")
class SpringBoot3ClientTest extends SpringClientContract {

    private static final Path CLASS_PATH = Path.of("testing/spring-boot-3/target/classpath");

    @Override
    AutoCloseable starts(List<List<String>> sites) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = classesOfThisTest();
        var command = new ArrayList<>(List.of(
                java,
                "-Xmx256m",
                "-cp",
                Files.readString(CLASS_PATH).strip() + ":" + classes,
                SpringSite.class.getName()));
        for (var site : sites) {
            if (site != sites.get(0)) {
                command.add(SpringSite.NEXT);
            }
            command.addAll(site);
        }
        var process = SiteProcess.start("spring-boot-3", Path.of("").toAbsolutePath(), Map.of(), command);
        for (var site : sites) {
            var port = Integer.parseInt(site.get(0).replace("--server.port=", ""));
            process.listens(port, Duration.ofMinutes(2));
        }
        return process;
    }

    /** SpringSite alone, without Gatehouse's classes beside it. */
    private static Path classesOfThisTest() throws IOException {
        var folder = Files.createDirectories(Path.of("target", "spring-boot-3"));
        for (var type : List.of(SpringSite.class, SpringSite.Application.class)) {
            var file = type.getName().replace('.', '/') + ".class";
            var copy = folder.resolve(file);
            Files.createDirectories(copy.getParent());
            try (var content = SpringSite.class.getClassLoader().getResourceAsStream(file)) {
                if (content == null) {
                    throw new IllegalStateException("no " + file);
                }
                Files.write(copy, content.readAllBytes());
            }
        }
        return folder.toAbsolutePath();
    }
}
