package io.gatehouse.awsapi.room;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.awsapi.setting.AwsApiProperties.PeriodicProperties;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.room.Line;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rooms that answer this API, by their event ids. */
public final class AwsRooms {

    private static final int SMALLEST_KEY = 2048;

    private static final Pattern TOPIC = Pattern.compile("arn:aws(-us-gov|-cn)?:sns:[a-z0-9-]+:\\d{12}:[\\w.-]{1,256}");

    /** The ARN of a CloudWatch alarm: its region and its name. */
    public static final Pattern ALARM =
            Pattern.compile("arn:aws(?:-[a-z]+)*:cloudwatch:([a-z0-9-]+):\\d{12}:alarm:(.{1,255})");

    private static final Set<String> HTTP = Set.of("http", "https");
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);
    private static final Duration LONGEST_PERIOD = Duration.ofDays(1);
    private static final Instant EARLIEST = Instant.parse("2001-01-01T00:00:00Z");

    private final Map<String, AwsRoom> rooms = new LinkedHashMap<>();
    private final Map<RoomId, AwsRoom> byRoom = new HashMap<>();
    private final Map<String, AwsRoom> topics = new HashMap<>();

    /** @param settings of the rooms that have any */
    public AwsRooms(
            Map<RoomId, AwsApiProperties> settings, WaitingRooms waitingRooms, Issuer issuer, Takeover takeover) {
        settings.forEach((room, own) -> {
            if (own.enabled()) {
                var event = event(waitingRooms.get(room.value()), own, issuer, takeover);
                if (rooms.put(event.eventId(), event) != null) {
                    throw new InvalidSettingException(
                            property(room, "event-id"),
                            "must be another one in each room, was \"" + event.eventId() + "\" in two");
                }
                byRoom.put(room, event);
                own.maxSizeTopics().forEach(topic -> add(topic, event));
            }
        });
    }

    private void add(String topic, AwsRoom event) {
        var setting = property(event.room().id(), "max-size-topics");
        if (!TOPIC.matcher(topic).matches()) {
            throw new InvalidSettingException(
                    setting,
                    "must be ARNs of Amazon SNS topics, one was \"" + topic + "\"",
                    "arn:aws:sns:eu-central-1:123456789012:exits");
        }
        if (topics.put(topic, event) != null) {
            throw new InvalidSettingException(
                    setting, "must be others in each room, \"" + topic + "\" was there twice");
        }
    }

    private static AwsRoom event(WaitingRoom room, AwsApiProperties own, Issuer issuer, Takeover takeover) {
        var eventId = own.eventIdOf(room.id());
        if (eventId.isBlank()) {
            throw new InvalidSettingException(property(room.id(), "event-id"), "must not be empty", "Sample");
        }
        var tokens = Objects.toString(own.tokenIssuer(), issuer.at(AwsPaths.API));
        var event = new AwsRoom(eventId, room, own, tokens, ownKey(room.id(), own), takeover);
        var longest = room.configuration().terms().admissionTtl();
        if (event.validity().toSeconds() < 1 || event.validity().compareTo(longest) > 0) {
            throw new InvalidSettingException(
                    property(room.id(), "validity-period"),
                    "must be from 1s to the room's admission-ttl, " + longest + ", was " + event.validity(),
                    "1h");
        }
        if (own.periodic() != null) {
            check(property(room.id(), "periodic"), own.periodic());
        }
        return event;
    }

    private static void check(String property, PeriodicProperties periodic) {
        if (periodic.incrementBy() < 1 || periodic.incrementBy() > Line.MOST_BY_HAND) {
            throw new InvalidSettingException(
                    property + ".increment-by",
                    "must be 1 to " + Line.MOST_BY_HAND + ", was " + periodic.incrementBy(),
                    "10");
        }
        if (periodic.every().compareTo(SHORTEST_PERIOD) < 0 || periodic.every().compareTo(LONGEST_PERIOD) > 0) {
            throw new InvalidSettingException(property + ".every", "must be 1s to 1d, was " + periodic.every(), "1m");
        }
        check(property + ".start-time", periodic.startTime());
        check(property + ".end-time", periodic.endTime());
        if (periodic.startTime() != null
                && periodic.endTime() != null
                && !periodic.endTime().isAfter(periodic.startTime())) {
            throw new InvalidSettingException(
                    property + ".end-time",
                    "must be after start-time, " + periodic.startTime() + ", was " + periodic.endTime());
        }
        if (periodic.alarm() != null && !ALARM.matcher(periodic.alarm()).matches()) {
            throw new InvalidSettingException(
                    property + ".alarm",
                    "must be the ARN of a CloudWatch alarm, was \"" + periodic.alarm() + "\"",
                    "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:checkout-errors");
        }
        if (periodic.healthUrl() != null
                && (!HTTP.contains(Objects.toString(periodic.healthUrl().getScheme()))
                        || periodic.healthUrl().getHost() == null)) {
            throw new InvalidSettingException(
                    property + ".health-url",
                    "must be an http or https address with a host, was \"" + periodic.healthUrl() + "\"",
                    "https://shop.example/health");
        }
    }

    /** A bare number is taken for milliseconds; the old parameters had seconds. */
    private static void check(String property, @Nullable Instant moment) {
        if (moment != null && moment.isBefore(EARLIEST)) {
            throw new InvalidSettingException(
                    property, "must be a moment of this century, was " + moment, "2026-11-27T09:00:00Z");
        }
    }

    /** Adds the parts that an imported key may lack. */
    private static Optional<JWK> ownKey(RoomId room, AwsApiProperties own) {
        if (own.privateKey() == null) {
            return Optional.empty();
        }
        try {
            if (JWK.parse(own.privateKey()) instanceof RSAKey key && key.isPrivate() && key.size() >= SMALLEST_KEY) {
                var named = key.getKeyID() == null ? key.computeThumbprint().toString() : key.getKeyID();
                return Optional.of(new RSAKey.Builder(key)
                        .keyID(named)
                        .algorithm(JWSAlgorithm.RS256)
                        .keyUse(KeyUse.SIGNATURE)
                        .keyOperations(null)
                        .build());
            }
        } catch (ParseException | JOSEException noKey) {
            throw unusable(room);
        }
        throw unusable(room);
    }

    private static InvalidSettingException unusable(RoomId room) {
        return new InvalidSettingException(
                property(room, "private-key"), "must be a private RSA key of 2048 bits or more, as a JSON Web Key");
    }

    private static String property(RoomId room, String setting) {
        return "gatehouse.rooms." + room + ".aws-api." + setting;
    }

    /** The room of this name, if it answers this API. */
    public Optional<AwsRoom> of(RoomId room) {
        return Optional.ofNullable(byRoom.get(room));
    }

    /** The room that the messages of each topic are for, by its ARN. */
    public Map<String, AwsRoom> topics() {
        return topics;
    }

    /** All rooms that answer this API. */
    public Collection<AwsRoom> all() {
        return rooms.values();
    }

    /** The room of exactly this event id. */
    public Optional<AwsRoom> find(String eventId) {
        return Optional.ofNullable(rooms.get(eventId));
    }

    /** Like {@link #find}, but refuses an unknown event with this text. */
    public AwsRoom get(String eventId, String otherwise) {
        return find(eventId).orElseThrow(() -> AwsErrorException.badRequest(otherwise));
    }

    /**
     * The event that a query names. Refuses a query that lacks a required parameter; and, with this text, an
     * unknown event or a malformed request id.
     */
    public AwsRoom asked(Map<String, String> query, String otherwise, String... required) {
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
