package io.gatehouse.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class FirewallConfigurationTest {

    @Test
    void givenAnyLetter_whenItPassesUnlooked_thenSpringWouldHaveLetItPass() {
        var unlooked = IntStream.rangeClosed(0, Character.MAX_VALUE)
                .mapToObj(letter -> "a" + (char) letter)
                .filter(FirewallConfiguration::isPrintable)
                .toList();

        assertThat(unlooked)
                .hasSize(95)
                .allMatch(StrictHttpFirewall.ALLOWED_HEADER_NAMES)
                .allMatch(StrictHttpFirewall.ALLOWED_HEADER_VALUES)
                .allMatch(StrictHttpFirewall.ALLOWED_PARAMETER_NAMES);
    }
}
