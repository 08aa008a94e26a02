package io.gatehouse.awsapi;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.InvalidSettingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The rooms that answer this API, by their event ids. */
public final class AwsRooms {

    private final Map<String, AwsRoom> rooms = new LinkedHashMap<>();

    /** @param settings of the rooms that have any */
    public AwsRooms(Map<RoomId, AwsApiProperties> settings, WaitingRooms waitingRooms) {
        settings.forEach((room, own) -> {
            if (own.enabled()) {
                var event = new AwsRoom(eventId(room, own), waitingRooms.get(room.value()), own);
                if (rooms.put(event.eventId(), event) != null) {
                    throw new InvalidSettingException(
                            property(room), "must be another one in each room, was \"" + event.eventId() + "\" in two");
                }
            }
        });
    }

    private static String eventId(RoomId room, AwsApiProperties own) {
        var eventId = Objects.requireNonNullElse(own.eventId(), room.value());
        if (eventId.isBlank()) {
            throw new InvalidSettingException(property(room), "must not be empty", "Sample");
        }
        return eventId;
    }

    private static String property(RoomId room) {
        return "gatehouse.rooms." + room + ".aws-api.event-id";
    }

    /** The room of this event id, to the letter; refused with this text when there is none. */
    AwsRoom get(String eventId, String otherwise) {
        return Optional.ofNullable(rooms.get(eventId)).orElseThrow(() -> AwsErrorException.badRequest(otherwise));
    }

    /**
     * The event that a query asks for, once all parameters are there that have to be; refused with this text when there is none,
     * or a request id that does not look like one.
     */
    AwsRoom asked(Map<String, String> query, String otherwise, String... required) {
        var missing =
                Stream.of(required).filter(name -> !query.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw AwsErrorException.badRequest("Missing required request parameters: " + missing);
        }
        var event = get(query.getOrDefault("event_id", ""), otherwise);
        if (query.containsKey("request_id") && !RequestIds.isShaped(query.getOrDefault("request_id", ""))) {
            throw AwsErrorException.badRequest(otherwise);
        }
        return event;
    }
}
