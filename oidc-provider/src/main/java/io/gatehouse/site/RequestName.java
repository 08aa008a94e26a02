package io.gatehouse.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/**
 * The name of a parked request in the waiting page's address. It holds no {@code state} and no secret of the
 * site: a random key, the site's name, and the requested deep link. A returned name is checked again, so an
 * invented one leads only to a configured entry.
 *
 * <p>A visitor whom a gate has sent to the line has a name of the same form, {@code gate..} and the page that
 * they wanted. A gate knows no sites.
 *
 * @param target the requested deep link, to be allowed anew
 */
public record RequestName(String key, String site, Optional<String> target) {

    /** The key for a visitor who waits for a device, which asks by itself. */
    private static final String DEVICE = "device";

    /** The key for a request that a gate has held back, which is made anew. */
    private static final String GATE = "gate";

    public static RequestName ofADevice(Site site) {
        return new RequestName(DEVICE, site.name(), Optional.empty());
    }

    /** The name of a request that a gate has held back: a path with its query. */
    public static RequestName ofAGate(String page) {
        return new RequestName(GATE, "", Optional.of(page));
    }

    /** Whether the target is a path, without a site. */
    public boolean isOfAGate() {
        return key.equals(GATE) && site.isEmpty();
    }

    public boolean isOfADevice() {
        return key.equals(DEVICE);
    }

    @Override
    public String toString() {
        var name = key + "." + site;
        return target.map(link ->
                        name + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(link.getBytes(UTF_8)))
                .orElse(name);
    }

    /** Reads a name; empty when it is none. */
    public static Optional<RequestName> parse(String text) {
        var parts = text.split("\\.", 3);
        if (parts.length < 2 || text.length() > 4_000) {
            return Optional.empty();
        }
        try {
            var target = parts.length == 3
                    ? Optional.of(new String(Base64.getUrlDecoder().decode(parts[2]), UTF_8))
                    : Optional.<String>empty();
            return Optional.of(new RequestName(parts[0], parts[1], target));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
