package io.gatehouse.visitor;

import io.gatehouse.browser.Navigation;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Rooms.UnknownRoomException;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Translates errors of the visitor's side: a page for a person, a problem document for a program. */
@RestControllerAdvice({
    "io.gatehouse.visitor",
    "io.gatehouse.notice",
    "io.gatehouse.receipt",
    "io.gatehouse.pastdraw",
    "io.gatehouse.oidc.gate",
    "io.gatehouse.oidc.visit"
})
class VisitorErrors {

    private static final ProblemType UNKNOWN_ROOM =
            new ProblemType(HttpStatus.NOT_FOUND, "unknown-room", "Unknown room");

    private final PageWriter pages;
    private final List<ApiPaths> forPrograms;

    VisitorErrors(PageWriter pages, List<ApiPaths> forPrograms) {
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
        return UNKNOWN_ROOM.because(String.valueOf(unknown.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> problem(ErrorResponseException problem) {
        return ResponseEntity.status(problem.getStatusCode())
                .headers(problem.getHeaders())
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON) // also where nothing acceptable is named
                .body(problem.getBody());
    }
}
