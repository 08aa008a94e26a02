package io.gatehouse.door;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What stands before Gatehouse, and how it is reached.
 *
 * @param trustedProxies How many proxies of yours stand before it and append to X-Forwarded-For: 0 to 10.
 * @param strictTransport For how long browsers that were here come by https only (Strict-Transport-Security),
 *     where the issuer is https; 0 to say nothing.
 */
@ConfigurationProperties("gatehouse")
public record ProxyProperties(@DefaultValue("0") int trustedProxies, @DefaultValue("365d") Duration strictTransport) {}
