package io.gatehouse.door;

import java.util.List;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Puts the door before the server of {@code management.server.port} too. Requests there have no body.
 * Connections are not counted, because load balancers and collectors of metrics come from few addresses, and
 * no visitor should reach that port.
 *
 * <p>That server has a context of its own. Spring Boot finds this class for it by a file in {@code
 * META-INF/spring}; it has no annotation of a configuration, or the scan would take it into the application's
 * own context as well.
 */
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
class ManagementDoorConfiguration {

    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> doorOfManagement(Door door) {
        return factory -> factory.addServerCustomizers(server -> door.before(server, 0, List.of()));
    }
}
