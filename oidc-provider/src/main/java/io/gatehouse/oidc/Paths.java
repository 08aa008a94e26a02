package io.gatehouse.oidc;

/** Where the provider's endpoints are. */
final class Paths {

    static final String AUTHORIZE = "/authorize";
    static final String TOKEN = "/token";
    static final String USERINFO = "/userinfo";

    /** Userinfo's name at the AWS waiting room's adapter. */
    static final String USERINFO_OF_AWS = "/userInfo";

    static final String INTROSPECTION = "/introspect";
    static final String REVOCATION = "/revoke";
    static final String LOGOUT = "/logout";
    static final String DEVICE_AUTHORIZATION = "/device_authorization";
    static final String REGISTRATION = "/register";
    static final String KEYS = "/.well-known/jwks.json";

    private Paths() {}
}
