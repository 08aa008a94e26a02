package io.gatehouse.metrics;

import io.gatehouse.setting.InvalidSettingException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The access to the metrics at {@code /metrics}.
 *
 * @param token What a scraper shows at /metrics; it does not expire, and opens nothing else. Unset, that
 *     address is not there.
 */
@ConfigurationProperties("gatehouse.metrics")
record MetricsProperties(@Nullable String token) {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~-]{16,256}");

    MetricsProperties {
        if (token != null && !TOKEN.matcher(token).matches()) {
            throw new InvalidSettingException(
                    "gatehouse.metrics.token",
                    "must be 16 to 256 characters of A-Z a-z 0-9 - . _ ~ (it is not shown here)",
                    "$(openssl rand -hex 32)");
        }
    }

    @Override
    public String toString() {
        return "MetricsProperties[" + (token == null ? "off" : "on") + "]";
    }
}
