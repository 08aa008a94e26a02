package io.gatehouse.site;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.SitePreset.Trait;
import io.gatehouse.site.SitesProperties.AccessToken;
import io.gatehouse.site.SitesProperties.Algorithm;
import io.gatehouse.site.SitesProperties.SiteProperties;
import java.util.List;
import java.util.function.Predicate;

/**
 * Settings that contradict a kind of relying party. Each would fail only in front of visitors, so it stops
 * the start with the reason. A site owner who has changed the product's behaviour uses the preset
 * {@code generic}.
 */
final class PresetRules {

    /**
     * One refusal.
     *
     * @param nonsense matches settings that must not be
     * @param instead the setting and a valid value
     * @param why continues after the preset's name
     */
    private record Rule(Trait trait, Predicate<SiteProperties> nonsense, String instead, String why) {

        void check(String prefix, SiteProperties site) {
            if (site.preset().has(trait) && nonsense.test(site)) {
                var parts = instead.split("=", 2);
                throw new InvalidSettingException(prefix + "." + parts[0], site.preset() + " " + why, parts[1]);
            }
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule(
                    Trait.BROKER,
                    site -> site.entry() == null && site.initiateLoginUri() == null,
                    "entry=https://shop.example/",
                    "must have it set: it is a broker, and its redirect URI says nothing about the site behind it"),
            new Rule(Trait.NO_PKCE, SiteProperties::requirePkce, "require-pkce=false", "cannot use PKCE"),
            new Rule(
                    Trait.NO_PKCE,
                    SiteProperties::isPublic,
                    "public=false",
                    "cannot be public: that takes PKCE, which it cannot use"),
            new Rule(
                    Trait.NEEDS_SECRET,
                    SiteProperties::isPublic,
                    "public=false",
                    "cannot be public: it is not set up without a secret"),
            new Rule(
                    Trait.NEEDS_EMAIL,
                    site -> !site.claims(),
                    "claims=true",
                    "needs an e-mail address of each visitor, if only a synthetic one"),
            new Rule(
                    Trait.READS_ID_TOKEN_ONLY,
                    site -> site.claims() && Boolean.FALSE.equals(site.claimsInIdToken()),
                    "claims-in-id-token=true",
                    "reads the ID token and does not ask userinfo"),
            new Rule(
                    Trait.RS256_ONLY,
                    SiteProperties::fapi,
                    "fapi=false",
                    "takes RS256 only, as it is shipped, and a site with fapi gets ES256"),
            new Rule(
                    Trait.RS256_ONLY,
                    site -> site.idTokenAlgorithm() != Algorithm.RS256,
                    "id-token-algorithm=RS256",
                    "takes RS256 only, as it is shipped"),
            new Rule(
                    Trait.NEEDS_JWT,
                    site -> site.accessToken() == AccessToken.OPAQUE,
                    "access-token=jwt",
                    "checks access tokens by itself, and an opaque one cannot be checked"),
            new Rule(
                    Trait.NEVER_REFRESHES,
                    SiteProperties::refresh,
                    "refresh=false",
                    "asks once and keeps a session of its own: a refused refresh would end nothing"));

    private PresetRules() {}

    /** Refuses the first setting that makes no sense. */
    static void check(String prefix, SiteProperties site) {
        RULES.forEach(rule -> rule.check(prefix, site));
    }
}
