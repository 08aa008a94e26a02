package io.gatehouse.oidc;

import io.gatehouse.oidc.authorize.AuthorizationRequestFilter;
import io.gatehouse.oidc.http.OAuthErrors;
import io.gatehouse.oidc.http.Parameters;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.util.MultiValueMap;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before everything where sites post forms: for tokens, for codes of devices, to ask about a token or
 * to give it back. It does not ask yet who calls. What RFC 6749 section 3.2 says of parameters holds at all
 * of these: one that is repeated makes the request invalid, and one that is empty was not sent. So does what
 * cannot be read at all.
 *
 * <p>Everything behind it, Spring's converters among it, sees the form and nothing of a query beside it. Nor
 * does it see a DPoP proof (RFC 9449), which we check by ourselves. Spring would check it against the address
 * at which the request arrives, and not against the issuer's, and then issue a plain bearer token.
 */
final class SiteFormFilter extends OncePerRequestFilter {

    private static final String PROOF = "DPoP";

    /** Spring's converters put the proof here, and would take a client's own parameter for it. */
    private static final String PROOF_PARAMETER = "dpop_proof";

    private final OAuthErrors errors;

    SiteFormFilter(OAuthErrors errors) {
        this.errors = errors;
    }

    /** Sites call all other endpoints in the provider's chain. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return AuthorizationRequestFilter.isMeantBy(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest http, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        MultiValueMap<String, String> form;
        try {
            form = Parameters.of(http);
        } catch (IllegalStateException unreadable) {
            refuse("the form cannot be read", http, response);
            return;
        }
        if (Parameters.repeat(form)) {
            refuse("a parameter is given more than once", http, response);
        } else {
            chain.doFilter(new FormAlone(http, form), response);
        }
    }

    private void refuse(String description, HttpServletRequest http, HttpServletResponse response) throws IOException {
        var invalid = new OAuth2Error(OAuth2ErrorCodes.INVALID_REQUEST, description, null);
        errors.onAuthenticationFailure(http, response, new OAuth2AuthenticationException(invalid));
    }

    private static final class FormAlone extends HttpServletRequestWrapper {

        private final Map<String, String[]> form = new LinkedHashMap<>();

        FormAlone(HttpServletRequest http, MultiValueMap<String, String> parameters) {
            super(http);
            parameters.forEach((name, values) -> {
                var given = values.stream().filter(value -> !value.isEmpty()).toArray(String[]::new);
                if (given.length > 0 && !name.equals(PROOF_PARAMETER)) {
                    form.put(name, given);
                }
            });
        }

        @Override
        public @Nullable String getHeader(String name) {
            return name.equalsIgnoreCase(PROOF) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return name.equalsIgnoreCase(PROOF) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }

        @Override
        public @Nullable String getQueryString() {
            return null;
        }

        @Override
        public @Nullable String getParameter(String name) {
            var values = form.get(name);
            return values == null ? null : values[0];
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            return Collections.unmodifiableMap(form);
        }

        @Override
        public Enumeration<String> getParameterNames() {
            return Collections.enumeration(form.keySet());
        }

        @Override
        public String @Nullable [] getParameterValues(String name) {
            return form.get(name);
        }
    }
}
