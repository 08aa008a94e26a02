package io.gatehouse.oidc.registration;

import io.gatehouse.setting.Spans;
import io.gatehouse.site.SitePreset;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether sites may register themselves (OpenID Connect Dynamic Client Registration 1.0); they may not unless
 * a token is set.
 *
 * @param token What a site has to show at its registration, of the same form as a site's secret; unset,
 *     no site can register.
 * @param room The room that the visitors of registered sites wait in.
 * @param preset What kind of relying party registered sites are.
 * @param ttl How long a registration lasts, and its client secret with it; 1m to 3650d.
 * @param most How many registrations there may be at a time; 1 to 1000.
 * @param backChannelHosts Hosts inside the network that a back channel of a registered site may have; else it
 *     must be public.
 */
@ConfigurationProperties("gatehouse.registration")
record RegistrationProperties(
        @Nullable String token,
        @Nullable String room,
        @DefaultValue("generic") SitePreset preset,
        @DefaultValue("30d") Duration ttl,
        @DefaultValue("100") int most,
        @DefaultValue List<String> backChannelHosts) {

    private static final Pattern HOST = Pattern.compile("[a-z0-9.-]+|\\[[0-9a-f:.]+]");

    RegistrationProperties {
        Spans.require("gatehouse.registration.ttl", ttl, Duration.ofMinutes(1), Duration.ofDays(3650), "30d");
        if (most < 1 || most > 1000) {
            throw new IllegalArgumentException(
                    "gatehouse.registration.most must be 1 to 1000, for example 100, was " + most);
        }
        for (var host : backChannelHosts) {
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException(
                        "gatehouse.registration.back-channel-hosts must be names of hosts in lower case, without scheme"
                                + " and port, for example shop.internal, was " + host);
            }
        }
    }

    boolean isOn() {
        return token != null;
    }

    @Override
    public String toString() {
        return "RegistrationProperties[" + (isOn() ? "on" : "off") + "]";
    }
}
