package io.gatehouse.store.dynamodb;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One item of the table. */
record Item(Map<String, AttributeValue> attributes) {

    Item {
        attributes = Collections.unmodifiableMap(new HashMap<>(attributes));
    }

    static Item of(String key) {
        return new Item(Map.of(Schema.KEY, text(key)));
    }

    static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(String.valueOf(value));
    }

    String key() {
        return text(Schema.KEY, "");
    }

    boolean has(String name) {
        return attributes.containsKey(name);
    }

    long number(String name, long absent) {
        var value = attributes.get(name);
        return value == null ? absent : Long.parseLong(value.n());
    }

    String text(String name, String absent) {
        var value = attributes.get(name);
        return value == null ? absent : value.s();
    }

    Optional<Instant> instant(String name) {
        return Optional.ofNullable(attributes.get(name)).map(value -> Instant.ofEpochMilli(Long.parseLong(value.n())));
    }

    byte[] bytes(String name) {
        return Objects.requireNonNull(attributes.get(name), "an item has no " + name)
                .b()
                .asByteArray();
    }

    Item with(String name, long value) {
        return with(name, number(value));
    }

    Item with(String name, String value) {
        return with(name, text(value));
    }

    Item with(String name, Instant value) {
        return with(name, value.toEpochMilli());
    }

    Item with(String name, byte[] value) {
        return with(name, AttributeValue.fromB(SdkBytes.fromByteArray(value)));
    }

    /** The item with these as well: numbers, flags that are set, and texts. */
    Item with(Map<String, Object> values) {
        var more = new HashMap<>(attributes);
        values.forEach((name, value) -> more.put(
                name,
                value instanceof Long number
                        ? number(number)
                        : value instanceof Boolean flag ? AttributeValue.fromBool(flag) : text(value.toString())));
        return new Item(more);
    }

    /** The attributes of these names that the item has, as they were given. */
    Map<String, Object> values(List<String> names) {
        var values = new HashMap<String, Object>();
        for (var name : names) {
            var value = attributes.get(name);
            if (value != null) {
                values.put(
                        name,
                        value.n() != null ? Long.valueOf(value.n()) : value.s() != null ? value.s() : value.bool());
            }
        }
        return values;
    }

    /** The item with this flag; the attribute is absent where a flag is not set. */
    Item with(String flag) {
        return with(flag, AttributeValue.fromBool(true));
    }

    private Item with(String name, AttributeValue value) {
        var more = new HashMap<>(attributes);
        more.put(name, value);
        return new Item(more);
    }
}
