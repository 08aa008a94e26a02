package io.gatehouse.awsapi.periodic;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/** The site itself: it is well while its address answers 2xx. Redirects are not followed, and bodies not read. */
public final class HealthUrl implements Alarm {

    private final URI address;
    private final Outbound site;

    /** @param patience the maximum time for an answer */
    public HealthUrl(URI address, Duration patience) {
        this.address = address;
        this.site = new Outbound(Bounds.ofDocuments(patience, 1));
    }

    /** A site that does not answer, or redirects, is unwell. */
    @Override
    public State state() {
        try {
            return site.status(HttpRequest.newBuilder(address)) / 100 == 2 ? State.OK : State.NOT_OK;
        } catch (InterruptedIOException stopped) {
            return State.UNKNOWN;
        } catch (IOException noAnswer) {
            return State.NOT_OK;
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
