package io.gatehouse.panel.simulate;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** In tests a request waits for its simulation, however busy the machine is. */
public class PatientPlayer {

    @Bean
    @Primary
    Player waitsForTheEnd() {
        return new Player(Duration.ofMinutes(5));
    }
}
