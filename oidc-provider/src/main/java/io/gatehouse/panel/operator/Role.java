package io.gatehouse.panel.operator;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;

/**
 * The permissions of an operator or API client at the panel and its API; each role includes those before it.
 * An operator has a role by the configuration, an API client by the scopes of its token.
 */
public enum Role {
    /** Looks at everything, and changes nothing. */
    VIEWER("rooms.read"),
    /** Steers: the line, the settings of rooms, what visitors are told. */
    OPERATOR("rooms.operate"),
    /** May do everything: rooms, sites, keys, operators, API clients. */
    OWNER("rooms.write");

    private final String scope;

    Role(String scope) {
        this.scope = scope;
    }

    /** The scope that lets an API client do the same. */
    public String scope() {
        return scope;
    }

    /** The role's name in the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of this word; empty for any other text. */
    public static Optional<Role> read(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    public boolean isAtLeast(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** The role of the request; empty without a sign-in, and for tokens without a scope of the panel. */
    public static Optional<Role> of(Authentication who) {
        return who.getPrincipal() instanceof SignedInOperator operator
                ? Optional.of(operator.role())
                : Stream.of(values()).filter(role -> role.isGranted(who)).max(Comparator.naturalOrder());
    }

    private boolean isGranted(Authentication client) {
        return client.getAuthorities().stream().anyMatch(granted -> ("SCOPE_" + scope).equals(granted.getAuthority()));
    }
}
