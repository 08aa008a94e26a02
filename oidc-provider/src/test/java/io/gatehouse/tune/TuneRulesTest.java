package io.gatehouse.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.RoomId;
import io.gatehouse.setting.GivenSettings;
import io.gatehouse.setting.InvalidSettingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the settings of a tuned room may be. */
class TuneRulesTest {

    private static final RoomId SHOP = new RoomId("shop");
    private static final String TUNE = "gatehouse.rooms.shop.tune";

    /** Each with the name of what is wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "floor=0; floor: must be 1 to 100, was 0",
                "floor=101; floor: must be 1 to 100, was 101",
                "floor=few; floor: must be a whole number",
                "start=1; start: must be floor, 2, or more, was 1",
                "period=500ms; period: must be from 1s to 10m, was 500ms",
                "period=11m; period: must be from 1s to 10m, was 11m",
                "visit=0s; visit: must be from 1s to 1d, was 0s",
                "visit=long; visit: must be a time",
                "blind=close; blind: must be one of hold, floor",
                "blind-after=-1s; blind-after: must be from 0s to 1h",
                "login=61s; login: must be from 0s to 1m, was 61s",
                "unredeemed=-1; unredeemed: must be 0 to 100, was -1",
                "pushed=0s; pushed: must be from 1s to 1h, was 0s",
                "ceiling=5; ceiling",
                "health.latency=1s; health.url: must be an http or https address with a host, was null",
                "health.url=ftp://shop/; health.url: must be an http or https address with a host, was ftp://shop/",
                "health.url=http://s/ health.limit=1; health.limit: needs pointer or line",
                "health.url=http://s/ health.latency=0s; health.latency: must be more than 0s",
                "health.url=http://s/ health.pointer=/a; health.limit: must be a number above 0, was null",
                "health.url=http://s/ health.pointer=/a health.limit=0; health.limit: must be a number above 0, was 0.0",
                "health.url=http://s/ health.pointer=/a health.limit=NaN; health.limit: must be a number above 0, was NaN",
                "health.url=http://s/ health.pointer=a health.limit=1; health.pointer: ",
                "health.url=http://s/ health.line={} health.limit=1; health.line: must look like name{label",
                "health.url=http://s/ health.line=a health.pointer=/a health.limit=1; health.line: must not be set beside pointer",
                "prometheus.url=http://p:9090; prometheus.query: must be set",
                "prometheus.url=http://p:9090 prometheus.query=a; prometheus.limit: must be a number above 0",
                "cloud-watch.region=eu-central-1; cloud-watch.load-balancer: must match",
                "cloud-watch.region=EU cloud-watch.load-balancer=app/shop/50dc6c495c0c9188; cloud-watch.region: must match",
                "cloud-watch.region=eu cloud-watch.load-balancer=app/shop/50dc6c495c0c9188 period=30s; period: must be from 1m to 10m"
            })
    void givenASettingThatCannotBeUsed_whenItIsRead_thenItIsNamedWithWhatWasExpected(String given, String told) {
        assertThatThrownBy(() -> rules(given))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(TUNE + "." + told);
    }

    @Test
    void givenNoSettingsButOne_whenTheyAreRead_thenTheOthersAreAsDocumented() {
        var rules = rules("enabled=true");

        assertThat(rules.period(Duration.ofMinutes(5))).isEqualTo(Duration.ofSeconds(5));
        assertThat(rules.visit(Tuned.Visits.NONE)).isEqualTo(Duration.ofMinutes(5));
        assertThat(rules.visit(new Tuned.Visits(600, 30))).isEqualTo(Duration.ofSeconds(20));
        assertThat(rules.start(200)).isEqualTo(60);
        assertThat(rules.bounds(200, 1)).isEqualTo(new Look.Bounds(4, 200));
        assertThat(rules.bounds(10, 1)).isEqualTo(new Look.Bounds(1, 10));
        assertThat(rules.bounds(0, 1)).isEqualTo(new Look.Bounds(0, 0));
    }

    /** A room that asks this address of its site, and looks at nothing else. */
    static TuneProperties asking(TuneProperties.HealthProperties health) {
        var usual = rules("login=0s unredeemed=0").said();
        return new TuneProperties(
                true,
                usual.floor(),
                usual.start(),
                null,
                usual.visit(),
                usual.blind(),
                usual.blindAfter(),
                usual.login(),
                usual.unredeemed(),
                health,
                null,
                null,
                null);
    }

    private static TuneRules rules(String given) {
        var settings = new HashMap<String, String>();
        for (var setting : given.split(" ")) {
            var parts = setting.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        return TuneRules.of(SHOP, GivenSettings.read(TUNE, Map.copyOf(settings), TuneProperties.class));
    }
}
