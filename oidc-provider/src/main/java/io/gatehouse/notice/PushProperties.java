package io.gatehouse.notice;

import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Notices to browsers.
 *
 * @param hosts The hosts of push services that may be asked.
 * @param answerWithin How long a push service may take to answer.
 * @param atOnce How many messages may be under way at a time, at each node.
 */
record PushProperties(
        @DefaultValue({"fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"})
                List<String> hosts,
        @DefaultValue("10s") Duration answerWithin,
        @DefaultValue("32") int atOnce) {

    PushProperties {
        Spans.require(
                "gatehouse.notices.push.answer-within",
                answerWithin,
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                "10s");
        NoticeProperties.require("push.at-once", atOnce, NoticeProperties.MOST_AT_ONCE, 32);
    }
}
