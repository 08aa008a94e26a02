package io.gatehouse.notice;

import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.InvalidSettingException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * AWS End User Messaging, which has notices sent to phones.
 *
 * @param from From what text messages come: a phone number, a sender id, a pool or its ARN.
 * @param callsFrom From which phone number or pool calls come.
 * @param region Its AWS region.
 * @param configurationSet The configuration set of its messages.
 * @param mostPerText The most that a text message may cost, in US dollars.
 * @param mostPerMinute The most that a minute of a call may cost, in US dollars.
 * @param endpoint Another address of it: https, or http on a loopback host.
 */
record AwsPhoneProperties(
        @Nullable String from,
        @Nullable String callsFrom,
        @Nullable String region,
        @Nullable String configurationSet,
        @Nullable BigDecimal mostPerText,
        @Nullable BigDecimal mostPerMinute,
        @Nullable URI endpoint) {

    private static final int MOST_DIGITS = 5;
    private static final BigDecimal MOST = BigDecimal.valueOf(100);

    AwsPhoneProperties {
        require("most-per-text", mostPerText);
        require("most-per-minute", mostPerMinute);
    }

    private static void require(String name, @Nullable BigDecimal price) {
        if (price != null && (price.signum() <= 0 || price.compareTo(MOST) >= 0 || price.scale() > MOST_DIGITS)) {
            throw new InvalidSettingException(
                    "gatehouse.notices.phones.aws." + name,
                    "must be more than 0, less than 100, and have at most five digits behind the point, was " + price,
                    "0.09");
        }
    }

    /** The ways with a sender. */
    Set<Way> ways() {
        var ways = EnumSet.noneOf(Way.class);
        if (from != null) {
            ways.add(Way.SMS);
        }
        if (callsFrom != null) {
            ways.add(Way.VOICE);
        }
        return ways;
    }

    /** A price as the API takes it, with a point; empty where there is no bound. */
    Optional<String> price(@Nullable BigDecimal most) {
        return Optional.ofNullable(most)
                .map(price -> price.setScale(Math.max(1, price.scale())).toPlainString());
    }
}
