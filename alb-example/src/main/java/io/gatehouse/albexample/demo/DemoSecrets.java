package io.gatehouse.albexample.demo;

import java.security.SecureRandom;

/** The operator's password and the client's secret, new for each demo. */
record DemoSecrets(String password, String client) {

    /** The alphabet has no letters that look alike, because people type the password. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

    static DemoSecrets invent(SecureRandom random) {
        return new DemoSecrets(
                letters(random, 4) + "-" + letters(random, 4) + "-" + letters(random, 4) + "-" + letters(random, 4),
                letters(random, 40));
    }

    private static String letters(SecureRandom random, int count) {
        StringBuilder letters = new StringBuilder();
        random.ints(count, 0, ALPHABET.length()).forEach(n -> letters.append(ALPHABET.charAt(n)));
        return letters.toString();
    }

    @Override
    public String toString() {
        return "DemoSecrets[]";
    }
}
