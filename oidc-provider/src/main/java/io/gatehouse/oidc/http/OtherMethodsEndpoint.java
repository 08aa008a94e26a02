package io.gatehouse.oidc.http;

import io.gatehouse.browser.Navigation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Answers at the protocol's endpoints what Spring leaves over: methods that they do not have, and probes by HEAD. */
@RestController
class OtherMethodsEndpoint {

    /** A HEAD request takes no place and gets no code. */
    @RequestMapping(path = Paths.AUTHORIZE, method = RequestMethod.HEAD)
    void probe(HttpServletResponse response) {
        Navigation.refuse(response);
    }

    @RequestMapping({Paths.AUTHORIZE, Paths.USERINFO, Paths.USERINFO_OF_AWS})
    void neitherGetNorPost(HttpServletResponse response) throws IOException {
        refuse("GET, POST", response);
    }

    @RequestMapping({Paths.TOKEN, Paths.PUSHED, Paths.REVOCATION, Paths.INTROSPECTION, Paths.DEVICE_AUTHORIZATION})
    void notPost(HttpServletResponse response) throws IOException {
        refuse("POST", response);
    }

    private static void refuse(String allowed, HttpServletResponse response) throws IOException {
        response.setHeader("Allow", allowed);
        response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }
}
