package io.gatehouse.notice;

import io.gatehouse.notice.NoticeBudget.Limit;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Notices to visitors, of all rooms.
 *
 * @param soon How long the wait may be at most when the first notice is sent.
 * @param mostPerAddress For how many places one address may be used in a day.
 * @param mostPerNetwork How often one network may ask for notices in an hour, at each node.
 * @param mostPerHour How many notices a room may send by each way in an hour.
 * @param emailsAtOnce How many e-mails may be under way at a time, at each node.
 * @param phones Text messages and calls.
 * @param push Notices to browsers.
 */
@ConfigurationProperties("gatehouse.notices")
record NoticeProperties(
        @DefaultValue("10m") Duration soon,
        @DefaultValue("3") int mostPerAddress,
        @DefaultValue("60") int mostPerNetwork,
        @DefaultValue("20000") int mostPerHour,
        @DefaultValue("8") int emailsAtOnce,
        @DefaultValue @NestedConfigurationProperty PhoneProperties phones,
        @DefaultValue @NestedConfigurationProperty PushProperties push) {

    static final int MOST = 1_000_000;

    /** Each takes a thread. */
    static final int MOST_AT_ONCE = 256;

    NoticeProperties {
        Spans.require("gatehouse.notices.soon", soon, Duration.ofMinutes(1), Duration.ofHours(2), "10m");
        require("most-per-address", mostPerAddress, 100, 3);
        require("most-per-network", mostPerNetwork, MOST, 60);
        require("most-per-hour", mostPerHour, MOST, 20_000);
        require("emails-at-once", emailsAtOnce, MOST_AT_ONCE, 8);
    }

    static void require(String name, int value, int most, int example) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("gatehouse.notices." + name + " must be from 1 to " + most
                    + ", for example " + example + ", was " + value);
        }
    }

    /** The limits of notices, by each way. */
    Map<Way, List<Limit>> limits() {
        var hour = new Limit(false, false, Duration.ofHours(1), mostPerHour);
        var room = new Limit(false, false, Duration.ofDays(1), phones.mostPerRoom());
        var house = new Limit(true, false, Duration.ofDays(1), phones.mostOfHouse());
        var ofPhones = List.of(hour, room, room.halfOfSoon(), house, house.halfOfSoon());
        return Stream.of(Way.values())
                .collect(Collectors.toMap(way -> way, way -> way.costs() ? ofPhones : List.of(hour)));
    }
}
