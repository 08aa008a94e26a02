package io.gatehouse.store.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.util.DefaultSdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The condition of a write. Every attribute's name has a {@code #} before it, since many plain words are reserved. */
record Condition(String expression, Map<String, AttributeValue> values) {

    /** No item has this key. */
    static final Condition ABSENT = new Condition("attribute_not_exists(#pk)", Map.of());

    private static final Pattern NAMES = Pattern.compile("#(\\w+)");

    /** The item is as it was read, as far as these attributes say. */
    static Condition unchanged(Optional<Item> read, String... names) {
        return read.map(item -> equal(item, names)).orElse(ABSENT);
    }

    /** The item is equal to this in these attributes, present or absent. */
    static Condition equal(Item item, String... names) {
        var values = new HashMap<String, AttributeValue>();
        var terms = new ArrayList<String>();
        for (var name : names) {
            var value = item.attributes().get(name);
            if (value == null) {
                terms.add("attribute_not_exists(#" + name + ")");
            } else {
                terms.add("#" + name + " = :" + name);
                values.put(":" + name, value);
            }
        }
        return new Condition(String.join(" AND ", terms), values);
    }

    Map<String, String> names() {
        return names(expression);
    }

    /** The values as a request takes them: an empty map would be refused. */
    Map<String, AttributeValue> valuesIfAny() {
        return values.isEmpty() ? DefaultSdkAutoConstructMap.getInstance() : values;
    }

    static Map<String, String> names(String expression) {
        return NAMES.matcher(expression)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .collect(Collectors.toMap(name -> "#" + name, name -> name));
    }
}
