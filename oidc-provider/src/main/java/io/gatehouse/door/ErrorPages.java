package io.gatehouse.door;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages for persons whose request fails before an endpoint has it, or whose endpoint fails. */
@FunctionalInterface
public interface ErrorPages {

    /** A page in UTF-8 and its headers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Page(Map<String, String> headers, byte[] body) {}

    /** Whether a person asks, by the {@code Accept} of the request: programs do not name HTML. */
    static boolean areWanted(@Nullable String accept) {
        return accept != null && accept.toLowerCase(Locale.ROOT).contains("text/html");
    }

    /**
     * The page that says so.
     *
     * @param status of the answer, 400 to 599
     * @param acceptLanguage what the browser prefers; empty where it says nothing, or where the request
     *     cannot be read
     */
    Page of(int status, String acceptLanguage);
}
