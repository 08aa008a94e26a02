package io.gatehouse.event;

import io.gatehouse.event.EventProperties.ReceiverProperties;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Loopback;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what tells receivers of events. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EventProperties.class)
class EventConfiguration {

    private static final String EXAMPLE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECRET = "whsec_";
    private static final int SHORTEST_SECRET = 24;
    private static final int LONGEST_SECRET = 64;

    @Bean
    Events events(
            EventProperties properties,
            ObjectProvider<EventSource> sources,
            Issuer issuer,
            ExpiringStore store,
            SecureRandom random,
            MeterRegistry meters,
            Clock clock,
            Ticker ticker) {
        var addressees = properties.receivers().entrySet().stream()
                .map(one -> addressee(one.getKey(), one.getValue(), properties.answerWithin(), clock))
                .toList();
        var node = new Node(
                RandomBytes.hex(8, random), properties.most(), issuer, store, new EventCounts(meters), clock, ticker);
        return new Events(addressees, () -> sources.orderedStream().toList(), node);
    }

    private static Addressee addressee(String name, ReceiverProperties settings, Duration answerWithin, Clock clock) {
        var prefix = "gatehouse.events.receivers." + name;
        settings.kinds().stream()
                .filter(kind -> !Kinds.ALL.contains(kind))
                .findFirst()
                .ifPresent(kind -> {
                    throw new InvalidSettingException(
                            prefix + ".kinds", "must be of " + Kinds.ALL + ", was " + kind, "opened,admitted");
                });
        var secrets = secrets(prefix + ".secrets", settings.secrets());
        return new Addressee(
                name,
                settings,
                new Webhook(url(prefix + ".url", settings.url()), secrets, settings.batch(), answerWithin, clock));
    }

    private static URI url(String property, @Nullable URI url) {
        if (url == null || !Loopback.isHttpsOrLoopback(url)) {
            throw new InvalidSettingException(
                    property,
                    "must be https, or http on a loopback host, was " + url,
                    "https://hooks.example.com/gatehouse");
        }
        return url;
    }

    private static List<byte[]> secrets(String property, List<String> texts) {
        if (texts.isEmpty()) {
            throw new InvalidSettingException(property, "must be set", EXAMPLE);
        }
        return texts.stream().map(text -> secret(property, text)).toList();
    }

    private static byte[] secret(String property, String text) {
        try {
            var secret = Base64.getDecoder().decode(text.startsWith(SECRET) ? text.substring(SECRET.length()) : "");
            if (secret.length >= SHORTEST_SECRET && secret.length <= LONGEST_SECRET) {
                return secret;
            }
        } catch (IllegalArgumentException noBase64) {
            throw unusable(property);
        }
        throw unusable(property);
    }

    private static InvalidSettingException unusable(String property) {
        return new InvalidSettingException(
                property,
                "must be whsec_ and " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " bytes in Base64",
                EXAMPLE);
    }
}
