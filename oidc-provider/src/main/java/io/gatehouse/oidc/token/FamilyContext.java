package io.gatehouse.oidc.token;

import io.gatehouse.oidc.token.TokenFamilies.PresentedToken;
import io.gatehouse.oidc.token.TokenFamily.Issue;
import io.gatehouse.oidc.token.TokenText.Kind;
import io.gatehouse.value.StoredRecords.Found;
import java.util.Optional;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;

/**
 * The family that an authorization was read from, and the tokens that come next. It is an attribute, because
 * Spring's providers make a new authorization at each step and keep nothing but its attributes.
 *
 * @param found the family as it was in the store; empty for a login that begins
 * @param next the number of the issue of tokens that comes next for the code or refresh token that was
 *     presented
 * @param repeated the issue that is given out once more, since the refresh token presented is the one before
 *     the latest
 */
record FamilyContext(Optional<Found<TokenFamily>> found, int next, Optional<Issue> repeated) {

    private static final String ATTRIBUTE = FamilyContext.class.getName();
    private static final FamilyContext OF_NOTHING = new FamilyContext(Optional.empty(), 0, Optional.empty());

    /** The context of an authorization that was found in the store, or is new. */
    static FamilyContext of(OAuth2Authorization authorization) {
        return Optional.<FamilyContext>ofNullable(authorization.getAttribute(ATTRIBUTE))
                .orElse(OF_NOTHING);
    }

    /** The context of a family for which this code or token is presented. */
    static FamilyContext of(Found<TokenFamily> found, Optional<PresentedToken> presented) {
        var next = presented
                .filter(token -> token.is(Kind.REFRESH))
                .flatMap(PresentedToken::said)
                .map(said -> said.issue() + 1);
        return new FamilyContext(Optional.of(found), next.orElse(0), next.flatMap(found.value()::issue));
    }

    void keep(OAuth2Authorization.Builder builder) {
        builder.attribute(ATTRIBUTE, this);
    }

    @Override
    public String toString() {
        return "FamilyContext[next " + next + "]";
    }
}
