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

    /** What only the password has proven: whoever reads along is to ask who it was. */
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

    /** Why something went wrong, as somebody else has said it: the same, and longer. */
    static String reason(String text) {
        return plain(text, 400);
    }

    private static String plain(String text, int most) {
        var plain = text.replaceAll("[^\\p{Graph} ]", "?");
        return plain.length() > most ? plain.substring(0, most) : plain;
    }
}
