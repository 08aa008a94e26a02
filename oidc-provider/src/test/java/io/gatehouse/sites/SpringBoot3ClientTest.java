package io.gatehouse.sites;

import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The previous line of Spring Boot, whose libraries cannot share a class path with ours: a process of its own. */
@Tag("sites")
class SpringBoot3ClientTest extends SpringClientContract {

    private static final Path CLASS_PATH = Path.of("testing/spring-boot-3/target/classpath");

    @Override
    String classPath() throws IOException {
        return Files.readString(CLASS_PATH).strip();
    }

    @Override
    AutoCloseable starts(List<List<String>> sites, Path printed) throws IOException {
        var classes = classesOfThisTest();
        var command = TestProcess.jdk(
                "java", "-Xmx256m", "-cp", classPath() + ":" + classes + ":" + printed, SpringSite.class.getName());
        for (var site : sites) {
            if (site != sites.get(0)) {
                command.add(SpringSite.NEXT);
            }
            command.addAll(site);
        }
        var process = TestProcess.start("spring-boot-3", new ProcessBuilder(command));
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
