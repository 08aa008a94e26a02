package io.gatehouse.check;

import static io.gatehouse.check.RelyingPartyProfile.Feature.ASKS_APPROVAL;
import static io.gatehouse.check.RelyingPartyProfile.Feature.NONCE;
import static io.gatehouse.check.RelyingPartyProfile.Feature.NO_USERINFO;
import static io.gatehouse.check.RelyingPartyProfile.Feature.OFFLINE_ACCESS;
import static io.gatehouse.check.RelyingPartyProfile.Feature.PKCE;
import static io.gatehouse.check.RelyingPartyProfile.Feature.POSTS_USERINFO;
import static io.gatehouse.check.RelyingPartyProfile.Feature.RAW_BASIC;
import static io.gatehouse.check.RelyingPartyProfile.Feature.RAW_REDIRECT_URI;
import static io.gatehouse.check.RelyingPartyProfile.Feature.SECRET_IN_BODY;

import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.SitePreset;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The behaviour of a relying party that is set up by our printed instructions, as far as it is visible from
 * outside.
 */
record RelyingPartyProfile(Shape state, Set<Feature> features) {

    /** Deviations of a relying party from the plain behaviour. */
    enum Feature {
        /** It sends the secret in the body; else by Basic. */
        SECRET_IN_BODY,
        /** It sends Basic without the encoding of RFC 6749 section 2.3.1, and the client id in the body as well. */
        RAW_BASIC,
        PKCE,
        NONCE,
        NO_USERINFO,
        POSTS_USERINFO,
        /** It does not encode the redirect URI in the query. */
        RAW_REDIRECT_URI,
        /** It asks for a scope that we do not have. */
        OFFLINE_ACCESS,
        /** It sends {@code approval_prompt=force}, once a parameter of Google. */
        ASKS_APPROVAL
    }

    /** The form and length of its {@code state}. */
    enum Shape {
        ZERO,
        HEX_OF_32,
        BASE64URL_OF_27,
        BASE64URL_OF_43,
        /** Standard Base64: with plus signs, slashes, and an equals sign at the end. */
        PADDED_OF_240,
        DOTTED_OF_300,
        DOTTED_OF_1300,
        BASE64URL_OF_2000;

        String random(SecureRandom random) {
            return switch (this) {
                case ZERO -> "0";
                case HEX_OF_32 -> RandomBytes.hex(16, random);
                case BASE64URL_OF_27 -> RandomBytes.base64Url(20, random);
                case BASE64URL_OF_43 -> RandomBytes.base64Url(32, random);
                case PADDED_OF_240 -> "+/" + Base64.getEncoder().encodeToString(RandomBytes.of(178, random));
                case DOTTED_OF_300 ->
                    String.join(
                            ".",
                            RandomBytes.base64Url(32, random),
                            RandomBytes.base64Url(8, random),
                            "shop",
                            RandomBytes.base64Url(180, random));
                case DOTTED_OF_1300 -> RandomBytes.base64Url(900, random) + "." + RandomBytes.base64Url(50, random);
                case BASE64URL_OF_2000 -> RandomBytes.base64Url(1_500, random);
            };
        }
    }

    static RelyingPartyProfile of(SitePreset preset) {
        return switch (preset) {
            case ALB -> is(Shape.PADDED_OF_240, SECRET_IN_BODY);
            case COGNITO -> is(Shape.DOTTED_OF_1300, SECRET_IN_BODY);
            case KEYCLOAK -> is(Shape.DOTTED_OF_300, SECRET_IN_BODY, NONCE, PKCE);
            case WORDPRESS -> is(Shape.HEX_OF_32, SECRET_IN_BODY, POSTS_USERINFO);
            case MOD_AUTH_OPENIDC -> is(Shape.BASE64URL_OF_27, NONCE);
            case OAUTH2_PROXY -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, ASKS_APPROVAL);
            case LUA_RESTY_OPENIDC -> is(Shape.HEX_OF_32, NONCE, PKCE);
            case NGINX -> is(Shape.ZERO, RAW_BASIC, NONCE, NO_USERINFO, RAW_REDIRECT_URI, OFFLINE_ACCESS);
            case NGINX_PLUS -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, NO_USERINFO);
            case ENVOY -> is(Shape.BASE64URL_OF_2000, SECRET_IN_BODY, PKCE, NO_USERINFO);
            case TRAEFIK_OIDC_AUTH -> is(Shape.BASE64URL_OF_2000, SECRET_IN_BODY, PKCE, NO_USERINFO);
            case TRAEFIKOIDC -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, NO_USERINFO);
            case TRAEFIK_FORWARD_AUTH -> is(Shape.DOTTED_OF_300, NO_USERINFO);
            case KONG -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, NO_USERINFO);
            case ISTIO -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, NO_USERINFO);
            case CLOUDFLARE -> is(Shape.DOTTED_OF_1300, SECRET_IN_BODY, PKCE, NO_USERINFO);
            case AUTH0, ENTRA -> is(Shape.BASE64URL_OF_43, SECRET_IN_BODY, NONCE, PKCE);
            case OKTA -> is(Shape.BASE64URL_OF_43, SECRET_IN_BODY, NONCE);
            case SPRING -> is(Shape.PADDED_OF_240, NONCE);
            case OPENID_CLIENT -> is(Shape.BASE64URL_OF_43, SECRET_IN_BODY, NONCE, PKCE);
            case EXPRESS_OPENID_CONNECT -> is(Shape.BASE64URL_OF_43, NONCE, PKCE, NO_USERINFO);
            case PASSPORT_OPENIDCONNECT -> is(Shape.BASE64URL_OF_27, SECRET_IN_BODY, NONCE);
            case GENERIC -> is(Shape.BASE64URL_OF_43, NONCE, PKCE);
        };
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    private static RelyingPartyProfile is(Shape state, Feature... features) {
        return new RelyingPartyProfile(state, Set.copyOf(List.of(features)));
    }
}
