package io.gatehouse.panel;

import org.springframework.security.core.Authentication;

/** Who does an act: an operator at the panel, or a script with a token. */
record Actor(String kind, String name) {

    static Actor of(Authentication authentication) {
        var kind = authentication.getPrincipal() instanceof SignedInOperator ? "operator" : "script";
        return new Actor(kind, ActLog.plain(authentication.getName()));
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
