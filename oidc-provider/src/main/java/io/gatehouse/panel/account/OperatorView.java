package io.gatehouse.panel.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator with a password, as owners see them.
 *
 * @param secondFactorDemanded whether the configuration lets them in with a second factor only
 * @param secondFactorSince when they set theirs up; absent without one
 * @param recoveryCodesLeft likewise
 * @param secondFactorUnreadable whether there is one that cannot be read: they cannot come in until it is
 *     taken away
 */
record OperatorView(
        String operator,
        String role,
        boolean secondFactorDemanded,
        @Nullable Instant secondFactorSince,
        @Nullable Integer recoveryCodesLeft,
        boolean secondFactorUnreadable) {}
