package io.gatehouse.panel;

import io.gatehouse.panel.operator.ForStrangers;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The last lock before an endpoint: lets through who has the role that it {@link Needs}. It looks at the very
 * method that would answer, so that no spelling of an address leads past it.
 */
final class RoleLock implements HandlerInterceptor {

    private final PanelEntryPoint turnedAway;

    RoleLock(PanelEntryPoint turnedAway) {
        this.turnedAway = turnedAway;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object answering)
            throws IOException {
        if (!(answering instanceof HandlerMethod address) || address.hasMethodAnnotation(ForStrangers.class)) {
            return true; // a file, or the way in
        }
        var needed =
                Optional.ofNullable(address.getMethodAnnotation(Needs.class)).map(Needs::value);
        var role = Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .flatMap(Role::of);
        var isOpen = needed.filter(
                        least -> role.filter(own -> own.isAtLeast(least)).isPresent())
                .isPresent();
        if (!isOpen) {
            turnedAway.tooSmall(request, response, needed.orElse(Role.OWNER));
        }
        return isOpen;
    }
}
