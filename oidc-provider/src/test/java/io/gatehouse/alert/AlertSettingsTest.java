package io.gatehouse.alert;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong setting of alerts is named, with what it must be. */
class AlertSettingsTest {

    private static final String[] RIGHT = {
        "mail.host=localhost", "mail.from=gatehouse@example.com", "receivers.anna.address=anna@example.com"
    };

    @Test
    void givenRightSettings_whenRead_thenNoneIsRefused() {
        AlertSettings.start(AlertSettings.of());
        AlertSettings.start(with(
                "receivers.anna.address=Anna <anna@example.com>",
                "receivers.anna.quiet=22:00-07:00",
                "duty[0].receiver=anna",
                "duty[0].days=sat-mon,wed",
                "duty[0].hours=00:00-00:00"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            receivers.anna.address=                          | receivers.anna.address: must be one e-mail address
            receivers.anna.address=anna                      | receivers.anna.address: must be one e-mail address
            receivers.anna.address=anna@                     | receivers.anna.address: must be one e-mail address
            receivers.anna.address=a@b.example,c@d.example   | receivers.anna.address: must be one e-mail address
            receivers.anna.address=t:a@b.example,c@d.example;| receivers.anna.address: must be one e-mail address
            receivers.anna.address=änna@example.com          | receivers.anna.address: must be one e-mail address
            receivers.anna.address=a@b.example⏎Bcc: c@d.example | receivers.anna.address: must be one e-mail address
            receivers.anna.address=A⏎ <a@b.example>          | receivers.anna.address: must be one e-mail address
            mail.from=a@b.example⏎Bcc: c@d.example           | mail.from: must be one e-mail address
            mail.from=                                       | mail.from: must be one e-mail address
            receivers.anna.zone=Mars/Olympus                 | receivers.anna.zone: must be the name of a time zone, was "Mars/Olympus"
            receivers.anna.quiet=22:00-22:00                 | receivers.anna.quiet: must end at another time
            receivers.anna.quiet=22:00                       | receivers.anna.quiet: must be two times of day
            receivers.anna.quiet=22-7                        | receivers.anna.quiet: must be two times of day
            receivers.anna.quiet=24:30-07:00                 | receivers.anna.quiet: must be two times of day
            receivers.anna.quiet=22:00-07:00-09:00           | receivers.anna.quiet: must be two times of day
            receivers.anna.kinds=needs-value,sneezed         | receivers.anna.kinds: there is no kind of alert "sneezed"
            receivers[an na].address=anna@example.com        | receivers: a name must be
            duty[0].receiver=bob                             | duty[0].receiver: must be one of gatehouse.alerts.receivers, was "bob"
            duty[0].hours=09:00-17:00                        | duty[0].receiver: must be one of
            duty[0].receiver=anna                            | duty[0].hours: must be set
            duty[0].receiver=anna;duty[0].hours=9            | duty[0].hours: must be two times of day
            duty[0].receiver=anna;duty[0].hours=09:00-17:00;duty[0].zone=CEST5 | duty[0].zone: must be the name of a time zone
            duty[0].receiver=anna;duty[0].hours=09:00-17:00;duty[0].days=fryday | duty[0].days: must be of
            duty[0].receiver=anna;duty[0].hours=09:00-17:00;duty[0].days=mon-wed-fri | duty[0].days: must be of
            mail.host=                                       | mail.host: must be set
            mail.port=0                                      | mail.port: must be 1 to 65535, was 0
            mail.port=-1                                     | mail.port: must be 1 to 65535, was -1
            mail.port=70000                                  | mail.port: must be 1 to 65535, was 70000
            mail.user=gate                                   | mail.password: must be set if and only if user is
            mail.password=secret                             | mail.password: must be set if and only if user is
            mail.user=gate;mail.password=s;mail.security=none | mail.security: must be starttls or tls where there is a password
            mail.security=plain                              | mail.security
            mail.answer-within=0s                            | mail.answer-within must be from
            mail.answer-within=-1s                           | mail.answer-within must be from
            stands-still=-1m                                 | stands-still must be from
            stands-still=59s                                 | stands-still must be from
            receiver-behind=0s                               | receiver-behind must be from
            archive-behind=9m                                | archive-behind must be from
            store-slow=-1s                                   | store-slow must be from
            most-per-hour=0                                  | most-per-hour must be from 1 to 60
            most-per-hour=-4                                 | most-per-hour must be from 1 to 60
            most-per-hour=61                                 | most-per-hour must be from 1 to 60
            stock-left=-5                                    | stock-left: must be a whole number
            stock-left=101%                                  | stock-left: must be a whole number
            stock-left=10 %                                  | stock-left: must be a whole number
            stock-left=9999999999                            | stock-left: must be a whole number
            """)
    void givenAWrongSetting_whenRead_thenItIsNamed(String lines, String said) {
        var wrong =
                Stream.of(lines.replace("⏎", "\r\n").split(";(?=duty|mail)")).toArray(String[]::new);

        assertThatThrownBy(() -> AlertSettings.start(with(wrong))).hasStackTraceContaining("gatehouse.alerts." + said);
    }

    @Test
    void givenReceiversWithoutAMailServer_whenRead_thenItsHostIsAskedFor() {
        assertThatThrownBy(() -> AlertSettings.start(AlertSettings.of("receivers.anna.address=anna@example.com")))
                .hasMessageContaining("gatehouse.alerts.mail.host: must be set where there are receivers");
    }

    private static AlertProperties with(String... more) {
        return AlertSettings.of(Stream.concat(Stream.of(RIGHT), Stream.of(more)).toArray(String[]::new));
    }
}
