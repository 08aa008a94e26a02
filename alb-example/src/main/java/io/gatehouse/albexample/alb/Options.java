package io.gatehouse.albexample.alb;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The settings that only the stand-in has: the clock, the ALB's fixed limits, and behaviour that AWS does not
 * document.
 */
public record Options(
        Clock clock, Limits limits, Quirks quirks, LoadBalancer self, Consumer<AccessLogEntry> accessLog) {

    public static Options defaults() {
        return new Options(
                Clock.systemUTC(), Limits.OF_AWS, Quirks.ON_LOOPBACK, LoadBalancer.anonymous(), AccessLogEntry::log);
    }

    public Options clock(Clock other) {
        return new Options(other, limits, quirks, self, accessLog);
    }

    public Options limits(Limits other) {
        return new Options(clock, other, quirks, self, accessLog);
    }

    public Options quirks(Quirks other) {
        return new Options(clock, limits, other, self, accessLog);
    }

    public Options accessLog(Consumer<AccessLogEntry> other) {
        return new Options(clock, limits, quirks, self, other);
    }

    /**
     * The limits that AWS has fixed.
     *
     * @param loginTimeout from the redirect to the callback; an ALB gives 15 minutes
     * @param claims bytes of the userinfo claims and the access token together; an ALB takes 11 KB
     * @param claimsTooLargeStatus AWS's guide says 500 in one place and 401 in another
     * @param dataLife how long {@code x-amzn-oidc-data} says it is valid; not published, 120 s assumed
     * @param idpTimeout how long a call to the token or userinfo endpoint may take; not published, 30 s
     *     assumed
     */
    public record Limits(
            Duration loginTimeout, int claims, int claimsTooLargeStatus, Duration dataLife, Duration idpTimeout) {

        public static final Limits OF_AWS =
                new Limits(Duration.ofSeconds(900), 11 * 1024, 500, Duration.ofSeconds(120), Duration.ofSeconds(30));

        public Limits loginTimeout(Duration other) {
            return new Limits(other, claims, claimsTooLargeStatus, dataLife, idpTimeout);
        }

        public Limits claimsTooLargeStatus(int other) {
            return new Limits(loginTimeout, claims, other, dataLife, idpTimeout);
        }
    }

    /**
     * The behaviour of an ALB that AWS does not document.
     *
     * @param secureCookies whether cookies are {@code Secure}, as an ALB's always are. Over plain http
     *     browsers drop such cookies, some even on localhost, so the loopback stand-in leaves the word out
     * @param basicAtToken client id and secret in an {@code Authorization: Basic} header instead of the body
     * @param keepNonce a second redirect keeps the nonce cookie of the first, so that two tabs do not collide
     */
    public record Quirks(boolean secureCookies, boolean basicAtToken, boolean keepNonce) {

        public static final Quirks OF_AWS = new Quirks(true, false, false);
        public static final Quirks ON_LOOPBACK = new Quirks(false, false, false);
    }
}
