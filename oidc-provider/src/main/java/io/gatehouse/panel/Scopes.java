package io.gatehouse.panel;

/** What a script's token may allow, as authorities of Spring Security. */
final class Scopes {

    static final String READ = "SCOPE_rooms.read";
    static final String WRITE = "SCOPE_rooms.write";

    private Scopes() {}
}
