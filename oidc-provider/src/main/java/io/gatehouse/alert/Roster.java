package io.gatehouse.alert;

import io.gatehouse.alert.Alert.Sending;
import io.gatehouse.alert.AlertProperties.ReceiverProperties;
import io.gatehouse.mail.MailServer;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The receivers of alerts: which of them are told, and when, by duty, quiet hours, room and kind. */
final class Roster {

    private static final String PREFIX = "gatehouse.alerts.";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** A receiver of e-mails as its settings say. */
    record Receiver(String name, String address, Optional<Hours> quiet, ReceiverProperties settings) {

        private boolean wants(AlertKind kind, RoomId room) {
            return kind == AlertKind.TEST
                    || (settings.rooms().isEmpty() || settings.rooms().contains(room.value()))
                            && (settings.kinds().isEmpty() || settings.kinds().contains(kind.word()));
        }

        private Instant when(AlertKind kind, Instant now) {
            var isNow = kind == AlertKind.TEST || kind.isUrgent() && settings.wake();
            return quiet.filter(hours -> !isNow)
                    .flatMap(hours -> hours.endAfter(now))
                    .orElse(now);
        }
    }

    private record Duty(String receiver, Hours hours) {}

    private final Map<String, Receiver> receivers = new LinkedHashMap<>();
    private final List<Duty> duties;
    private final int mostPerHour;

    Roster(AlertProperties properties) {
        this.mostPerHour = properties.mostPerHour();
        properties.receivers().forEach((name, one) -> receivers.put(name, receiver(PREFIX + "receivers", name, one)));
        this.duties = IntStream.range(0, properties.duty().size())
                .mapToObj(
                        n -> duty(PREFIX + "duty[" + n + "]", properties.duty().get(n)))
                .toList();
    }

    private static Receiver receiver(String property, String name, ReceiverProperties one) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidSettingException(
                    property, "a name must be 1 to 64 letters, digits and . _ -, was \"" + name + "\"", "anna");
        }
        var prefix = property + "." + name;
        one.kinds().stream()
                .filter(kind -> AlertKind.of(kind).isEmpty())
                .findFirst()
                .ifPresent(kind -> {
                    throw new InvalidSettingException(
                            prefix + ".kinds",
                            "there is no kind of alert \"" + kind + "\"",
                            "needs-value,stands-still");
                });
        var address = MailServer.address(prefix + ".address", one.address()).getAddress();
        Hours.zone(prefix + ".zone", one.zone());
        var quiet = Optional.ofNullable(one.quiet()).map(hours -> quiet(prefix, hours, one.zone()));
        return new Receiver(name, address, quiet, one);
    }

    private static Hours quiet(String prefix, String hours, String zone) {
        var all = Hours.of(prefix, "quiet", List.of(), hours, zone);
        if (all.from().equals(all.to())) {
            throw new InvalidSettingException(
                    prefix + ".quiet", "must end at another time than it begins, was \"" + hours + "\"", "22:00-07:00");
        }
        return all;
    }

    private Duty duty(String prefix, AlertProperties.DutyProperties one) {
        if (one.receiver() == null || !receivers.containsKey(one.receiver())) {
            throw new InvalidSettingException(
                    prefix + ".receiver",
                    "must be one of gatehouse.alerts.receivers, was \"" + one.receiver() + "\"",
                    "anna");
        }
        if (one.hours() == null) {
            throw new InvalidSettingException(prefix + ".hours", "must be set", "09:00-17:00");
        }
        return new Duty(one.receiver(), Hours.of(prefix, "hours", one.days(), one.hours(), one.zone()));
    }

    boolean isEmpty() {
        return receivers.isEmpty();
    }

    int mostPerHour() {
        return mostPerHour;
    }

    Optional<Receiver> find(String name) {
        return Optional.ofNullable(receivers.get(name));
    }

    /** The sendings of an alert that begins now. If none of its receivers is on duty, all of them get it. */
    List<Sending> sendings(AlertKind kind, RoomId room, Instant now) {
        var onDuty = duties.stream()
                .filter(duty -> duty.hours().include(now))
                .map(Duty::receiver)
                .toList();
        var wanting =
                receivers.values().stream().filter(one -> one.wants(kind, room)).toList();
        var isAll = kind == AlertKind.TEST || wanting.stream().noneMatch(one -> onDuty.contains(one.name()));
        var all = new ArrayList<Sending>();
        all.add(Sending.at(Alert.EVENT, now));
        wanting.stream()
                .filter(one -> isAll || onDuty.contains(one.name()))
                .forEach(one -> all.add(Sending.at(one.name(), one.when(kind, now))));
        return all;
    }
}
