package io.gatehouse.panel.operator;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The operators' accounts.
 *
 * @param operators Who may sign in at the panel, by name. There is no default account.
 * @param panel What the panel asks of operators.
 * @param operatorProvider The OpenID Provider where operators sign in with their accounts there.
 */
@ConfigurationProperties("gatehouse")
record PanelProperties(
        @DefaultValue Map<String, Account> operators,
        @DefaultValue DemandProperties panel,
        @Nullable ProviderProperties operatorProvider) {

    /**
     * What the panel requires of operators with a password.
     *
     * @param secondFactorFrom Operators with this role or a greater one need a second factor to sign in.
     */
    record DemandProperties(@Nullable Role secondFactorFrom) {}

    /**
     * One operator.
     *
     * @param password The hash of the operator's password, as hash-password prints it.
     * @param role What the operator may do: viewer, operator or owner.
     */
    record Account(@Nullable String password, @DefaultValue("owner") Role role) {

        @Override
        public String toString() {
            return "Account[secret]";
        }
    }

    /**
     * The operators' provider.
     *
     * @param issuer Its issuer, as its discovery document says it.
     * @param clientId The client id that it knows us by.
     * @param secret The client secret that it knows us by.
     * @param scopes What it is asked for; with openid.
     * @param roleClaim The claim of the ID token or of userinfo that says who may come in: a text, or a list
     *     of texts.
     * @param roles Which values of the claim give which role.
     * @param nameClaim The claim that names the operator in the log and on the screens; sub where there is
     *     none.
     * @param label What stands on the button; the issuer's host by default.
     */
    record ProviderProperties(
            @Nullable URI issuer,
            @Nullable String clientId,
            @Nullable String secret,
            @DefaultValue({"openid", "profile"}) List<String> scopes,
            @DefaultValue("roles") String roleClaim,
            @DefaultValue RolesProperties roles,
            @DefaultValue("preferred_username") String nameClaim,
            @Nullable String label) {

        /** The settings on which a sign-in rests. */
        String whoMayComeIn() {
            return String.join("\n", String.valueOf(issuer), String.valueOf(clientId), roleClaim, roles.toString());
        }

        @Override
        public String toString() {
            return "ProviderProperties[" + issuer + "]";
        }
    }

    /**
     * The values of the claim.
     *
     * @param viewer The values that give the role of a viewer.
     * @param operator The values that give the role of an operator.
     * @param owner The values that give the role of an owner.
     */
    record RolesProperties(
            @DefaultValue List<String> viewer, @DefaultValue List<String> operator, @DefaultValue List<String> owner) {

        List<String> of(Role role) {
            return switch (role) {
                case VIEWER -> viewer;
                case OPERATOR -> operator;
                case OWNER -> owner;
            };
        }
    }
}
