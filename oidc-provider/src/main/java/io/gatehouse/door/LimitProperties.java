package io.gatehouse.door;

import io.gatehouse.setting.Spans;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The limits of one address block (an IPv4 address, or an IPv6 network of 64 bits) at each node. The numbers
 * are for a public sale: a school or a mobile carrier has one address, and a script has one too.
 *
 * @param enabled Whether visitors are counted by their address at all; false turns off all limits below.
 * @param window How long it takes until an address block that has used a limit up has all of it back; it
 *     comes back evenly. 1s to 1d.
 * @param freePlaces How many new places it may take before newcomers have to work for theirs.
 * @param places How many new places it may take; a visitor with a place keeps it.
 * @param parked How much of its long authorization requests is stored; visitors beyond that enter anew at
 *     their site.
 * @param deviceCodes How many devices may ask for codes.
 * @param exempt How many visitors it may bring past the line by a pass that works in any number of browsers,
 *     or by being one that needs no pass; the others wait.
 * @param requests How many requests for pages it may make in half a minute; 0: any number.
 * @param work How many hashes a browser works through for a place at most, half of them on average; 1 to
 *     10000000.
 * @param waitInstead How long a newcomer whose browser runs no scripts waits instead; 1s to 1m.
 * @param signIns How many attempts to sign in at the panel there may be. Counted even if visitors are not.
 */
@ConfigurationProperties("gatehouse.limits")
public record LimitProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("10m") Duration window,
        @DefaultValue("100") int freePlaces,
        @DefaultValue("3000") int places,
        @DefaultValue("8MB") DataSize parked,
        @DefaultValue("300") int deviceCodes,
        @DefaultValue("100") int exempt,
        @DefaultValue("12000") int requests,
        @DefaultValue("50000") int work,
        @DefaultValue("10s") Duration waitInstead,
        @DefaultValue SignIns signIns) {

    /**
     * What guesses of operators' passwords are slowed by; a good sign-in forgets the attempts for its name.
     *
     * @param perName How many attempts one address may make for one name within the window before they are
     *     slow ones.
     * @param perAddress How many attempts one address may make for all names.
     * @param window How long attempts count, from the first one on; 1m to 1d.
     */
    public record SignIns(
            @DefaultValue("5") int perName, @DefaultValue("50") int perAddress, @DefaultValue("15m") Duration window) {

        public SignIns {
            positive("sign-ins.per-name", perName, "5");
            positive("sign-ins.per-address", perAddress, "50");
            Spans.require("gatehouse.limits.sign-ins.window", window, Duration.ofMinutes(1), Duration.ofDays(1), "15m");
        }
    }

    public LimitProperties {
        Spans.require("gatehouse.limits.window", window, Duration.ofSeconds(1), Duration.ofDays(1), "10m");
        positive("free-places", freePlaces, "100");
        positive("places", places, "3000");
        positive("parked", parked.toBytes(), "8MB");
        positive("device-codes", deviceCodes, "300");
        positive("exempt", exempt, "100");
        if (requests < 0) {
            throw new IllegalArgumentException(
                    "gatehouse.limits.requests must be 0 or more, for example 12000, was " + requests);
        }
        if (work < 1 || work > 10_000_000) {
            throw new IllegalArgumentException(
                    "gatehouse.limits.work must be 1 to 10000000, for example 50000, was " + work);
        }
        Spans.require(
                "gatehouse.limits.wait-instead", waitInstead, Duration.ofSeconds(1), Duration.ofMinutes(1), "10s");
    }

    private static void positive(String name, long value, String example) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "gatehouse.limits." + name + " must be 1 or more, for example " + example + ", was " + value);
        }
    }
}
