package io.gatehouse.panel.operator;

import io.gatehouse.panel.operator.PanelProperties.ProviderProperties;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Loopback;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The OpenID Provider of the operators' own organisation, as configured: whom it lets in, and as what. A
 * setting that makes no sense stops the start.
 */
final class OperatorProvider {

    /** The address to which the provider sends the browser back. */
    static final String RETURN = "/panel/sign-in/provider/return";

    private static final String PROPERTY = "gatehouse.operator-provider";

    private final ProviderProperties settings;
    private final URI issuer;
    private final String stamp;

    private OperatorProvider(ProviderProperties settings, URI issuer, MasterKey master) {
        this.settings = settings;
        this.issuer = issuer;
        this.stamp = master.fingerprint("operator-provider", settings.whoMayComeIn());
    }

    static Optional<OperatorProvider> of(@Nullable ProviderProperties settings, MasterKey master) {
        return Optional.ofNullable(settings).map(set -> new OperatorProvider(set, checkedIssuer(set), master));
    }

    private static URI checkedIssuer(ProviderProperties settings) {
        var issuer = settings.issuer();
        if (issuer == null || !Loopback.isHttpsOrLoopback(issuer)) {
            throw new InvalidSettingException(
                    PROPERTY + ".issuer",
                    "must be the provider's issuer, with https unless it is on this machine, was " + issuer,
                    "https://login.example.com");
        }
        if (settings.clientId() == null || settings.secret() == null) {
            throw new InvalidSettingException(
                    PROPERTY, "client-id and secret must be those that the provider knows us by", "gatehouse");
        }
        if (!settings.scopes().contains("openid")) {
            throw new InvalidSettingException(
                    PROPERTY + ".scopes", "must contain openid, were " + settings.scopes(), "openid,profile");
        }
        if (Stream.of(Role.values()).allMatch(role -> settings.roles().of(role).isEmpty())) {
            throw new InvalidSettingException(
                    PROPERTY + ".roles", "must name a value of the claim for a role, or nobody comes in", "owner=it");
        }
        return issuer;
    }

    URI issuer() {
        return issuer;
    }

    String clientId() {
        return Objects.requireNonNull(settings.clientId());
    }

    String secret() {
        return Objects.requireNonNull(settings.secret());
    }

    List<String> scopes() {
        return settings.scopes();
    }

    /** The label of the button. */
    String label() {
        return Objects.requireNonNullElse(settings.label(), issuer.getHost());
    }

    String returnAddress(Issuer ours) {
        return ours.at(RETURN);
    }

    /** Stands for who may come in; ends the sign-ins of before when it is set otherwise. */
    String stamp() {
        return stamp;
    }

    /** Whether a person may come in as an owner there. */
    boolean letsOwnersIn() {
        return !settings.roles().of(Role.OWNER).isEmpty();
    }

    /** Whether this is the name of an operator of the provider. A configured one has no slash. */
    boolean isOfHere(String name) {
        return name.startsWith(issuer.getHost() + "/");
    }

    /**
     * A person's name in the log and on the screens. Their own name follows the provider's host, so that no
     * person can take a configured operator's name.
     */
    String nameOf(OidcUser person) {
        var given = person.getClaims().get(settings.nameClaim());
        var name = given instanceof String text && !text.isBlank() ? text : String.valueOf(person.getSubject());
        return issuer.getHost() + "/" + ActLog.plain(name);
    }

    /** The greatest role that the claim gives; empty when it gives none. */
    Optional<Role> roleOf(OidcUser person) {
        var values = values(person.getClaims());
        return Stream.of(Role.values())
                .filter(role -> settings.roles().of(role).stream().anyMatch(values::contains))
                .max(Comparator.naturalOrder());
    }

    private Collection<?> values(Map<String, Object> claims) {
        var claim = claims.get(settings.roleClaim());
        return claim instanceof Collection<?> several ? several : claim == null ? List.of() : List.of(claim);
    }
}
