package io.gatehouse.setting;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The storage of all data.
 *
 * @param store Where lines, admissions and keys are kept: embedded, redis, dynamodb or redis+dynamodb.
 * @param data The folder of the embedded store and of the master key; made if it is not there.
 */
@ConfigurationProperties("gatehouse")
public record StoreProperties(@DefaultValue("embedded") StoreKind store, @DefaultValue("./data") Path data) {}
