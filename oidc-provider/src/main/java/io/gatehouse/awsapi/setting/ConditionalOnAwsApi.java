package io.gatehouse.awsapi.setting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Marks parts that exist only if a room switches this API on; otherwise its addresses do not exist. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnAwsApi.Enabled.class)
public @interface ConditionalOnAwsApi {

    /** Whether any room switches the API on. */
    final class Enabled implements Condition {

        /** The part of a room's settings that the condition needs. */
        record RoomSwitch(@Nullable ApiSwitch awsApi) {}

        record ApiSwitch(@DefaultValue("false") boolean enabled) {}

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            try {
                return Binder.get(context.getEnvironment())
                        .bind("gatehouse.rooms", Bindable.mapOf(String.class, RoomSwitch.class))
                        .orElse(Map.of())
                        .values()
                        .stream()
                        .anyMatch(room -> room.awsApi() != null && room.awsApi().enabled());
            } catch (BindException unreadable) {
                return true; // the check of all settings has a better message
            }
        }
    }
}
