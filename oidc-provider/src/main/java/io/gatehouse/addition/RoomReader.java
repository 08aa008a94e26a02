package io.gatehouse.addition;

import java.util.Map;

/** Makes a room of its settings, by the rules of the configuration files. */
@FunctionalInterface
public interface RoomReader {

    /**
     * The room of this name.
     *
     * @param settings as an {@link Addition} has them
     * @throws io.gatehouse.setting.InvalidSettingException that says which one is wrong, and what would do
     */
    DefinedRoom read(String name, Map<String, String> settings);
}
