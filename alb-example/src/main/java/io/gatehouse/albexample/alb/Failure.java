package io.gatehouse.albexample.alb;

/**
 * The ways a login can fail, in the order of the callback's checks, with the status for the browser and the
 * reason code of the access log. Where AWS publishes no status the choice is an inference.
 */
enum Failure {
    MISSING_HOST(401, "AuthMissingHostHeader"),
    MISSING_STATE(401, "AuthMissingStateParam"),
    INVALID_STATE(401, "AuthInvalidStateParam"),
    MISSING_NONCE(401, "AuthMissingAWSALBAuthNonce"),
    INVALID_NONCE(401, "AuthInvalidAWSALBAuthNonce"),
    LOGIN_TIMEOUT(401, "-"),
    ACCESS_DENIED(401, "-"),
    PROVIDER_ERROR(561, "-"),
    MISSING_CODE(401, "AuthMissingCodeParam"),
    TOKEN_UNREACHABLE(500, "AuthTokenEpRequestTimeout"),
    TOKEN_REFUSED(561, "AuthTokenEpRequestFailed"),
    INVALID_TOKEN_RESPONSE(401, "AuthInvalidTokenResponse"),
    INVALID_ID_TOKEN(401, "AuthInvalidIdToken"),
    USERINFO_UNREACHABLE(500, "AuthUserinfoEpRequestTimeout"),
    USERINFO_REFUSED(561, "AuthUserinfoEpRequestFailed"),
    INVALID_USERINFO(561, "AuthInvalidUserinfoResponse"),
    CLAIMS_TOO_LARGE(500, "AuthUserinfoResponseSizeExceeded"),
    UNHANDLED(500, "AuthUnhandledException");

    final int status;
    final String reason;

    Failure(int status, String reason) {
        this.status = status;
        this.reason = reason;
    }
}
