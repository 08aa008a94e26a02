package io.gatehouse.visitor;

import io.gatehouse.room.UnknownRoomException;
import io.gatehouse.web.ForPrograms;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Translates what goes wrong on the visitor's side: a page for a person, a problem document for a program. */
@RestControllerAdvice("io.gatehouse.visitor")
class VisitorErrors {

    private final PageWriter pages;
    private final List<ForPrograms> forPrograms;

    VisitorErrors(PageWriter pages, List<ForPrograms> forPrograms) {
        this.pages = pages;
        this.forPrograms = forPrograms;
    }

    @ExceptionHandler
    @Nullable
    ProblemDetail unknownRoom(UnknownRoomException unknown, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (Navigation.isNavigation(request)
                && forPrograms.stream().noneMatch(addresses -> addresses.covers(request))) {
            pages.write(pages.message("unknown-room", request), HttpServletResponse.SC_NOT_FOUND, response);
            return null;
        }
        response.setHeader("Cache-Control", "no-store");
        return problem("unknown-room", "Unknown room", unknown);
    }

    @ExceptionHandler
    ProblemDetail unknownPlace(UnknownPlaceException unknown, HttpServletResponse response) {
        response.setHeader("Cache-Control", "no-store");
        return problem("unknown-place", "Unknown place", unknown);
    }

    private static ProblemDetail problem(String type, String title, RuntimeException cause) {
        var problem = ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, String.valueOf(cause.getMessage()));
        problem.setType(URI.create("https://gatehouse.io/problems#" + type));
        problem.setTitle(title);
        return problem;
    }
}
