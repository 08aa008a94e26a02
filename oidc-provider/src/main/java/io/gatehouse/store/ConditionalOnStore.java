package io.gatehouse.store;

import io.gatehouse.setting.StoreKind;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Marks the configuration of one store, or of what some have in common: it counts only where one of them is chosen. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnStore.Chosen.class)
public @interface ConditionalOnStore {

    /** The stores, of which one must be chosen. */
    StoreKind[] value();

    /** Whether one of the named stores is the one that the settings choose. */
    final class Chosen implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            var kinds = metadata.getAnnotations().get(ConditionalOnStore.class).getEnumArray("value", StoreKind.class);
            return Set.of(kinds).contains(StoreKind.opened(context.getEnvironment()));
        }
    }
}
