package io.gatehouse.albexample.alb;

import java.util.List;
import java.util.Optional;

/**
 * The decision of {@code authenticate-oidc} for a request: to forward it, with or without a visitor, or to
 * answer it.
 */
sealed interface Verdict {

    Verdict NOBODY = new Pass(Optional.empty(), List.of());

    /** Forwards the request; a refreshed session has new cookies. */
    record Pass(Optional<OidcHeaders> headers, List<String> cookies) implements Verdict {}

    record Stop(Answer answer) implements Verdict {}
}
