package io.gatehouse.panel;

import io.gatehouse.room.UnknownRoomException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Turns what the panel's endpoints throw into a refusal. A store that is away is answered by its own filter. */
@ControllerAdvice(basePackageClasses = PanelAdvice.class)
final class PanelAdvice {

    private final Refusals refusals;

    PanelAdvice(Refusals refusals) {
        this.refusals = refusals;
    }

    @ExceptionHandler
    void refused(RefusedException refused, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        refusals.answer(request, response, refused.problem(), refused.detail());
    }

    @ExceptionHandler
    void unknownRoom(UnknownRoomException unknown, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        refusals.answer(request, response, Problem.UNKNOWN_ROOM, String.valueOf(unknown.getMessage()));
    }
}
