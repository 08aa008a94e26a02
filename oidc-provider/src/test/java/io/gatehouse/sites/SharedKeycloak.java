package io.gatehouse.sites;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One Keycloak for all classes of this JVM that ask for it: it takes the better part of a minute to start. */
final class SharedKeycloak implements ParameterResolver {

    private static final Namespace OURS = Namespace.create(SharedKeycloak.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == KeycloakBroker.class;
    }

    /** JUnit closes it with the whole run. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(OURS)
                .computeIfAbsent(KeycloakBroker.class, first -> new KeycloakBroker(), KeycloakBroker.class);
    }
}
