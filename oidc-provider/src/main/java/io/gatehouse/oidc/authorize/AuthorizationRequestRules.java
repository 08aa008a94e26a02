package io.gatehouse.oidc.authorize;

import io.gatehouse.oidc.http.Parameters;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.oidc.token.AdmissionClaims;
import io.gatehouse.oidc.token.RequestedClaims;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks requests beyond Spring's rules, before the visitor is parked, so that no visitor waits for an error. */
final class AuthorizationRequestRules {

    /** A fault, for the site, with a code of RFC 6749 section 4.1.2.1 or OpenID Connect Core section 3.1.2.6. */
    record Refusal(String code, String description) {}

    private static final List<String> NOT_SUPPORTED = List.of("request", "request_uri", "registration");
    private static final Set<String> PROMPTS = Set.of("none", "login", "consent", "select_account");
    private static final Set<String> RESPONSE_MODES = Set.of("query", "form_post");
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");

    private AuthorizationRequestRules() {}

    /** The first fault of the request; empty when it may go on. */
    static Optional<Refusal> refusal(AuthorizationRequest request, OwnJwts hints) {
        return repeated(request)
                .or(() -> notSupported(request))
                .or(() -> responseType(request))
                .or(() -> scope(request))
                .or(() -> prompt(request))
                .or(() -> maxAge(request))
                .or(() -> challenge(request))
                .or(() -> claims(request))
                .or(() -> keyOfTokens(request))
                .or(() -> foreignHint(request, hints));
    }

    /** The thumbprint of the key that the tokens are to be bound to (RFC 9449 section 10). */
    private static Optional<Refusal> keyOfTokens(AuthorizationRequest request) {
        return request.parameter("dpop_jkt")
                .filter(thumbprint -> request.site().provesPossession()
                        && !CHALLENGE.matcher(thumbprint).matches())
                .map(thumbprint -> invalid("dpop_jkt must be 43 characters of Base64url"));
    }

    /** A hint has to be an ID token of ours, for this site. */
    private static Optional<Refusal> foreignHint(AuthorizationRequest request, OwnJwts hints) {
        return request.parameter("id_token_hint")
                .filter(hint -> hints.readIdToken(hint)
                        .filter(claims ->
                                claims.getAudience().contains(request.site().clientId()))
                        .isEmpty())
                .map(hint -> invalid("id_token_hint is not an ID token of ours"));
    }

    private static Optional<Refusal> repeated(AuthorizationRequest request) {
        return Parameters.repeat(request.parameters())
                ? Optional.of(invalid("a parameter is given more than once"))
                : Optional.empty();
    }

    private static Optional<Refusal> notSupported(AuthorizationRequest request) {
        return NOT_SUPPORTED.stream()
                .filter(name -> request.parameter(name).isPresent())
                .findFirst()
                .map(name -> new Refusal(name + "_not_supported", "the parameter " + name + " is not supported"));
    }

    private static Optional<Refusal> responseType(AuthorizationRequest request) {
        var type = request.parameter("response_type");
        if (type.isEmpty()) {
            return Optional.of(invalid("response_type is missing"));
        }
        if (!type.get().equals("code")) {
            return Optional.of(new Refusal("unsupported_response_type", "response_type must be code"));
        }
        return request.parameter("response_mode")
                .filter(mode -> !RESPONSE_MODES.contains(mode))
                .map(mode -> invalid("response_mode must be query or form_post"));
    }

    private static Optional<Refusal> scope(AuthorizationRequest request) {
        return request.scopes().contains("openid")
                ? Optional.empty()
                : Optional.of(new Refusal("invalid_scope", "scope must contain openid"));
    }

    private static Optional<Refusal> prompt(AuthorizationRequest request) {
        if (!PROMPTS.containsAll(request.prompts())) {
            return Optional.of(invalid("prompt must be none, login, consent or select_account"));
        }
        return request.isPromptNone() && request.prompts().size() > 1
                ? Optional.of(invalid("prompt none goes with no other"))
                : Optional.empty();
    }

    private static Optional<Refusal> maxAge(AuthorizationRequest request) {
        return request.parameter("max_age")
                .filter(age -> !SECONDS.matcher(age).matches())
                .map(age -> invalid("max_age must be a number of seconds, 0 or more"));
    }

    private static Optional<Refusal> challenge(AuthorizationRequest request) {
        var challenge = request.parameter("code_challenge");
        if (challenge.isEmpty()) {
            return request.site().needsPkce()
                            || request.parameter("code_challenge_method").isPresent()
                    ? Optional.of(invalid("code_challenge is missing"))
                    : Optional.empty();
        }
        if (!request.parameter("code_challenge_method").filter("S256"::equals).isPresent()) {
            return Optional.of(invalid("code_challenge_method must be S256"));
        }
        return CHALLENGE.matcher(challenge.get()).matches()
                ? Optional.empty()
                : Optional.of(invalid("code_challenge must be 43 characters of Base64url"));
    }

    /** A wish that cannot be met is no fault, but for an essential {@code acr} (OpenID Connect Core, 5.5.1.1). */
    private static Optional<Refusal> claims(AuthorizationRequest request) {
        var sent = request.parameter("claims");
        if (sent.isPresent() && sent.flatMap(RequestedClaims::read).isEmpty()) {
            return Optional.of(invalid("claims must be an object of JSON as of OpenID Connect Core section 5.5"));
        }
        var acr = request.claims().acr();
        return acr.isEmpty() || acr.contains(AdmissionClaims.NOBODY_IN_PARTICULAR)
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "unmet_authentication_requirements", // OpenID Connect Unmet Authentication Requirements 1.0
                        "acr is always " + AdmissionClaims.NOBODY_IN_PARTICULAR));
    }

    private static Refusal invalid(String description) {
        return new Refusal("invalid_request", description);
    }
}
