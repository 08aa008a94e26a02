package io.gatehouse.door;

import java.util.Map;

/** The pages for persons whose request fails before an endpoint has it, or whose endpoint fails. */
@FunctionalInterface
public interface ErrorPages {

    /** A page of ours, and the headers that go with it. */
    record Page(Map<String, String> headers, String html) {}

    /**
     * The page that says so.
     *
     * @param status of the answer, 400 to 599
     * @param acceptLanguage what the browser prefers; empty where it says nothing, or where the request cannot be read
     */
    Page of(int status, String acceptLanguage);
}
