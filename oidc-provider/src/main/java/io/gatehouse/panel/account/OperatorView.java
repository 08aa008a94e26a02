package io.gatehouse.panel.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator with a password, as owners see them.
 *
 * @param secondFactorDemanded whether the configuration lets them in with a second factor only
 * @param secondFactorSince when they set theirs up; absent without one
 * @param recoveryCodesLeft likewise
 */
record OperatorView(
        String operator,
        String role,
        boolean secondFactorDemanded,
        @Nullable Instant secondFactorSince,
        @Nullable Integer recoveryCodesLeft) {}
