package io.gatehouse.panel.definition;

import io.gatehouse.addition.DefinedRoom;
import io.gatehouse.lane.DeclaredLane;
import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Room;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A room as its configuration describes it. Operators' settings of a running room go before it.
 *
 * @param ofTheFiles whether it stands in the configuration files, and cannot be changed here
 * @param retired whether it is not to be used any more
 * @param settings as {@link Room#SETTINGS} describes them
 * @param passes as {@link #PASSES} describes them; empty without passes, and for a room of the files, where
 *     they may have a secret
 * @param tune how the room finds its limit by itself, by the names of the configuration below {@code tune};
 *     empty for a room that does not, and for a room of the files
 * @param etag stands for the definition; an edit has to name it; empty for a room of the files
 */
public record Definition(
        String room,
        boolean ofTheFiles,
        boolean retired,
        Map<String, @Nullable Object> settings,
        Optional<PassProperties> passes,
        Map<String, String> tune,
        String etag) {

    private static final String TUNED = "tune.";

    /** The rule by which the room finds its limit by itself. */
    static final Setting<Definition> TUNE = new Setting<>(
            "tune",
            Kind.objects(Map.Entry.class, one -> one.getKey() + " " + one.getValue()),
            "How it finds its limit by itself, a line for each setting: health.url https://shop.example/health",
            own -> List.copyOf(own.tune.entrySet()));

    /**
     * The settings of passes, whose bearers need not wait, or wait in a lane; the configuration may also have
     * a secret.
     */
    public static final List<Setting<PassProperties>> PASSES = List.of(
            new Setting<>(
                    "jwk",
                    Kind.text(),
                    "The public key with which the shop signs who need not wait, or in which lane: a JSON Web Key, or a set of"
                            + " them. A secret that both share can be in the configuration files only",
                    PassProperties::jwk),
            new Setting<>(
                    "jwksUri",
                    Kind.text(),
                    "Or where those keys are published: https://shop.example/.well-known/jwks.json",
                    passes -> Optional.ofNullable(passes.jwksUri())
                            .map(URI::toString)
                            .orElse(null)),
            new Setting<>(
                    "algorithms",
                    Kind.texts(),
                    "The signatures that are taken; RS256 and ES256 unless said",
                    PassProperties::algorithms),
            new Setting<>(
                    "shared", Kind.truth(), "Whether a pass may be for any number of browsers", PassProperties::shared),
            new Setting<>(
                    "addresses",
                    Kind.texts(),
                    "From where nobody needs a pass, and blocks of addresses: 192.0.2.0/24 2001:db8::/48",
                    PassProperties::addresses),
            new Setting<>("codes", Kind.truth(), "Whether access codes are taken", PassProperties::codes));

    /** One of the files. */
    static Definition of(Room room) {
        return of(new DefinedRoom(room, Optional.empty(), Optional.empty()), Map.of(), "");
    }

    /**
     * One that is kept.
     *
     * @param kept its settings, by the names of the configuration
     */
    static Definition of(DefinedRoom defined, Map<String, String> kept, String etag) {
        var room = defined.room();
        var tune = new TreeMap<String, String>();
        kept.forEach((name, value) -> {
            if (name.startsWith(TUNED)) {
                tune.put(name.substring(TUNED.length()), value);
            }
        });
        return new Definition(
                room.id().value(),
                etag.isEmpty(),
                room.isRetired(),
                json(Room.SETTINGS, room),
                defined.passes(),
                tune,
                etag);
    }

    /** All of it, for API clients. */
    Map<String, @Nullable Object> json() {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("room", room);
        members.put("ofTheFiles", ofTheFiles);
        members.put("retired", retired);
        members.putAll(settings);
        members.put("passes", passes.map(own -> json(PASSES, own)).orElse(null));
        members.put("tune", tune);
        members.put("etag", etag);
        return members;
    }

    private static <S> Map<String, @Nullable Object> json(List<Setting<S>> settings, S of) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        settings.forEach(setting -> members.put(setting.name(), setting.json(of)));
        return members;
    }

    /** The room's name for visitors. */
    public String title() {
        return String.valueOf(settings.get("title"));
    }

    /** The dates of its schedule. */
    public List<WrittenDate> dates() {
        return all("schedule", WrittenDate.class);
    }

    /** Its lanes. */
    public List<DeclaredLane> lanes() {
        return all("lanes", DeclaredLane.class);
    }

    private <T> List<T> all(String setting, Class<T> type) {
        return Stream.ofNullable(settings.get(setting))
                .flatMap(all -> ((List<?>) all).stream())
                .map(type::cast)
                .toList();
    }

    /** All of it, as it is typed into a form: a field for each setting, by its name. */
    public Map<String, String> typed() {
        var form = new HashMap<String, String>();
        Room.SETTINGS.forEach(setting -> form.put(setting.name(), typed(setting, settings.get(setting.name()))));
        passes.ifPresent(own -> PASSES.forEach(setting -> form.put(setting.name(), setting.typed(own))));
        form.put(TUNE.name(), TUNE.typed(this));
        return form;
    }

    private static String typed(Setting<?> setting, @Nullable Object value) {
        return Optional.ofNullable(value).map(setting.kind()::typed).orElse("");
    }
}
