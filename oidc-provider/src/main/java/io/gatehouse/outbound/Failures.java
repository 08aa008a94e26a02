package io.gatehouse.outbound;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import javax.net.ssl.SSLHandshakeException;

/** Reads failures of calls. */
public final class Failures {

    private Failures() {}

    /** Whether the server has certainly not seen the request: no connection came about. */
    public static boolean isUnsent(IOException failure) {
        return failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof UnknownHostException
                || failure instanceof SSLHandshakeException;
    }
}
