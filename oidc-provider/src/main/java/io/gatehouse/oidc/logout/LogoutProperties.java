package io.gatehouse.oidc.logout;

import io.gatehouse.setting.Spans;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How sites are told that a visit is over.
 *
 * @param notifyTimeout How long a visitor who logs out waits for the sites to be told; the rest is told
 *     later.
 * @param answerWithin How long a site may take to answer one notice before it is told again.
 */
@ConfigurationProperties("gatehouse.logout")
record LogoutProperties(@DefaultValue("2s") Duration notifyTimeout, @DefaultValue("5s") Duration answerWithin) {

    LogoutProperties {
        check("notify-timeout", notifyTimeout, "2s");
        check("answer-within", answerWithin, "5s");
    }

    private static void check(String name, Duration span, String example) {
        Spans.require("gatehouse.logout." + name, span, Duration.ofMillis(100), Duration.ofMinutes(1), example);
    }
}
