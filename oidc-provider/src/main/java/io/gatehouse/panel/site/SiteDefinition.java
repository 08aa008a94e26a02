package io.gatehouse.panel.site;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.site.Site;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * What a site is by its definition, without its secret.
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

    static final List<String> TEXTS =
            List.of("room", "preset", "clientId", "backchannelLogoutUri", "slotAfterLogout", "entry");
    static final List<String> TRUTHS = List.of("refresh", "device", "requirePkce", "claims");
    static final List<String> LISTS = List.of("redirectUris", "postLogoutRedirectUris");
    static final String PACE = "maxAdmissionsPerSecond";
    static final String PUBLIC = "isPublic";

    private static final String OTHERS = "settings";

    /** What a client may send. */
    static final Set<String> MEMBERS = Stream.of(TEXTS, TRUTHS, LISTS, List.of(PACE, PUBLIC, OTHERS))
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    /** Whether it has a secret: it is not public, and does not sign its calls by a key. */
    public boolean hasSecret() {
        return !isPublic && !settings.containsKey("jwk") && !settings.containsKey("jwksUri");
    }

    /** The settings of another site that is like this one and leads to that room. */
    public Map<String, String> like(String otherRoom) {
        var settings = new TreeMap<>(Map.of(
                "room",
                otherRoom,
                "preset",
                preset,
                "public",
                String.valueOf(isPublic),
                "refresh",
                String.valueOf(refresh),
                "device",
                String.valueOf(device),
                setting("requirePkce"),
                String.valueOf(requirePkce),
                "claims",
                String.valueOf(claims)));
        OtherSettings.put(settings, OtherSettings.typed(this.settings));
        putAll(settings, "redirectUris", redirectUris);
        putAll(settings, "postLogoutRedirectUris", postLogoutRedirectUris);
        Optional.ofNullable(backchannelLogoutUri).ifPresent(uri -> settings.put(setting("backchannelLogoutUri"), uri));
        Optional.ofNullable(slotAfterLogout).ifPresent(slot -> settings.put(setting("slotAfterLogout"), slot));
        Optional.ofNullable(entry).ifPresent(uri -> settings.put("entry", uri));
        return settings;
    }

    static SiteDefinition of(Site site, boolean ofTheFiles, boolean retired, String etag) {
        var settings = site.settings();
        return new SiteDefinition(
                site.name(),
                ofTheFiles,
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
                null);
    }

    /** The same, with the secret that has been made. */
    SiteDefinition telling(String made) {
        return new SiteDefinition(
                site,
                ofTheFiles,
                retired,
                room,
                preset,
                clientId,
                isPublic,
                redirectUris,
                postLogoutRedirectUris,
                backchannelLogoutUri,
                slotAfterLogout,
                entry,
                refresh,
                device,
                requirePkce,
                claims,
                maxAdmissionsPerSecond,
                settings,
                etag,
                made);
    }

    /** What a client sent, whole, as the configuration would have it: what is left out, or null, is as it is there. */
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
