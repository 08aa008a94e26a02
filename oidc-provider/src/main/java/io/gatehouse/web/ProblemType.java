package io.gatehouse.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A type of problem that programs get as problem+json (RFC 9457).
 *
 * @param heading the one in {@code docs/problems.md}, to which the document's {@code type} leads
 * @param title the same for each problem of the type
 */
public record ProblemType(HttpStatus status, String heading, String title) {

    private static final String HEADINGS = "https://gatehouse.io/problems#";

    /** One problem of this type. */
    public ProblemDetail because(String detail) {
        var problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create(HEADINGS + heading));
        problem.setTitle(title);
        return problem;
    }

    /** One problem of this type, to be thrown. */
    public ErrorResponseException thrown(String detail) {
        return new ErrorResponseException(status, because(detail), null);
    }
}
