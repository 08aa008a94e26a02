package io.gatehouse.oidc;

import java.util.Map;

/** An error that tells its site more than the standard's members; who does not know them ignores them. */
interface ErrorMembers {

    Map<String, Object> members();
}
