package io.gatehouse.web;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The scheme {@code Bearer} of RFC 6750: how a client shows a token, and how an endpoint asks for one. */
public final class BearerScheme {

    private static final String NAME = "Bearer ";

    private BearerScheme() {}

    /**
     * The token of an {@code Authorization} header; empty where the header is missing, has another scheme, or
     * has no token. The name of the scheme may be in capitals (RFC 9110 section 11.1).
     */
    public static Optional<String> token(@Nullable String authorization) {
        return Optional.ofNullable(authorization)
                .map(String::strip)
                .filter(header -> header.regionMatches(true, 0, NAME, 0, NAME.length()))
                .map(header -> header.substring(NAME.length()).strip())
                .filter(token -> !token.isEmpty());
    }

    /** A {@code WWW-Authenticate} header. A request without a token gets no error code (RFC 6750 section 3.1). */
    public static String challenge(boolean hasToken) {
        return "Bearer realm=\"Gatehouse\"" + (hasToken ? ", error=\"invalid_token\"" : "");
    }
}
