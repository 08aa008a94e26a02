package io.gatehouse.albexample.alb;

import java.net.URI;

/** What a rule does with a request that nothing stands in the way of. */
public sealed interface Action {

    /** Hands the request to a target group, here a single address. */
    record Forward(URI target) implements Action {}

    /** Sends the browser elsewhere. */
    record Redirect(int status, String location) implements Action {}

    /** Answers with the same few words every time. */
    record FixedResponse(int status, String contentType, String body) implements Action {}
}
