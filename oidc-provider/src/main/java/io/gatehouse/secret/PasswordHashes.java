package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;

/** The kinds of password hash that an operator's account may have; new ones are bcrypt. */
public final class PasswordHashes {

    /** An example of a hash, for messages. */
    public static final String EXAMPLE = "{bcrypt}$2a$12$...";

    /** The number of bytes that bcrypt reads. */
    private static final int MOST_BYTES = 72;

    private static final int FEWEST_CHARACTERS = 12;

    private static final String BCRYPT = "bcrypt";
    private static final String PBKDF2 = "pbkdf2@SpringSecurity_v5_8";
    private static final Pattern HASH = Pattern.compile(
            "\\{bcrypt}\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}|\\{pbkdf2@SpringSecurity_v5_8}[0-9a-f]{64,}");

    /** The cost of a guess: 2 to the power of this many rounds. */
    private static final int COST = 12;

    private final PasswordEncoder encoder;

    public PasswordHashes() {
        this(COST);
    }

    /** @param cost of new bcrypt hashes, 4 to 31; a test may do with less than operators need */
    public PasswordHashes(int cost) {
        this.encoder = new DelegatingPasswordEncoder(
                BCRYPT,
                Map.of(
                        BCRYPT,
                        new BCryptPasswordEncoder(cost),
                        PBKDF2,
                        Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8()));
    }

    public static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    public static boolean isShortEnough(String password) {
        return password.getBytes(UTF_8).length <= MOST_BYTES;
    }

    /** The fault of a new password; empty when it has none. */
    public static Optional<String> fault(String password) {
        if (password.codePointCount(0, password.length()) < FEWEST_CHARACTERS) {
            return Optional.of("the password must have " + FEWEST_CHARACTERS + " characters or more");
        }
        return isShortEnough(password)
                ? Optional.empty()
                : Optional.of("the password must have no more than " + MOST_BYTES + " bytes (UTF-8)");
    }

    /** A new hash of this password. */
    public String hash(String password) {
        return String.valueOf(encoder.encode(password));
    }

    public boolean matches(String password, String hash) {
        return encoder.matches(password, hash);
    }
}
