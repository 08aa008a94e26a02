package io.gatehouse.panel;

import io.gatehouse.alert.Alerts;
import io.gatehouse.panel.accesskey.AccessKeysScreenEndpoint;
import io.gatehouse.panel.account.OperatorsScreenEndpoint;
import io.gatehouse.panel.account.PasswordEndpoint;
import io.gatehouse.panel.alert.AlertView;
import io.gatehouse.panel.alert.AlertsScreenEndpoint;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.bulk.BulkScreenEndpoint;
import io.gatehouse.panel.calendar.CalendarScreenEndpoint;
import io.gatehouse.panel.client.ClientsScreenEndpoint;
import io.gatehouse.panel.codes.CodesScreenEndpoint;
import io.gatehouse.panel.definition.DefinitionScreensEndpoint;
import io.gatehouse.panel.draw.DrawScreenEndpoint;
import io.gatehouse.panel.find.FindScreenEndpoint;
import io.gatehouse.panel.history.HistoryScreenEndpoint;
import io.gatehouse.panel.history.ReportScreenEndpoint;
import io.gatehouse.panel.ledger.LedgerScreenEndpoint;
import io.gatehouse.panel.operator.CsrfToken;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.operator.SecondFactorEndpoint;
import io.gatehouse.panel.operator.SignedInOperator;
import io.gatehouse.panel.preview.PreviewScreenEndpoint;
import io.gatehouse.panel.room.EntrantsEndpoint;
import io.gatehouse.panel.room.RoomFormsEndpoint;
import io.gatehouse.panel.room.RoomScreensEndpoint;
import io.gatehouse.panel.room.WordsScreenEndpoint;
import io.gatehouse.panel.sale.RehearsalScreenEndpoint;
import io.gatehouse.panel.sale.SaleScreensEndpoint;
import io.gatehouse.panel.simulate.SimulationScreenEndpoint;
import io.gatehouse.panel.site.SiteFormsEndpoint;
import io.gatehouse.panel.site.SiteScreensEndpoint;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** What every screen shows or sends along: who is signed in, and the token of their acts. */
@ControllerAdvice(
        assignableTypes = {
            RoomScreensEndpoint.class,
            RoomFormsEndpoint.class,
            CalendarScreenEndpoint.class,
            AlertsScreenEndpoint.class,
            WordsScreenEndpoint.class,
            DrawScreenEndpoint.class,
            LedgerScreenEndpoint.class,
            HistoryScreenEndpoint.class,
            ReportScreenEndpoint.class,
            CodesScreenEndpoint.class,
            PreviewScreenEndpoint.class,
            DefinitionScreensEndpoint.class,
            SimulationScreenEndpoint.class,
            SiteFormsEndpoint.class,
            SaleScreensEndpoint.class,
            BulkScreenEndpoint.class,
            FindScreenEndpoint.class,
            RehearsalScreenEndpoint.class,
            EntrantsEndpoint.class,
            SiteScreensEndpoint.class,
            SecondFactorEndpoint.class,
            OperatorsScreenEndpoint.class,
            PasswordEndpoint.class,
            ClientsScreenEndpoint.class,
            AccessKeysScreenEndpoint.class
        })
final class ScreenAdvice {

    private final Moments moments = new Moments();
    private final CsrfToken tokens;
    private final boolean hasAccessKeys;
    private final Alerts alerts;

    ScreenAdvice(CsrfToken tokens, Optional<AccessKeysScreenEndpoint> accessKeys, Alerts alerts) {
        this.tokens = tokens;
        this.alerts = alerts;
        this.hasAccessKeys = accessKeys.isPresent();
    }

    @ModelAttribute("operator")
    String operator() {
        return SignedInOperator.current().map(SignedInOperator::name).orElse("");
    }

    /** What writes times. */
    @ModelAttribute("moments")
    Moments moments() {
        return moments;
    }

    /** What is wrong with a form that has not been sent: nothing. */
    @ModelAttribute("faults")
    Faults faults() {
        return new Faults();
    }

    @ModelAttribute("role")
    String role() {
        return SignedInOperator.current().map(who -> who.role().word()).orElse("");
    }

    /** What is wrong in rooms at the moment, for the bar, the overview and the rooms. */
    @ModelAttribute("alertsOn")
    List<AlertView> alertsOn() {
        return alerts.on().stream().map(AlertView::of).toList();
    }

    /** Whether the screen offers what an operator may do. */
    @ModelAttribute("operates")
    boolean operates() {
        return SignedInOperator.current()
                .filter(who -> who.role().isAtLeast(Role.OPERATOR))
                .isPresent();
    }

    /** Whether the screen leads to what is for owners. */
    @ModelAttribute("owns")
    boolean owns() {
        return SignedInOperator.current()
                .filter(who -> who.role() == Role.OWNER)
                .isPresent();
    }

    /** Whether the bar leads to the key pairs of the old API. */
    @ModelAttribute("hasAccessKeys")
    boolean hasAccessKeys() {
        return hasAccessKeys;
    }

    @ModelAttribute("csrf")
    String csrf() {
        return SignedInOperator.current().map(tokens::of).orElse("");
    }
}
