package io.gatehouse.alert;

import io.gatehouse.mail.MailProperties;
import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When operators are alerted, and who gets an e-mail.
 *
 * @param standsStill How long a line stands still before operators are alerted.
 * @param stockLeft How much of the stock is left when operators are alerted: a number, or a share such as
 *     10%.
 * @param receiverBehind How old the first event is that a receiver has not taken when operators are alerted.
 * @param storeSlow How long the store takes to show a room when operators are alerted.
 * @param archiveBehind How long something has been due for the archive when operators are alerted.
 * @param mostPerHour How many alerts of one kind and room are sent in an hour at most; the panel shows all.
 * @param mail The mail server that takes the e-mails.
 * @param receivers Who gets an e-mail, by a name of your choice.
 * @param duty Who is on duty, and when. Where no receiver of an alert is on duty, all of its
 *     receivers are told.
 */
@ConfigurationProperties("gatehouse.alerts")
record AlertProperties(
        @DefaultValue("10m") Duration standsStill,
        @DefaultValue("10%") String stockLeft,
        @DefaultValue("2m") Duration receiverBehind,
        @DefaultValue("1s") Duration storeSlow,
        @DefaultValue("2h") Duration archiveBehind,
        @DefaultValue("4") int mostPerHour,
        @Nullable @NestedConfigurationProperty MailProperties mail,
        @DefaultValue Map<String, ReceiverProperties> receivers,
        @DefaultValue List<DutyProperties> duty) {

    private static final int MOST = 60;

    AlertProperties {
        Spans.require("gatehouse.alerts.stands-still", standsStill, Duration.ofMinutes(1), Limits.LONGEST, "10m");
        Spans.require(
                "gatehouse.alerts.receiver-behind", receiverBehind, Duration.ofSeconds(10), Duration.ofDays(1), "2m");
        Spans.require("gatehouse.alerts.store-slow", storeSlow, Duration.ofMillis(10), Duration.ofMinutes(1), "1s");
        Spans.require(
                "gatehouse.alerts.archive-behind", archiveBehind, Duration.ofMinutes(10), Duration.ofDays(7), "2h");
        if (mostPerHour < 1 || mostPerHour > MOST) {
            throw new IllegalArgumentException(
                    "gatehouse.alerts.most-per-hour must be from 1 to " + MOST + ", for example 4, was " + mostPerHour);
        }
    }

    /**
     * A receiver of e-mails.
     *
     * @param address The e-mail address.
     * @param quiet Hours in which no e-mail is sent, such as 22:00-07:00; those of the night wait for the
     *     end.
     * @param zone The time zone of these hours.
     * @param wake Whether alerts that need an operator at once are sent in quiet hours too.
     * @param rooms Of which rooms it is told; of all unless said.
     * @param kinds Of which kinds of alerts it is told; of all unless said.
     */
    record ReceiverProperties(
            @Nullable String address,
            @Nullable String quiet,
            @DefaultValue("UTC") String zone,
            @DefaultValue("true") boolean wake,
            @DefaultValue List<String> rooms,
            @DefaultValue List<String> kinds) {}

    /**
     * When a receiver is on duty.
     *
     * @param receiver The name of the receiver.
     * @param days On which days of the week, such as mon-fri or sat,sun; on all unless said.
     * @param hours In which hours, such as 09:00-17:00.
     * @param zone The time zone of these hours.
     */
    record DutyProperties(
            @Nullable String receiver,
            @DefaultValue List<String> days,
            @Nullable String hours,
            @DefaultValue("UTC") String zone) {}
}
