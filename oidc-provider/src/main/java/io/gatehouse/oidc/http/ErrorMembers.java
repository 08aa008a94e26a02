package io.gatehouse.oidc.http;

import java.util.Map;

/** An error that tells its site more than the standard's members; who does not know them ignores them. */
public interface ErrorMembers {

    Map<String, Object> members();
}
