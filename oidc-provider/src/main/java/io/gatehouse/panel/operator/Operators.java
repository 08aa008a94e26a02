package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.setting.InvalidSettingException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Who may sign in at the panel, as configured; a setting that is none of ours stops the start. */
public final class Operators {

    /** What to do if no operator can sign in; for the log and for the sign-in page. */
    static final String HOW_TO_BEGIN = "java -jar oidc-provider.jar hash-password";

    private static final Logger LOG = LoggerFactory.getLogger(Operators.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    private final Map<String, String> hashes = new LinkedHashMap<>();
    private final Map<String, Role> roles = new HashMap<>();
    private final PasswordEncoder encoder = PasswordHashes.encoder();
    private final MasterKey master;
    private final Optional<OperatorProvider> provider;
    private final Optional<Role> demandsSecondFactor;

    /** An operator with a password. */
    public record Account(String name, Role role) {}

    Operators(PanelProperties properties, MasterKey master) {
        properties.operators().forEach((name, account) -> {
            hashes.put(name, checked(name, account.password()));
            roles.put(name, account.role());
        });
        this.master = master;
        this.demandsSecondFactor = Optional.ofNullable(properties.panel().secondFactorFrom());
        this.provider = OperatorProvider.of(properties.operatorProvider(), master);
        if (hashes.isEmpty() && provider.isEmpty()) {
            LOG.warn(
                    "no operator is configured, nobody can sign in at {}: run \"{}\", type a password, and set"
                            + " gatehouse.operators.<name>.password to the line that it prints",
                    PanelPaths.HOME,
                    HOW_TO_BEGIN);
        }
    }

    /** Where operators may sign in with an account of their own. */
    Optional<OperatorProvider> provider() {
        return provider;
    }

    /** Whether no operator has a password. */
    boolean isEmpty() {
        return hashes.isEmpty();
    }

    boolean knows(String name) {
        return hashes.containsKey(name);
    }

    /** What the operator may do; empty for an unknown name. */
    Optional<Role> role(String name) {
        return Optional.ofNullable(roles.get(name));
    }

    /** All who have a password, in the order of the configuration. */
    public List<Account> all() {
        return hashes.keySet().stream()
                .map(name -> new Account(name, Objects.requireNonNull(roles.get(name))))
                .toList();
    }

    /**
     * Whether this operator comes in with a second factor only; never one of the provider's, whose business
     * that is.
     */
    public boolean demandsSecondFactor(String name) {
        return demandsSecondFactor
                .filter(least ->
                        role(name).filter(role -> role.isAtLeast(least)).isPresent())
                .isPresent();
    }

    /** Whether this is the operator's password. A name that is not known costs as much time as one that is. */
    boolean recognises(String name, String password) {
        var hash = hashes.get(name);
        var compared = hash != null ? hash : hashes.values().iterator().next();
        var isShortEnough = PasswordHashes.isShortEnough(password);
        var matches = encoder.matches(isShortEnough ? password : "", compared);
        return hash != null && isShortEnough && matches;
    }

    /**
     * Stands for what a sign-in rests on, the operator's present password or the present provider; another
     * one has another. Empty for an unknown name.
     */
    Optional<String> stamp(String name) {
        return Optional.ofNullable(hashes.get(name))
                .map(hash -> master.fingerprint("operator-password", hash))
                .or(() -> provider.filter(its -> its.isOfHere(name)).map(OperatorProvider::stamp));
    }

    private static String checked(String name, @Nullable String password) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidSettingException(
                    "gatehouse.operators",
                    "a name must be 1 to 64 letters, digits and . _ @ -, was \"" + name + "\"",
                    "alice");
        }
        if (password == null || !PasswordHashes.isHash(password)) {
            throw new InvalidSettingException(
                    "gatehouse.operators." + name + ".password",
                    "must be a hash made by \"" + HOW_TO_BEGIN
                            + "\"; what is there is none (a plain password is not taken)",
                    PasswordHashes.EXAMPLE);
        }
        return password;
    }
}
