package io.gatehouse.door.stream;

import io.gatehouse.setting.InvalidSettingException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The boards as server-sent events.
 *
 * @param connections How many may listen to this node at a time; 0 for none.
 * @param connectionsPerAddress How many of one address (of IPv6 its /64) may; 1 or more.
 * @param waitingPages Whether waiting pages listen, and ask for the board only while they hear nothing.
 */
@ConfigurationProperties("gatehouse.board-events")
public record StreamProperties(
        @DefaultValue("19000") int connections,
        @DefaultValue("1000") int connectionsPerAddress,
        @DefaultValue("false") boolean waitingPages) {

    public StreamProperties {
        if (connections < 0) {
            throw invalid("connections", "must be 0 or more, was " + connections, "19000");
        }
        if (connectionsPerAddress < 1) {
            throw invalid("connections-per-address", "must be 1 or more, was " + connectionsPerAddress, "1000");
        }
    }

    private static InvalidSettingException invalid(String name, String what, String example) {
        return new InvalidSettingException("gatehouse.board-events." + name, what, example);
    }
}
