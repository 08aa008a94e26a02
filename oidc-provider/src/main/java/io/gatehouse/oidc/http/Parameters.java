package io.gatehouse.oidc.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/** The parameters of a request to the provider, read from the one place where its method has them. */
public final class Parameters {

    private Parameters() {}

    /**
     * Of a GET those of the query, of a POST those of the form alone (RFC 6749 section 3.2, OpenID Connect Core section
     * 3.1.2.1); decoded, and as often as they were sent.
     *
     * @throws IllegalStateException if the form cannot be read
     */
    public static MultiValueMap<String, String> of(HttpServletRequest http) {
        var parameters = new LinkedMultiValueMap<String, String>();
        http.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
        if (http.getMethod().equals("POST")) {
            inQuery(http).forEach(name -> parameters.computeIfPresent(name, Parameters::withoutFirst));
            parameters.values().removeIf(List::isEmpty);
        }
        return parameters;
    }

    /** Whether one is given twice. Only {@code resource} may be (RFC 8707 section 2); we ignore it, once or twice. */
    public static boolean repeat(MultiValueMap<String, String> parameters) {
        return parameters.entrySet().stream()
                .anyMatch(parameter ->
                        parameter.getValue().size() > 1 && !parameter.getKey().equals("resource"));
    }

    /** The container has mixed them into the form's, each before those of the form. */
    private static Stream<String> inQuery(HttpServletRequest http) {
        return Stream.of(Objects.requireNonNullElse(http.getQueryString(), "").split("&"))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> URLDecoder.decode(parameter.split("=", 2)[0], UTF_8));
    }

    private static List<String> withoutFirst(String name, List<String> values) {
        return values.isEmpty() ? values : values.subList(1, values.size());
    }
}
