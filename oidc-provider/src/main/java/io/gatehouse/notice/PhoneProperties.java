package io.gatehouse.notice;

import io.gatehouse.setting.Spans;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Notices to phones. Each may cost money, and numbers come from strangers.
 *
 * @param countries Of which countries numbers may be, as codes of ISO 3166 such as DE,AT; no others are
 *     taken.
 * @param mostPerNetwork For how many places one network may enter a number in a day.
 * @param mostPerRange For how many places numbers of one range may be used in a day.
 * @param mostPerRoom How many messages a room may send by each way in a day.
 * @param mostOfHouse How many messages all rooms together may send by each way in a day.
 * @param url Of the webhook that has the messages sent: where it is called; https, or http on a loopback
 *     host.
 * @param secrets With what its calls are signed: whsec_ and 24 to 64 bytes in Base64, one, or two while
 *     one follows the other.
 * @param answerWithin How long it may take to answer.
 * @param atOnce How many messages may be under way at a time, by each way, at each node.
 * @param aws AWS End User Messaging in place of the webhook.
 */
record PhoneProperties(
        @DefaultValue List<String> countries,
        @DefaultValue("100") int mostPerNetwork,
        @DefaultValue("20") int mostPerRange,
        @DefaultValue("2000") int mostPerRoom,
        @DefaultValue("5000") int mostOfHouse,
        @Nullable URI url,
        @DefaultValue List<String> secrets,
        @DefaultValue("5s") Duration answerWithin,
        @DefaultValue("32") int atOnce,
        @DefaultValue @NestedConfigurationProperty AwsPhoneProperties aws) {

    PhoneProperties {
        NoticeProperties.require("phones.most-per-network", mostPerNetwork, 1_000, 100);
        NoticeProperties.require("phones.most-per-range", mostPerRange, 1_000, 20);
        NoticeProperties.require("phones.most-per-room", mostPerRoom, NoticeProperties.MOST, 2_000);
        NoticeProperties.require("phones.most-of-house", mostOfHouse, NoticeProperties.MOST, 5_000);
        NoticeProperties.require("phones.at-once", atOnce, NoticeProperties.MOST_AT_ONCE, 32);
        Spans.require(
                "gatehouse.notices.phones.answer-within",
                answerWithin,
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                "5s");
    }

    @Override
    public String toString() {
        return "PhoneProperties[" + countries + "]";
    }
}
