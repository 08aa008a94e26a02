package io.gatehouse.value;

import java.lang.reflect.Executable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON form of records in the {@link ExpiringStore}. Another release may have written them, before an
 * upgrade or during one. Unknown members are ignored. A nullable component may be missing, so a release adds
 * components as nullable. A value that lacks another component, or cannot be read at all, counts as absent. A
 * writer that replaces a value keeps its unknown members, but not those within a component: a release adds
 * its own beside the others.
 */
public final class StoredJson<T extends Record> {

    private static final JsonMapper JSON = JsonMapper.builder()
            .annotationIntrospector(new RequiredUnlessNullable())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Class<T> type;

    public StoredJson(Class<T> type) {
        this.type = type;
    }

    public byte[] write(T value) {
        return JSON.writeValueAsBytes(value);
    }

    /** The bytes that replace a value which {@link #read} has read. */
    public byte[] write(T value, byte[] before) {
        var members = JSON.readValue(before, ObjectNode.class);
        members.setAll(JSON.<ObjectNode>valueToTree(value));
        return JSON.writeValueAsBytes(members);
    }

    /** The record; empty when the value has another form. */
    public Optional<T> read(byte[] bytes) {
        try {
            return Optional.ofNullable(JSON.readValue(bytes, type));
        } catch (JacksonException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    /** Treats the components of records as required, except those that are {@link Nullable}. */
    private static final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return member instanceof AnnotatedParameter parameter
                    && parameter.getOwner().getAnnotated() instanceof Executable constructor
                    && !constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
                            Nullable.class);
        }
    }
}
