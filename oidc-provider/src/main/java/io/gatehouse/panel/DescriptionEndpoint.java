package io.gatehouse.panel;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Setting;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /panel/api}: what the panel's API is, as an OpenAPI document (3.1). It lies in
 * {@code openapi.json}, is written by hand, and compared with the endpoints by tests; the address of the
 * installation is filled in, and the settings of rooms that the document does not spell out are, from their
 * descriptions.
 */
@RestController
final class DescriptionEndpoint {

    /** A room with no more settings than it needs. */
    private static final Room PLAIN = new Room(
            new RoomId("room"),
            "Room",
            new RoomSettings(Optional.empty(), OptionalLong.empty(), false),
            new Terms(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofDays(1)),
            Optional.empty());

    private final String description;

    DescriptionEndpoint(Issuer issuer) {
        this.description = document().toString().replace("ISSUER", issuer.value());
    }

    @Needs(Role.VIEWER)
    @GetMapping(path = "/panel/api", produces = MediaType.APPLICATION_JSON_VALUE)
    String description() {
        return description;
    }

    /** The document with the settings of rooms, and without the address of the installation. */
    static ObjectNode document() {
        var document = (ObjectNode)
                JsonMapper.shared().readTree(DescriptionEndpoint.class.getResourceAsStream("openapi.json"));
        var schemas = document.withObject("/components/schemas");
        for (var setting : Room.SETTINGS) {
            var isSet = setting.json(PLAIN) != null;
            fill(schemas, "Definition", setting, !isSet, true);
            fill(schemas, "DefinitionEdit", setting, !setting.kind().type().equals("boolean"), false);
        }
        RoomSettings.KEPT.forEach(
                setting -> fill(schemas, "Settings", setting, false, setting.json(PLAIN.configured()) != null));
        RoomSettings.SETTINGS.forEach(
                setting -> fill(schemas, "SettingsEdit", setting, setting.kind().isOptional(), false));
        return document;
    }

    /**
     * Adds a setting to a schema that does not spell it out.
     *
     * @param mayBeNull whether null stands for one that is not set
     * @param isAlwaysThere whether each answer has it
     */
    private static void fill(
            ObjectNode schemas, String schema, Setting<?> setting, boolean mayBeNull, boolean isAlwaysThere) {
        var properties = schemas.withObject(schema).withObject("properties");
        if (properties.has(setting.name())) {
            return;
        }
        var property = properties.putObject(setting.name());
        if (mayBeNull) {
            property.putArray("type").add(setting.kind().type()).add("null");
        } else {
            property.put("type", setting.kind().type());
            setting.kind().words().forEach(word -> property.withArray("enum").add(word));
        }
        setting.kind().bounds().forEach(property::put);
        property.put("description", setting.explained() + ".");
        if (isAlwaysThere) {
            schemas.withObject(schema).withArray("required").add(setting.name());
        }
    }
}
