package io.gatehouse.panel.operator;

import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.Addition;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.setting.InvalidSettingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operators who may sign in at the panel: those of the configuration, and those whom owners have added. A
 * setting that is none of ours stops the start.
 */
public final class Operators {

    /** The command to run if no operator can sign in; for the log and for the sign-in page. */
    static final String HOW_TO_BEGIN = "java -jar oidc-provider.jar hash-password";

    private static final Logger LOG = LoggerFactory.getLogger(Operators.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /** Stands in for the hash of an unknown name, so that a look at it takes as long. */
    private static final String NO_HASH = "{bcrypt}$2a$12$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS";

    private final Map<String, PasswordAccount> ofTheFiles = new LinkedHashMap<>();
    private final PasswordHashes hashes;
    private final MasterKey master;
    private final AddedOperators added;
    private final Optional<OperatorProvider> provider;
    private final Optional<Role> demandsSecondFactor;

    /**
     * An operator of the files or of the panel.
     *
     * @param role empty for a word of a later release: that operator cannot sign in
     * @param added what the panel keeps of them; empty for one of the files
     */
    public record Account(String name, Optional<Role> role, Optional<AddedOperator> added) {}

    /**
     * One who can sign in with a password.
     *
     * @param mark part of what their sign-ins rest on, beside the password
     */
    private record PasswordAccount(String hash, Role role, String mark, boolean isAdded) {}

    /**
     * The password and role that a sign-in rests on at this moment.
     *
     * @param stamp of the operator's present password, or of the present provider; another one has another
     * @param role empty for one of the provider, whose sign-in has it
     * @param demandsFactor whether they come in with a second factor only
     */
    record Footing(String stamp, Optional<Role> role, boolean demandsFactor) {}

    Operators(PanelProperties properties, MasterKey master, AddedOperators added, PasswordHashes hashes) {
        properties
                .operators()
                .forEach((name, account) -> ofTheFiles.put(
                        name, new PasswordAccount(checked(name, account.password()), account.role(), "", false)));
        this.master = master;
        this.added = added;
        this.hashes = hashes;
        this.demandsSecondFactor = Optional.ofNullable(properties.panel().secondFactorFrom());
        this.provider = OperatorProvider.of(properties.operatorProvider(), master);
        if (ofTheFiles.isEmpty() && provider.isEmpty()) {
            LOG.warn(
                    "no operator is configured, nobody can sign in at {} but those who were added there: run"
                            + " \"{}\", type a password, and set gatehouse.operators.<name>.password to the line"
                            + " that it prints",
                    PanelPaths.HOME,
                    HOW_TO_BEGIN);
        }
    }

    /** The provider where operators may sign in; empty without one. */
    Optional<OperatorProvider> provider() {
        return provider;
    }

    /** Whether no operator has a password. */
    boolean isEmpty() {
        return ofTheFiles.isEmpty() && added.now().values().stream().noneMatch(AddedOperator::signsIn);
    }

    boolean knows(String name) {
        return known(name).isPresent();
    }

    /** Whether the configuration files name this operator; the panel changes none of them. */
    public boolean isOfTheFiles(String name) {
        return ofTheFiles.containsKey(name);
    }

    /** Whether an operator may have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The operator's role; empty for an unknown name. */
    Optional<Role> role(String name) {
        return known(name).map(PasswordAccount::role);
    }

    /** The operators of the files in the order of the configuration, then those of the panel by name. */
    public List<Account> all() {
        var files = ofTheFiles.entrySet().stream()
                .map(one -> new Account(one.getKey(), Optional.of(one.getValue().role()), Optional.empty()));
        var others = added.now().entrySet().stream()
                .filter(one -> !isOfTheFiles(one.getKey()))
                .map(one -> new Account(one.getKey(), Role.read(one.getValue().role()), Optional.of(one.getValue())));
        return Stream.concat(files, others).toList();
    }

    /** The names of those who can sign in with a password, or with a passkey in its place. */
    List<String> whoSignIn() {
        return all().stream()
                .filter(one -> one.role().isPresent())
                .filter(one -> one.added().map(AddedOperator::signsIn).orElse(true))
                .map(Account::name)
                .toList();
    }

    /**
     * Whether an owner can sign in if the panel keeps these operators: one of the files, one at the provider,
     * or one of these who has a password and is not switched off.
     */
    public boolean includesAnOwner(Map<String, Addition> ofThePanel) {
        return ofTheFiles.values().stream().anyMatch(one -> one.role() == Role.OWNER)
                || provider.filter(OperatorProvider::letsOwnersIn).isPresent()
                || ofThePanel.entrySet().stream()
                        .filter(one -> !isOfTheFiles(one.getKey()))
                        .flatMap(one -> known(new AddedOperator(one.getValue())).stream())
                        .anyMatch(one -> one.role() == Role.OWNER);
    }

    /**
     * Whether this operator comes in with a second factor only: by the role, or as one of the panel. Never
     * one of the provider's, whose business that is.
     */
    public boolean demandsSecondFactor(String name) {
        return known(name).filter(this::demandsFactor).isPresent();
    }

    private boolean demandsFactor(PasswordAccount one) {
        return one.isAdded()
                || demandsSecondFactor.filter(one.role()::isAtLeast).isPresent();
    }

    /** Whether this is the operator's password. A name that is not known costs as much time as one that is. */
    boolean recognises(String name, String password) {
        var known = known(name);
        var compared = known.or(() -> ofTheFiles.values().stream().findFirst());
        var isShortEnough = PasswordHashes.isShortEnough(password);
        var matches = hashes.matches(
                isShortEnough ? password : "",
                compared.map(PasswordAccount::hash).orElse(NO_HASH));
        return known.isPresent() && isShortEnough && matches;
    }

    /** The hash of a new password, as it is kept. */
    public String hash(String password) {
        return hashes.hash(password);
    }

    /** The password and role on which a sign-in under this name rests; empty for an unknown name. */
    Optional<Footing> footing(String name) {
        return known(name)
                .map(one -> new Footing(stamp(one), Optional.of(one.role()), demandsFactor(one)))
                .or(() -> provider.filter(its -> its.isOfHere(name))
                        .map(its -> new Footing(its.stamp(), Optional.empty(), false)));
    }

    /** The stamp of what a sign-in rests on; empty for an unknown name. */
    Optional<String> stamp(String name) {
        return footing(name).map(Footing::stamp);
    }

    private String stamp(PasswordAccount one) {
        return master.fingerprint("operator-password", one.hash() + one.mark());
    }

    /** One of the files comes before one of the panel; names that cannot be any are not looked for. */
    private Optional<PasswordAccount> known(String name) {
        var ofFiles = Optional.ofNullable(ofTheFiles.get(name));
        return ofFiles.isPresent() || !isName(name)
                ? ofFiles
                : Optional.ofNullable(added.now().get(name)).flatMap(Operators::known);
    }

    private static Optional<PasswordAccount> known(AddedOperator one) {
        return one.signsIn()
                ? Role.read(one.role())
                        .flatMap(role -> one.password().map(hash -> new PasswordAccount(hash, role, one.mark(), true)))
                : Optional.empty();
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
