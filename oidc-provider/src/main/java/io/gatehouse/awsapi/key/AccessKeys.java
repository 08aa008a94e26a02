package io.gatehouse.awsapi.key;

import io.gatehouse.addition.AddedKeys;
import io.gatehouse.awsapi.key.AwsKeysProperties.KeyProperties;
import io.gatehouse.room.Rooms;
import io.gatehouse.setting.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The key pairs of the private API. If the configuration files have a key of the same id, theirs counts. */
public final class AccessKeys {

    private static final int SHORTEST_SECRET = 16;

    private final Map<String, AccessKey> ofTheFiles = new TreeMap<>();
    private final AddedKeys added;
    private final NavigableSet<String> rooms;

    /** @param answering the names of the rooms that answer the API */
    public AccessKeys(AwsKeysProperties files, AddedKeys added, Rooms rooms, NavigableSet<String> answering) {
        files.awsKeys().forEach((written, key) -> {
            var id = inCapitals(written);
            ofTheFiles.put(id, read(id, "gatehouse.aws-keys." + written, key, rooms));
        });
        this.added = added;
        this.rooms = answering;
    }

    /** A variable of the environment has lost its case, and ids of access keys are written in capitals. */
    private static String inCapitals(String id) {
        return id.equals(id.toLowerCase(Locale.ROOT)) ? id.toUpperCase(Locale.ROOT) : id;
    }

    private static AccessKey read(String id, String setting, KeyProperties key, Rooms rooms) {
        if (key.secret() == null || key.secret().length() < SHORTEST_SECRET) {
            throw new InvalidSettingException(
                    setting + ".secret", "must be set, to " + SHORTEST_SECRET + " characters or more");
        }
        if (key.rooms().isEmpty() || !key.rooms().stream().allMatch(rooms::isOfTheFiles)) {
            throw new InvalidSettingException(
                    setting + ".rooms", "must name rooms that there are, was " + key.rooms(), "shop");
        }
        return new AccessKey(id, key.secret(), new TreeSet<>(key.rooms()), Optional.empty());
    }

    /** The key of this id, if this node accepts it now. */
    public Optional<AccessKey> find(String id) {
        return Optional.ofNullable(ofTheFiles.get(id)).or(() -> added.find(id).map(kept -> AccessKey.of(id, kept)));
    }

    /** All keys as they are now, those of the files first. */
    public List<AccessKey> all() {
        var all = new ArrayList<>(ofTheFiles.values());
        added.kept().all().forEach((id, kept) -> {
            if (!isOfTheFiles(id)) {
                all.add(AccessKey.of(id, kept));
            }
        });
        return all;
    }

    /** Whether the configuration files have a key of this id. */
    public boolean isOfTheFiles(String id) {
        return ofTheFiles.containsKey(id);
    }

    /** The names of the rooms that a key may be for: those that answer the API. */
    public NavigableSet<String> rooms() {
        return rooms;
    }

    /** The key of this id that operators have made, as it is kept now. */
    public Optional<AccessKey> made(String id) {
        return added.kept().find(id).map(kept -> AccessKey.of(id, kept));
    }

    /** Whether the store has no room for this key. */
    public boolean isFull(AccessKey next) {
        return added.kept().isFull(next.id(), next.addition());
    }

    /** Keeps a key, which counts here at once and elsewhere within a tick; false when its id is in use. */
    public boolean add(AccessKey key) {
        return added.kept().replace(key.id(), Optional.empty(), key.addition());
    }

    /** Forgets a key that operators have made, here at once and elsewhere within a tick; false when it is gone. */
    public boolean remove(String id) {
        var kept = added.kept();
        return kept.find(id).filter(key -> kept.remove(id, key)).isPresent();
    }
}
