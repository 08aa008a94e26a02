package io.gatehouse.addition;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An API client that an owner has added at the panel: its scopes, and its secret as a digest. A client that
 * is switched off is kept as retired.
 *
 * @param kept the stored form; settings that a later release has written stay there
 */
public record AddedClient(Addition kept) {

    private static final String SCOPES = "scopes";
    private static final String SECRET = "secret";
    private static final String MARK = "mark";
    private static final String BY = "added-by";
    private static final String AT = "added-at";

    /**
     * A new client, without a secret yet.
     *
     * @param by the operator or API client that adds it
     */
    public static AddedClient of(Collection<String> scopes, String by, Instant at) {
        return new AddedClient(new Addition(Map.of(SCOPES, written(scopes), BY, by, AT, at.toString()), false));
    }

    /** The scopes, in the order of their names. */
    public List<String> scopes() {
        return List.of(text(SCOPES).split(","));
    }

    /** The digest of its secret. */
    public String secret() {
        return text(SECRET);
    }

    /** A random text. New scopes, a new secret and switching off change it, and end the client's tokens. */
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

    /** The client with other scopes. Its tokens end, because they may hold a scope that is gone. */
    public AddedClient withScopes(Collection<String> scopes, String mark) {
        return with(Map.of(SCOPES, written(scopes), MARK, mark), isOff());
    }

    /** The client with another secret. The old secret and its tokens end. */
    public AddedClient withSecret(String digest, String mark) {
        return with(Map.of(SECRET, digest, MARK, mark), isOff());
    }

    /** The client switched off. Its tokens end for good. */
    public AddedClient off(String mark) {
        return with(Map.of(MARK, mark), true);
    }

    /** The client switched on, with its old secret. */
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

    /** The text, without the digest. */
    @Override
    public String toString() {
        return "AddedClient" + scopes();
    }
}
