package io.gatehouse.sites;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** The previous line of Spring Boot, whose libraries cannot share a class path with ours: a process of its own. */
@Tag("sites")
class SpringBoot3ClientTest extends SpringClientContract {

    private static final Path CLASS_PATH = Path.of("src/test/spring-boot-3/target/classpath");
    private static final Path LOG = Path.of("target", "processes", "spring-boot-3.log");

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
        Files.createDirectories(LOG.getParent());
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(LOG.toFile())
                .start();
        await("started, see " + LOG).atMost(Duration.ofMinutes(2)).until(() -> listen(process, sites));
        return () -> {
            process.destroyForcibly();
            process.waitFor(30, TimeUnit.SECONDS);
        };
    }

    private static boolean listen(Process process, List<List<String>> sites) {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended at its start, see " + LOG);
        }
        return sites.stream()
                .map(site -> site.get(0).replace("--server.port=", ""))
                .allMatch(port -> NodeSite.listens(Integer.parseInt(port)));
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
