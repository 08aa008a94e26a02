package io.gatehouse.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What stands before Gatehouse.
 *
 * @param trustedProxies How many proxies of yours stand before it and append to X-Forwarded-For: 0 to 10.
 */
@ConfigurationProperties("gatehouse")
record ProxyProperties(@DefaultValue("0") int trustedProxies) {}
