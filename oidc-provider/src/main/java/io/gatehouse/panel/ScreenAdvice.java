package io.gatehouse.panel;

import io.gatehouse.alert.Alerts;
import io.gatehouse.panel.accesskey.AccessKeysEndpoint;
import io.gatehouse.panel.alert.AlertView;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.CsrfToken;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.operator.SignedInOperator;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Gives each screen what the frame around it shows; a screen may replace any of it. */
@ControllerAdvice(annotations = ScreenEndpoint.class)
final class ScreenAdvice {

    private final Moments moments = new Moments();
    private final CsrfToken tokens;
    private final boolean hasAccessKeys;
    private final Alerts alerts;

    ScreenAdvice(CsrfToken tokens, Optional<AccessKeysEndpoint> accessKeys, Alerts alerts) {
        this.tokens = tokens;
        this.alerts = alerts;
        this.hasAccessKeys = accessKeys.isPresent();
    }

    /** The signed-in operator, what they may do, and the token of their acts. */
    @ModelAttribute
    void operator(Model screen) {
        var operator = SignedInOperator.current();
        var role = operator.map(SignedInOperator::role);
        screen.addAttribute("operator", operator.map(SignedInOperator::name).orElse(""))
                .addAttribute("role", role.map(Role::word).orElse(""))
                .addAttribute(
                        "operates",
                        role.filter(own -> own.isAtLeast(Role.OPERATOR)).isPresent())
                .addAttribute(
                        "owns", role.filter(own -> own.isAtLeast(Role.OWNER)).isPresent())
                .addAttribute("csrf", operator.map(tokens::of).orElse(""));
    }

    /** For the bar: whether there are key pairs of the old API, and the alerts that are on. */
    @ModelAttribute
    void bar(Model screen) {
        screen.addAttribute("hasAccessKeys", hasAccessKeys)
                .addAttribute(
                        "alertsOn", alerts.on().stream().map(AlertView::of).toList());
    }

    /**
     * The writer of times, no fault yet, and the notice of the act before, by the word that its redirect
     * carries.
     */
    @ModelAttribute
    void content(Model screen, HttpServletRequest request) {
        var done = PanelPaths.isReading(request) ? Screen.done(request.getParameter("done")) : "";
        screen.addAttribute("moments", moments)
                .addAttribute("faults", new Faults())
                .addAttribute("trouble", "")
                .addAttribute("done", done);
    }
}
