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
 * Records as they lie in the {@link ExpiringStore}. Another release may have written what is there, before an upgrade or
 * in the middle of one. Members that we do not know are passed over; a component that may be null may also be missing,
 * and so a release adds components as such; a value that lacks another one, or cannot be read at all, counts as absent.
 * Whoever writes a value in place of one that was read keeps the members that it does not know. Those within a component
 * go with it: a release adds its own beside the others.
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

    /** The value in place of one that {@link #read} has taken. */
    public byte[] write(T value, byte[] before) {
        var members = JSON.readValue(before, ObjectNode.class);
        members.setAll(JSON.<ObjectNode>valueToTree(value));
        return JSON.writeValueAsBytes(members);
    }

    /** What was written; empty when it is of another shape. */
    public Optional<T> read(byte[] bytes) {
        try {
            return Optional.ofNullable(JSON.readValue(bytes, type));
        } catch (JacksonException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    /** Takes the components of records for required, but for those that are {@link Nullable}. */
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
