package io.gatehouse.oidc.http;

/** The paths of the provider's endpoints. */
public final class Paths {

    public static final String AUTHORIZE = "/authorize";

    /** Asks a visitor inside to act once more, because their site wants a fresh login. */
    public static final String AGAIN = AUTHORIZE + "/again";

    /** Sites push authorization requests here (RFC 9126 section 2). */
    public static final String PUSHED = "/par";

    public static final String TOKEN = "/token";
    public static final String USERINFO = "/userinfo";

    /** Userinfo's name at the AWS waiting room's adapter. */
    public static final String USERINFO_OF_AWS = "/userInfo";

    public static final String INTROSPECTION = "/introspect";
    public static final String REVOCATION = "/revoke";
    public static final String LOGOUT = "/logout";

    /** Visitors enter the code here that their device shows. */
    public static final String DEVICE = "/device";

    /** The last page for a visitor who was admitted for a device. */
    public static final String DEVICE_DONE = DEVICE + "/done";

    public static final String DEVICE_AUTHORIZATION = "/device_authorization";
    public static final String REGISTRATION = "/register";

    /** Servers before a site ask here whether a visitor is inside. */
    public static final String VERIFY = "/verify";

    /** {@link #VERIFY} before the path that the visitor wanted. */
    public static final String VERIFY_BEFORE_PATH = VERIFY + "/{room}/**";

    public static final String KEYS = "/.well-known/jwks.json";

    private Paths() {}
}
