package io.gatehouse.addition;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An operator whom an owner has added at the panel: the role, and the password's hash or the fingerprint of
 * the link that sets one. An operator who is switched off is kept as retired.
 *
 * @param kept the stored form; settings that a later release has written stay there
 */
public record AddedOperator(Addition kept) {

    private static final String ROLE = "role";
    private static final String PASSWORD = "password";
    private static final String MARK = "mark";
    private static final String LINK = "link";
    private static final String LINK_UNTIL = "link-until";
    private static final String BY = "added-by";
    private static final String AT = "added-at";

    /** A new operator, without a password or a link. */
    public static AddedOperator of(String role, String by, Instant at) {
        return new AddedOperator(new Addition(Map.of(ROLE, role, BY, by, AT, at.toString()), false));
    }

    /** The role, as a word. */
    public String role() {
        return text(ROLE).orElse("");
    }

    public String addedBy() {
        return text(BY).orElse("");
    }

    /** The password's hash; empty until the link has set one. */
    public Optional<String> password() {
        return text(PASSWORD);
    }

    /** A random text. Switching the operator off changes it, so that earlier sign-ins stay over. */
    public String mark() {
        return text(MARK).orElse("");
    }

    /** The fingerprint of the link that sets a password; empty when there is none. */
    public Optional<String> link() {
        return text(LINK);
    }

    /** The end of the link; empty when there is none. */
    public Optional<Instant> linkUntil() {
        return text(LINK_UNTIL).map(Instant::parse);
    }

    public boolean isOff() {
        return kept.retired();
    }

    /** Whether the operator can sign in. */
    public boolean signsIn() {
        return !isOff() && password().isPresent();
    }

    public AddedOperator withRole(String role) {
        return with(Map.of(ROLE, role), isOff());
    }

    /** The operator with a link to a new password; the old password is gone. */
    public AddedOperator withLink(String fingerprint, Instant until) {
        return with(Map.of(PASSWORD, "", LINK, fingerprint, LINK_UNTIL, until.toString()), isOff());
    }

    /** The operator with this password, without a link. */
    AddedOperator withPassword(String hash) {
        return with(Map.of(PASSWORD, hash, LINK, "", LINK_UNTIL, ""), isOff());
    }

    /** The operator switched off, without a link. */
    public AddedOperator off(String mark) {
        return with(Map.of(MARK, mark, LINK, "", LINK_UNTIL, ""), true);
    }

    public AddedOperator on() {
        return with(Map.of(), false);
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(kept.settings().get(name)).filter(text -> !text.isEmpty());
    }

    private AddedOperator with(Map<String, String> changes, boolean isOff) {
        var settings = new TreeMap<>(kept.settings());
        settings.putAll(changes);
        settings.values().removeIf(String::isEmpty);
        return new AddedOperator(new Addition(settings, isOff));
    }

    /** The text, without hashes. */
    @Override
    public String toString() {
        return "AddedOperator[" + role() + "]";
    }
}
