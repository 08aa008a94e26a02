package io.gatehouse.panel.operator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for every act: who did what to which room, with the old value and the new. Never a place's id. */
public final class ActLog {

    private static final Logger LOG = LoggerFactory.getLogger("gatehouse.acts");

    private ActLog() {}

    public static void room(Actor who, String room, String what) {
        LOG.info("{}: room {}: {}", who, room, what);
    }

    public static void other(Actor who, String what) {
        LOG.info("{}: {}", who, what);
    }

    /** An act that only the password has proven: readers of the log should check the person. */
    static void byPasswordAlone(Actor who, String what) {
        LOG.warn("{}: {}", who, what);
    }

    static void signInRefused(String name) {
        LOG.info("sign-in refused for {}", name);
    }

    /** A name that cannot break the line. */
    static String plain(String name) {
        return plain(name, 100);
    }

    /** The foreign reason of a failure, shortened and cleaned for our log. */
    static String reason(String text) {
        return plain(text, 400);
    }

    /** A text that cannot break the line, no longer than this. */
    static String plain(String text, int most) {
        var plain = text.replaceAll("[^\\p{Graph} ]", "?");
        return plain.length() > most ? plain.substring(0, most) : plain;
    }
}
