package io.gatehouse.albexample.alb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** An answer of the load balancer itself, without asking any target. */
record Answer(int status, List<HttpField> headers, String body, String reason) {

    private static final String NO_REASON = "-";

    /** The bare page that visitors see when a login fails. */
    static Answer failure(Failure failure) {
        return failure(failure.status, failure.reason);
    }

    static Answer failure(int status, String reason) {
        String title = (status + " " + title(status)).strip();
        String page =
                "<html>\r\n<head><title>%1$s</title></head>\r\n<body>\r\n<center><h1>%1$s</h1></center>\r\n</body>\r\n</html>\r\n"
                        .formatted(title);
        return new Answer(status, List.of(new HttpField("Content-Type", "text/html")), page, reason);
    }

    static Answer redirect(int status, String location) {
        return new Answer(status, List.of(new HttpField("Location", location)), "", NO_REASON);
    }

    static Answer text(int status, String contentType, String body) {
        return new Answer(status, List.of(new HttpField("Content-Type", contentType)), body, NO_REASON);
    }

    Answer with(String header, List<String> values) {
        List<HttpField> more = new ArrayList<>(headers);
        values.forEach(value -> more.add(new HttpField(header, value)));
        return new Answer(status, more, body, reason);
    }

    void send(Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.SERVER, "awselb/2.0");
        headers.forEach(header -> response.getHeaders().add(header));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        Content.Sink.write(response, true, body, callback);
    }

    private static String title(int status) {
        return status == HttpStatus.UNAUTHORIZED_401 ? "Authorization Required" : reasonPhrase(status);
    }

    private static String reasonPhrase(int status) {
        String phrase = HttpStatus.getMessage(status);
        return phrase.equals(Integer.toString(status)) ? "" : phrase;
    }
}
