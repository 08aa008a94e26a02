package io.gatehouse.albexample.alb;

import java.util.List;
import java.util.Optional;

/**
 * The decision of {@code authenticate-oidc} for a request: pass it on, with or without a visitor, or answer
 * it like this.
 */
sealed interface Verdict {

    Verdict NOBODY = new Pass(Optional.empty(), List.of());

    /** Pass it on; a refreshed session comes with the cookies that hold it. */
    record Pass(Optional<OidcHeaders> headers, List<String> cookies) implements Verdict {}

    /** Answer it. */
    record Stop(Answer answer) implements Verdict {}
}
