package io.gatehouse.oidc.http;

import io.gatehouse.visitor.Navigation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Answers at the protocol's endpoints what Spring leaves over: methods that they do not have, and probes by HEAD. */
@RestController
class OtherMethodsEndpoint {

    /** A HEAD is nobody's arrival: no place, no code. */
    @RequestMapping(path = Paths.AUTHORIZE, method = RequestMethod.HEAD)
    void probe(HttpServletResponse response) {
        Navigation.refuse(response);
    }

    @RequestMapping({Paths.AUTHORIZE, Paths.TOKEN, Paths.REVOCATION, Paths.INTROSPECTION, Paths.DEVICE_AUTHORIZATION})
    void notAllowed(HttpServletRequest http, HttpServletResponse response) throws IOException {
        response.setHeader("Allow", http.getServletPath().equals(Paths.AUTHORIZE) ? "GET, POST" : "POST");
        response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }
}
