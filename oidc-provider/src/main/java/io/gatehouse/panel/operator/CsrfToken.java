package io.gatehouse.panel.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import java.util.Base64;

/** The token that an act made by cookie must carry: it belongs to one sign-in, and no other site can read it. */
public final class CsrfToken {

    static final String FIELD = "csrf";
    static final String HEADER = "X-CSRF-Token";

    private final MasterKey master;

    CsrfToken(MasterKey master) {
        this.master = master;
    }

    public String of(SignedInOperator operator) {
        var fingerprint = master.fingerprint("operator-act", operator.id().getBytes(UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fingerprint);
    }
}
