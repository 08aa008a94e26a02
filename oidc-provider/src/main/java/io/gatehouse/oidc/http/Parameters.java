package io.gatehouse.oidc.http;

import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/** The parameters of a request to the provider, read from the one place where its method has them. */
public final class Parameters {

    private Parameters() {}

    /**
     * Of a GET those of the query, of a POST those of the form alone (RFC 6749 section 3.2, OpenID Connect
     * Core section 3.1.2.1); decoded, and as often as they were sent.
     *
     * @throws IllegalStateException if the form cannot be read
     */
    public static MultiValueMap<String, String> of(HttpServletRequest http) {
        var parameters = new LinkedMultiValueMap<String, String>();
        http.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
        if (http.getMethod().equals("POST")) {
            Query.read(http.getQueryString())
                    .forEach(
                            (name, inQuery) -> parameters.computeIfPresent(name, (same, all) -> without(inQuery, all)));
            parameters.values().removeIf(List::isEmpty);
        }
        return parameters;
    }

    /** A form of which each parameter is known to come once: the form filter has seen to that. */
    public static Map<String, Object> ofForm(HttpServletRequest http) {
        var parameters = new HashMap<String, Object>();
        http.getParameterMap().forEach((name, values) -> parameters.put(name, values[0]));
        return parameters;
    }

    /** Whether one is given twice. Only {@code resource} may be (RFC 8707 section 2); we ignore it, once or twice. */
    public static boolean repeat(MultiValueMap<String, String> parameters) {
        return parameters.entrySet().stream()
                .anyMatch(parameter ->
                        parameter.getValue().size() > 1 && !parameter.getKey().equals("resource"));
    }

    /** The container has mixed them into the form's, each before those of the form. */
    private static List<String> without(List<String> inQuery, List<String> all) {
        return all.subList(Math.min(inQuery.size(), all.size()), all.size());
    }
}
