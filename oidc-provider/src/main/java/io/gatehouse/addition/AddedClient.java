package io.gatehouse.addition;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An API client that an owner has added at the panel: its scopes, and its secret as a digest. One that is
 * switched off is kept as retired.
 *
 * @param kept as it is kept; what a later release has written besides stays there
 */
public record AddedClient(Addition kept) {

    private static final String SCOPES = "scopes";
    private static final String SECRET = "secret";
    private static final String MARK = "mark";
    private static final String BY = "added-by";
    private static final String AT = "added-at";

    /**
     * A new one, without a secret yet.
     *
     * @param by the operator or API client that adds it
     */
    public static AddedClient of(Collection<String> scopes, String by, Instant at) {
        return new AddedClient(new Addition(Map.of(SCOPES, written(scopes), BY, by, AT, at.toString()), false));
    }

    /** In the order of their names. */
    public List<String> scopes() {
        return List.of(text(SCOPES).split(","));
    }

    /** The digest of its secret. */
    public String secret() {
        return text(SECRET);
    }

    /** Random, another one with other scopes, another secret, and when switched off: tokens of before are over. */
    public String mark() {
        return text(MARK);
    }

    public String addedBy() {
        return text(BY);
    }

    public Instant addedAt() {
        return Instant.parse(text(AT));
    }

    public boolean isOff() {
        return kept.retired();
    }

    /** With other scopes. The tokens that it has end, because they may hold one that is gone. */
    public AddedClient withScopes(Collection<String> scopes, String mark) {
        return with(Map.of(SCOPES, written(scopes), MARK, mark), isOff());
    }

    /** With another secret. That of before ends, and so do the tokens that it has got. */
    public AddedClient withSecret(String digest, String mark) {
        return with(Map.of(SECRET, digest, MARK, mark), isOff());
    }

    /** Switched off. Its tokens end, and stay so when it is switched on. */
    public AddedClient off(String mark) {
        return with(Map.of(MARK, mark), true);
    }

    /** Switched on, with the secret of before. */
    public AddedClient on() {
        return with(Map.of(), false);
    }

    private static String written(Collection<String> scopes) {
        return String.join(",", new TreeSet<>(scopes));
    }

    private String text(String name) {
        return kept.settings().getOrDefault(name, "");
    }

    private AddedClient with(Map<String, String> changes, boolean isOff) {
        var settings = new TreeMap<>(kept.settings());
        settings.putAll(changes);
        return new AddedClient(new Addition(settings, isOff));
    }

    /** Without the digest. */
    @Override
    public String toString() {
        return "AddedClient" + scopes();
    }
}
