package io.gatehouse.awsapi.periodic;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The site itself: it is well while its address answers 2xx. Redirects are not followed, and bodies not read. */
public final class HealthUrl implements Alarm {

    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final URI address;
    private final Duration patience;

    /** @param patience how long it has for its answer */
    public HealthUrl(URI address, Duration patience) {
        this.address = address;
        this.patience = patience;
    }

    /** Who does not answer, or sends elsewhere, is not well. */
    @Override
    public State state() {
        try {
            var response = client.send(
                    HttpRequest.newBuilder(address).timeout(patience).build(), BodyHandlers.ofInputStream());
            response.body().close();
            return response.statusCode() / HUNDRED == SUCCESS ? State.OK : State.NOT_OK;
        } catch (IOException noAnswer) {
            return State.NOT_OK;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return State.UNKNOWN;
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
