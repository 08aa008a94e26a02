package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Setting;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An edit of a room's settings, as an operator typed it, or a client sent it. {@link RoomSettings#SETTINGS}
 * describes each setting.
 */
final class SettingsEdit {

    /** The members that a client may send. */
    static final Set<String> MEMBERS =
            RoomSettings.SETTINGS.stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());

    private final RoomSettings before;
    private final Map<String, Object> values;
    private final Instant now;

    private SettingsEdit(RoomSettings before, Instant now) {
        this.before = before;
        this.values = new HashMap<>(Setting.set(RoomSettings.KEPT, before));
        this.now = now;
    }

    /** Puts the members of a body in place of what was; null means none, and what is left out stays. */
    static RoomSettings sent(RoomSettings before, Body body, Instant now) {
        var edit = new SettingsEdit(before, now);
        RoomSettings.SETTINGS.forEach(setting -> edit.put(setting, body));
        if (body.text("consumedBy").isPresent() && !body.isNull("stock") && !edit.values.containsKey("stock")) {
            throw RefusedException.invalid(
                    "consumedBy needs a stock", body.text("consumedBy").get());
        }
        return edit.countingDates(
                edit.settings(), body.has("schedule") && body.text("mode").isEmpty());
    }

    private void put(Setting<RoomSettings> setting, Body body) {
        var name = setting.name();
        if (setting.kind().isOptional() && body.isNull(name)) {
            values.remove(name);
        } else {
            sent(setting, body).ifPresent(value -> values.put(name, value));
        }
    }

    private Optional<Object> sent(Setting<RoomSettings> setting, Body body) {
        var name = setting.name();
        return switch (setting.kind().type()) {
            case "boolean" -> body.truth(name).map(Object.class::cast);
            case "integer" -> body.number(name).map(number -> read(setting, number));
            case "array" ->
                body.objects(name, Set.copyOf(ScheduleForm.MEMBERS))
                        .map(dates -> dates.stream().map(SettingsEdit::date).toList());
            default -> body.text(name).map(text -> read(setting, text));
        };
    }

    private static WrittenDate date(Body body) {
        return OperatorInput.read(() -> WrittenDate.of(ScheduledDate.parse(
                body.text("zone").orElse(""),
                body.text("lobby").orElse(""),
                body.text("doors").orElse(""),
                body.isNull("close") ? "" : body.text("close").orElse(""),
                body.text("atClose").orElse(AtClose.LET_IN.word()),
                body.isNull("draw") ? "" : body.text("draw").orElse(""))));
    }

    /**
     * Puts the fields of a form in place of what was: an empty one means none, and one that is not sent stays
     * as it is.
     */
    static RoomSettings typed(RoomSettings before, Map<String, String> form, Instant now) {
        var edit = new SettingsEdit(before, now);
        var faults = new Faults();
        RoomForms.FIELDS.stream()
                .filter(setting -> form.containsKey(setting.name()))
                .forEach(setting -> edit.put(setting, form.getOrDefault(setting.name(), ""), faults));
        if (ScheduleForm.isIn(form)) {
            edit.values.put("schedule", ScheduleForm.read(form, before.schedule(), now, faults));
        }
        var next = faults.read("schedule", before, edit::settings);
        if (before.stock().isEmpty()
                && next.stock().isEmpty()
                && !form.getOrDefault("consumedBy", "").isBlank()) {
            faults.add("consumedBy", "needs a stock");
        }
        faults.refuse();
        return edit.countingDates(next, !next.schedule().equals(before.schedule()));
    }

    /** Dates that are given set a room that queues to its schedule; a mode that is chosen afterwards stays. */
    private RoomSettings countingDates(RoomSettings next, boolean areGiven) {
        var queues = before.mode() == Mode.QUEUEING && next.mode() == Mode.QUEUEING;
        return areGiven && queues && !next.schedule().isEmpty() ? next.open(Mode.SCHEDULED, next.schedule()) : next;
    }

    private void put(Setting<RoomSettings> setting, String typed, Faults faults) {
        var name = setting.name();
        if (typed.isBlank() && setting.kind().isOptional()) {
            values.remove(name);
        } else if (!typed.isBlank()) {
            faults.read(name, Optional.empty(), () -> Optional.of(read(setting, typed)))
                    .ifPresent(value -> values.put(name, value));
        }
    }

    private static Object read(Setting<RoomSettings> setting, String given) {
        return OperatorInput.read(() -> setting.kind().read(setting.name(), given));
    }

    /** The settings after it. A date that is new must not be over yet. */
    private RoomSettings settings() {
        return OperatorInput.read(() -> {
            var next = RoomSettings.of(values);
            next.schedule().dates().stream()
                    .filter(date -> !before.schedule().dates().contains(date))
                    .filter(date -> !date.closesAt().isAfter(now))
                    .findFirst()
                    .ifPresent(over -> {
                        throw RefusedException.invalid(
                                "close of a new date must be to come",
                                over.close().orElseThrow() + " in " + over.zone());
                    });
            return next;
        });
    }
}
