package io.gatehouse.oidc.registration;

/** The metadata of a site cannot be accepted: for the site, in the words of RFC 7591 section 3.2.2. */
final class InvalidMetadataException extends RuntimeException {

    private final String code;

    /** @param code {@code invalid_redirect_uri} or {@code invalid_client_metadata} */
    InvalidMetadataException(String code, String description) {
        super(description);
        this.code = code;
    }

    static InvalidMetadataException metadata(String description) {
        return new InvalidMetadataException("invalid_client_metadata", description);
    }

    String code() {
        return code;
    }
}
