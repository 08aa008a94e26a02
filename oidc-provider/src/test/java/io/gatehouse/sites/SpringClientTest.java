package io.gatehouse.sites;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.springframework.context.ConfigurableApplicationContext;

/** The current line of Spring Boot. */
@Tag("acceptance")
class SpringClientTest extends SpringClientContract {

    @Override
    String classPath() {
        return System.getProperty("java.class.path");
    }

    @Override
    AutoCloseable starts(List<List<String>> sites, Path printed) throws IOException {
        var thread = Thread.currentThread();
        var ours = thread.getContextClassLoader();
        var theirs = new URLClassLoader(new URL[] {printed.toUri().toURL()}, ours);
        thread.setContextClassLoader(theirs);
        try {
            var running = sites.stream().map(SpringSite::start).toList();
            return () -> {
                running.forEach(ConfigurableApplicationContext::close);
                theirs.close();
            };
        } finally {
            thread.setContextClassLoader(ours);
        }
    }
}
