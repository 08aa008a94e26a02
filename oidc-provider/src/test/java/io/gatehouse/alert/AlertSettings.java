package io.gatehouse.alert;

import io.gatehouse.mail.MailServer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The settings of alerts as a start reads them, without one. */
final class AlertSettings {

    private AlertSettings() {}

    /** Of lines such as {@code mail.host=localhost}, below {@code gatehouse.alerts}. */
    static AlertProperties of(String... lines) {
        var all = new LinkedHashMap<String, String>();
        Stream.of(lines)
                .map(line -> line.split("=", 2))
                .forEach(both -> all.put("gatehouse.alerts." + both[0], both[1]));
        return of(all);
    }

    private static AlertProperties of(Map<String, String> all) {
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("gatehouse.alerts", AlertProperties.class);
    }

    /** Reads them all. */
    static void start(AlertProperties properties) {
        new AlertConfiguration().alertRoster(properties);
        Limits.of(properties);
        Optional.ofNullable(properties.mail()).ifPresent(mail -> new MailServer(mail, () -> 0));
    }
}
