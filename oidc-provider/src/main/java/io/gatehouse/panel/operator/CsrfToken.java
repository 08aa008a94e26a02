package io.gatehouse.panel.operator;

import io.gatehouse.secret.MasterKey;

/** The token that an act made by cookie must carry: it belongs to one sign-in, and no other site can read it. */
public final class CsrfToken {

    static final String FIELD = "csrf";
    static final String HEADER = "X-CSRF-Token";

    private final MasterKey master;

    CsrfToken(MasterKey master) {
        this.master = master;
    }

    public String of(SignedInOperator operator) {
        return master.fingerprint("operator-act", operator.id());
    }
}
