package io.gatehouse.panel.operator;

import org.springframework.security.core.Authentication;

/** The author of an act: an operator at the panel, or an API client with a token. */
public record Actor(String kind, String name) {

    public static Actor of(Authentication authentication) {
        var kind = authentication.getPrincipal() instanceof SignedInOperator ? "operator" : "API client";
        return new Actor(kind, ActLog.plain(authentication.getName()));
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
