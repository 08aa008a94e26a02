package io.gatehouse.albexample.alb;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A request, and the response to write. */
record Exchange(Request jetty, Response response, Callback done) {

    static final String REASON = Exchange.class.getName() + ".reason";

    IncomingRequest request() {
        return new IncomingRequest(jetty);
    }

    boolean answer(Answer answer) {
        jetty.setAttribute(REASON, answer.reason());
        answer.send(response, done);
        return true;
    }
}
