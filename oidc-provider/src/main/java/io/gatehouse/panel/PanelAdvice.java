package io.gatehouse.panel;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.Refusals;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Rooms.UnknownRoomException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Turns what the panel's endpoints throw into a refusal. A store that is away is answered by a filter. */
@ControllerAdvice(basePackageClasses = PanelAdvice.class)
final class PanelAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(PanelAdvice.class);

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

    /** A kind of store that is away, but one that waiting does not cure. */
    @ExceptionHandler
    void damaged(DamagedLineException damaged, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        LOG.warn("{}", damaged.getMessage());
        refusals.answer(request, response, damaged);
    }
}
