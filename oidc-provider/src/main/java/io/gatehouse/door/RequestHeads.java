package io.gatehouse.door;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;

/**
 * Reads the heads of requests within bounds that Jetty has not: all of a head has to come within one
 * deadline, as its bodies have to, and it has no more fields than {@link #MOST_FIELDS}, since a field of
 * three bytes costs a hundred here; nor have the trailers of a body. The one transfer coding that we know is
 * {@code chunked}: Jetty would pass over those before it in the list, and a proxy that reads the list
 * otherwise would see another request (RFC 9112 section 6.1).
 */
final class RequestHeads extends HttpConnectionFactory {

    /** Browsers and proxies send some thirty. */
    private static final int MOST_FIELDS = 200;

    private final Duration within;
    private final Ticker ticker;

    /** A head has to be here within this span from when there is a part of it; else the connection is closed. */
    RequestHeads(HttpConfiguration configuration, Duration within, Ticker ticker) {
        super(configuration);
        this.within = within;
        this.ticker = ticker;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new Bounded(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    /** Only one thread reads a connection at a time. */
    private final class Bounded extends HttpConnection {

        private Optional<Deadline> deadline = Optional.empty();

        Bounded(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        /** The connection's own timeout begins anew with each byte, so it is set to what is left. */
        @Override
        public void fillInterested(Callback callback) {
            if (getParser().inHeaderState() && !getParser().isStart()) {
                var end = deadline.orElseGet(() -> Deadline.after(within, ticker));
                deadline = Optional.of(end);
                var left = end.remaining();
                if (left.isNegative()) {
                    close();
                    return;
                }
                getEndPoint().setIdleTimeout(left.toMillis() + 1);
            }
            super.fillInterested(callback);
        }

        @Override
        protected RequestHandler newRequestHandler() {
            return new RequestHandler() {
                private int fields;
                private boolean hasCoding;

                @Override
                public void parsedHeader(HttpField field) {
                    count();
                    if (field.getHeader() == HttpHeader.TRANSFER_ENCODING) {
                        if (hasCoding || !"chunked".equalsIgnoreCase(field.getValue())) {
                            throw new HttpException.RuntimeException(HttpStatus.NOT_IMPLEMENTED_501);
                        }
                        hasCoding = true;
                    }
                    super.parsedHeader(field);
                }

                @Override
                public void parsedTrailer(HttpField field) {
                    count();
                    super.parsedTrailer(field);
                }

                private void count() {
                    if (++fields > MOST_FIELDS) {
                        throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
                    }
                }

                @Override
                public boolean headerComplete() {
                    fields = 0;
                    hasCoding = false;
                    if (deadline.isPresent()) {
                        deadline = Optional.empty();
                        getEndPoint().setIdleTimeout(getConnector().getIdleTimeout());
                    }
                    return super.headerComplete();
                }
            };
        }
    }
}
