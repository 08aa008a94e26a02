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

/** What every screen shows or sends along, unless it says otherwise. */
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

    /** Who is signed in, what they may do, and the token of their acts. */
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

    /** What the bar leads to and tells: whether there are key pairs of the old API, and what is wrong in rooms. */
    @ModelAttribute
    void bar(Model screen) {
        screen.addAttribute("hasAccessKeys", hasAccessKeys)
                .addAttribute(
                        "alertsOn", alerts.on().stream().map(AlertView::of).toList());
    }

    /**
     * What writes times; that nothing is wrong with a form that has not been sent; and what the act before
     * has done, by the word that its redirect carries.
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
