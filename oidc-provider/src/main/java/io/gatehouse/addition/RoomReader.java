package io.gatehouse.addition;

import java.util.Map;

/** Makes a room from its settings, by the rules of the configuration files. */
@FunctionalInterface
public interface RoomReader {

    /**
     * The room of this name.
     *
     * @param settings as an {@link Addition} has them
     * @throws io.gatehouse.setting.InvalidSettingException names the wrong setting and a valid value
     */
    DefinedRoom read(String name, Map<String, String> settings);
}
