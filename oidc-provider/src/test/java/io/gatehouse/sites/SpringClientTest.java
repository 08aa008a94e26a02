package io.gatehouse.sites;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.springframework.context.ConfigurableApplicationContext;

/** The current line of Spring Boot. */
@Tag("acceptance")
class SpringClientTest extends SpringClientContract {

    @Override
    AutoCloseable starts(List<List<String>> sites) {
        var running = sites.stream().map(SpringSite::start).toList();
        return () -> running.forEach(ConfigurableApplicationContext::close);
    }
}
