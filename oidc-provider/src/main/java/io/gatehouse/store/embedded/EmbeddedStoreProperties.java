package io.gatehouse.store.embedded;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The embedded store.
 *
 * @param data The folder in which Gatehouse keeps everything; made if it is not there.
 */
@ConfigurationProperties("gatehouse")
record EmbeddedStoreProperties(@DefaultValue("./data") Path data) {}
