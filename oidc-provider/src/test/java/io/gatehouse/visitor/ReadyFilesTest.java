package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file from memory is the same as one that has gone the long way, as it does where its address is written
 * otherwise.
 */
class ReadyFilesTest {

    private static final String SCRIPT = "/waiting-page/waiting-page.js";

    @AutoClose
    private static final RunningGatehouse gatehouse =
            RunningGatehouse.start("gatehouse.issuer=https://wait.example.com");

    private final HttpClient client = HttpClient.newHttpClient();

    @ParameterizedTest
    @ValueSource(
            strings = {
                SCRIPT,
                "/waiting-page/waiting-page.css",
                "/waiting-page/message.js",
                "/waiting-page/index.html",
                "/waiting-page/texts/en.json"
            })
    void givenAFileInMemory_whenItIsAskedFor_thenItIsThatOfTheLongWay(String path) throws Exception {
        for (var method : List.of("GET", "HEAD")) {
            for (var coding : List.of("identity", "br, gzip;q=0.5", "gzip;q=0, *;q=0")) {
                var ready = asks(method, path, "Accept-Encoding", coding);
                var other = asks(method, theLongWay(path), "Accept-Encoding", coding);

                assertThat(ready.statusCode()).isEqualTo(200);
                assertThat(tag(ready)).startsWith("\"");
                assertThat(tag(other)).isEmpty();
                assertThat(headers(ready)).isEqualTo(headers(other)).containsKeys("strict-transport-security", "vary");
                assertThat(text(ready)).isEqualTo(text(other));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity"})
    void givenAFileThatIsKnown_whenItIsAskedFor_thenItIsNotSentAgain(String coding) throws Exception {
        var known = asks("GET", SCRIPT, "Accept-Encoding", coding);

        var again = asks("GET", SCRIPT, "Accept-Encoding", coding, "If-None-Match", "W/" + tag(known));
        var inTheOtherForm = asks(
                "GET",
                SCRIPT,
                "Accept-Encoding",
                coding.equals("gzip") ? "identity" : "gzip",
                "If-None-Match",
                tag(known));

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(tag(again)).isEqualTo(tag(known));
        assertThat(again.headers().map()).containsKeys("cache-control", "vary").doesNotContainKey("content-encoding");
        assertThat(inTheOtherForm.statusCode()).isEqualTo(200);
    }

    @Test
    void givenAFileInMemory_whenAPartOrANewerOneIsWanted_thenItIsAnsweredAsEver() throws Exception {
        var whole = asks("GET", SCRIPT);
        var part = asks("GET", SCRIPT, "Range", "bytes=0-9");
        var partOfAnother = asks("GET", SCRIPT, "Range", "bytes=0-9", "If-Range", "\"another\"");
        var ifNewer = asks(
                "GET",
                SCRIPT,
                "If-Modified-Since",
                whole.headers().firstValue("Last-Modified").orElse(""));
        var posted = asks("POST", SCRIPT);

        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).hasSize(10);
        assertThat(partOfAnother.statusCode()).isEqualTo(200);
        assertThat(partOfAnother.body()).isEqualTo(whole.body());
        assertThat(ifNewer.statusCode()).isEqualTo(304);
        assertThat(posted.statusCode()).isEqualTo(405);
    }

    private static String theLongWay(String path) {
        return path.replace("/waiting-page/", "/waiting%2Dpage/");
    }

    private static String tag(HttpResponse<?> answer) {
        return answer.headers().firstValue("ETag").orElse("");
    }

    private static Map<String, List<String>> headers(HttpResponse<?> answer) {
        var headers = new HashMap<>(answer.headers().map());
        // Whoever packs on the way does not know how long it will be, and not whether it packs what HEAD asks
        // for.
        headers.keySet().removeAll(List.of("date", "etag", "content-length", "transfer-encoding", "content-encoding"));
        return headers;
    }

    private static String text(HttpResponse<byte[]> answer) throws IOException {
        var isPacked = answer.headers().firstValue("Content-Encoding").isPresent() && answer.body().length > 0;
        return new String(
                isPacked ? new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes() : answer.body(),
                UTF_8);
    }

    private HttpResponse<byte[]> asks(String method, String path, String... headers) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path)).method(method, BodyPublishers.noBody());
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofByteArray());
    }
}
