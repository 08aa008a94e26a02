package io.gatehouse.panel.operator;

/** What an API client's token may allow, as authorities of Spring Security. */
public final class Scopes {

    public static final String READ = "SCOPE_rooms.read";
    public static final String WRITE = "SCOPE_rooms.write";

    private Scopes() {}
}
