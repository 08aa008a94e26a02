package io.gatehouse.store.dynamodb;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The DynamoDB table. Credentials come from where every AWS program looks for them.
 *
 * @param table The table's name.
 * @param region The AWS region; by default the one of the environment.
 * @param endpoint Another address of DynamoDB, such as that of DynamoDB Local or of a VPC endpoint.
 * @param create Whether a missing table is created at the start, with its index, on-demand billing, expiry
 *     and point-in-time recovery.
 */
@ConfigurationProperties("gatehouse.dynamodb")
record DynamoDbProperties(
        @DefaultValue("gatehouse") String table,
        @Nullable String region,
        @Nullable URI endpoint,
        @DefaultValue("false") boolean create) {}
