package io.gatehouse.panel.site;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.site.Site;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * The definition of a site, without its secret.
 *
 * @param ofTheFiles whether it stands in the configuration files, and cannot be changed here
 * @param retired whether it is not known any more to those who come with its client id
 * @param isPublic whether it has no secret
 * @param slotAfterLogout freed or kept; absent where its other settings say
 * @param entry as it is defined; absent where the preset's counts
 * @param settings the others that are not as they are by themselves, see {@link OtherSettings}
 * @param etag stands for the definition; an edit has to name it; empty for a site of the files
 * @param secret once, in the answer to the act that has made it
 */
public record SiteDefinition(
        String site,
        boolean ofTheFiles,
        boolean retired,
        String room,
        String preset,
        String clientId,
        boolean isPublic,
        List<String> redirectUris,
        List<String> postLogoutRedirectUris,
        @Nullable String backchannelLogoutUri,
        @Nullable String slotAfterLogout,
        @Nullable String entry,
        boolean refresh,
        boolean device,
        boolean requirePkce,
        boolean claims,
        @Nullable Long maxAdmissionsPerSecond,
        Map<String, Object> settings,
        String etag,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

    private static final List<String> TEXTS =
            List.of("room", "preset", "clientId", "backchannelLogoutUri", "slotAfterLogout", "entry");
    private static final List<String> TRUTHS = List.of("refresh", "device", "requirePkce", "claims");
    private static final List<String> LISTS = List.of("redirectUris", "postLogoutRedirectUris");
    private static final String PACE = "maxAdmissionsPerSecond";
    private static final String PUBLIC = "isPublic";

    private static final String OTHERS = "settings";

    /** The members that a client may send. */
    static final Set<String> MEMBERS = Stream.of(TEXTS, TRUTHS, LISTS, List.of(PACE, PUBLIC, OTHERS))
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    /** Whether it has a secret: it is not public, and does not sign its calls by a key. */
    public boolean hasSecret() {
        return !isPublic && !settings.containsKey("jwk") && !settings.containsKey("jwksUri");
    }

    /** The settings of another site that is like this one and leads to that room. */
    public Map<String, String> like(String otherRoom) {
        var form = typed();
        form.put("room", otherRoom);
        form.keySet().removeAll(List.of("clientId", PACE));
        return settings(form);
    }

    /** @param etag empty for one of the files */
    static SiteDefinition of(Site site, boolean retired, String etag, @Nullable String secret) {
        var settings = site.settings();
        return new SiteDefinition(
                site.name(),
                etag.isEmpty(),
                retired,
                site.room().value(),
                site.preset().label(),
                site.clientId(),
                site.isPublic(),
                site.redirectUris(),
                settings.postLogoutRedirectUris(),
                settings.backchannelLogoutUri(),
                settings.slotAfterLogout() == null
                        ? null
                        : settings.slotAfterLogout().word(),
                settings.entry(),
                settings.refresh(),
                settings.device(),
                settings.requirePkce(),
                settings.claims(),
                settings.maxAdmissionsPerSecond(),
                OtherSettings.of(settings),
                etag,
                secret);
    }

    /** All of it, as it is typed into a form: a field for each setting, by its name. */
    Map<String, String> typed() {
        var form = new HashMap<>(OtherSettings.typed(settings));
        form.put("room", room);
        form.put("preset", preset);
        form.put("clientId", clientId);
        form.put("redirectUris", String.join("\n", redirectUris));
        form.put("postLogoutRedirectUris", String.join("\n", postLogoutRedirectUris));
        form.put("backchannelLogoutUri", Objects.requireNonNullElse(backchannelLogoutUri, ""));
        form.put("slotAfterLogout", Objects.requireNonNullElse(slotAfterLogout, ""));
        form.put("entry", Objects.requireNonNullElse(entry, ""));
        form.put(PACE, Objects.toString(maxAdmissionsPerSecond, ""));
        tick(form, PUBLIC, isPublic);
        tick(form, "refresh", refresh);
        tick(form, "device", device);
        tick(form, "requirePkce", requirePkce);
        tick(form, "claims", claims);
        return form;
    }

    private static void tick(Map<String, String> form, String name, boolean isTicked) {
        if (isTicked) {
            form.put(name, "true");
        }
    }

    /**
     * The fields of a form, as the configuration would have them; an empty one is left out. The reader of the
     * configuration checks the values.
     */
    static Map<String, String> settings(Map<String, String> form) {
        var settings = new TreeMap<String, String>();
        TEXTS.forEach(name -> putText(settings, name, form));
        putText(settings, PACE, form);
        TRUTHS.forEach(name -> settings.put(setting(name), String.valueOf(form.containsKey(name))));
        settings.put("public", String.valueOf(form.containsKey(PUBLIC)));
        OtherSettings.put(settings, form);
        LISTS.forEach(name -> putLines(settings, name, form));
        return settings;
    }

    /** Puts the text of this field of a form; an empty one is left out. */
    public static void putText(Map<String, String> settings, String name, Map<String, String> form) {
        var typed = form.getOrDefault(name, "").strip();
        if (!typed.isEmpty()) {
            settings.put(setting(name), typed);
        }
    }

    /** Puts the lines of this field of a form, one value each. */
    public static void putLines(Map<String, String> settings, String name, Map<String, String> form) {
        putAll(settings, name, lines(form.getOrDefault(name, "")).toList());
    }

    /** The lines of a text that are not blank. */
    static Stream<String> lines(String typed) {
        return typed.lines().map(String::strip).filter(line -> !line.isEmpty());
    }

    /**
     * The members that a client sent, as the configuration would have them; one that is left out, or null,
     * has its default.
     */
    static Map<String, String> settings(Body body) {
        var settings = new TreeMap<String, String>();
        TEXTS.stream().filter(name -> !body.isNull(name)).forEach(name -> body.text(name)
                .ifPresent(text -> settings.put(setting(name), text)));
        TRUTHS.forEach(name -> body.truth(name).ifPresent(truth -> settings.put(setting(name), truth.toString())));
        LISTS.forEach(name -> putAll(settings, name, body.list(name)));
        body.truth(PUBLIC).ifPresent(isPublic -> settings.put("public", isPublic.toString()));
        if (!body.isNull(OTHERS)) {
            body.object(OTHERS, OtherSettings.MEMBERS).ifPresent(others -> OtherSettings.put(settings, others));
        }
        if (!body.isNull(PACE)) {
            body.number(PACE).ifPresent(pace -> settings.put(setting(PACE), pace));
        }
        return settings;
    }

    static void putAll(Map<String, String> settings, String name, List<String> values) {
        for (var n = 0; n < values.size(); n++) {
            settings.put(setting(name) + "[" + n + "]", values.get(n));
        }
    }

    /** {@code redirect-uris} for {@code redirectUris}. */
    static String setting(String member) {
        return DataObjectPropertyName.toDashedForm(member);
    }

    @Override
    public String toString() {
        return "SiteDefinition[" + site + "]";
    }
}
