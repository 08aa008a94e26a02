package io.gatehouse.albexample.alb;

import java.net.URI;

/** The action of a rule for a request that may pass. */
public sealed interface Action {

    /** Hands the request to a target group, here a single address. */
    record Forward(URI target) implements Action {}

    /** Sends the browser elsewhere. */
    record Redirect(int status, String location) implements Action {}

    /** Answers with a fixed text. */
    record FixedResponse(int status, String contentType, String body) implements Action {}
}
