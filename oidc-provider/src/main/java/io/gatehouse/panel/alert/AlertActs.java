package io.gatehouse.panel.alert;

import io.gatehouse.alert.Alerts;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.Rooms;
import java.util.List;
import org.springframework.stereotype.Component;

/** Views and acts of alerts; the same for the screen and for API clients. */
@Component
final class AlertActs {

    private final Alerts alerts;
    private final Rooms rooms;

    AlertActs(Alerts alerts, Rooms rooms) {
        this.alerts = alerts;
        this.rooms = rooms;
    }

    List<AlertView> all() {
        return alerts.all().stream().map(AlertView::of).toList();
    }

    AlertView see(Actor who, String id) {
        return alerts.see(id, who.toString())
                .map(AlertView::of)
                .orElseThrow(() -> new RefusedException(
                        Problem.UNKNOWN_ALERT,
                        "there is no alert \"" + id + "\", or it has been over for more than a day"));
    }

    void test(Actor who, String room) {
        if (!alerts.test(rooms.get(room), who.toString())) {
            throw RefusedException.invalid(
                    "at most " + alerts.mostPerHour() + " test alerts of a room are sent in an hour", "one more");
        }
        ActLog.other(who, "sent a test alert of room " + room);
    }
}
