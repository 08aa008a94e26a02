package io.gatehouse.awsapi.key;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The key pairs that the private API of the AWS Virtual Waiting Room is called with.
 *
 * @param awsKeys The key pairs, by access key id.
 */
@ConfigurationProperties("gatehouse")
public record AwsKeysProperties(@DefaultValue Map<String, KeyProperties> awsKeys) {

    /**
     * One key pair.
     *
     * @param secret The secret access key, 16 characters or more.
     * @param rooms The rooms that may be acted on with it.
     */
    record KeyProperties(@Nullable String secret, @DefaultValue List<String> rooms) {

        @Override
        public String toString() {
            return "KeyProperties" + rooms;
        }
    }
}
