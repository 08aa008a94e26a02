package io.gatehouse.panel;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Names of keys, without keys. */
final class KeysInMemory implements KeyRotation {

    private final List<Key> keys = new ArrayList<>();
    private final Clock clock;

    KeysInMemory(Clock clock) {
        this.clock = clock;
        rotate(algorithms());
    }

    @Override
    public synchronized List<Key> keys() {
        return List.copyOf(keys);
    }

    @Override
    public List<String> algorithms() {
        return List.of("RS256", "ES256");
    }

    @Override
    public synchronized List<Key> rotate(List<String> algorithms) {
        algorithms.forEach(name -> keys.add(new Key("key-" + keys.size(), name, State.SIGNING, clock.instant(), null)));
        return keys();
    }
}
