package io.gatehouse.panel.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator with a password, or with a link to set one, as owners see them.
 *
 * @param ofTheFiles whether they stand in the configuration files, and are changed there
 * @param state what they can do at this moment
 * @param addedBy the operator or API client that added them; absent for one of the files
 * @param linkUntil until when their link is good, or was; absent without one
 * @param secondFactorDemanded whether they come in with a second factor only
 * @param secondFactorSince when they set theirs up; absent without one
 * @param recoveryCodesLeft likewise
 * @param secondFactorUnreadable whether there is one that cannot be read: they cannot come in until it is
 *     taken away
 */
record OperatorView(
        String operator,
        String role,
        boolean ofTheFiles,
        State state,
        @Nullable String addedBy,
        @Nullable Instant linkUntil,
        boolean secondFactorDemanded,
        @Nullable Instant secondFactorSince,
        @Nullable Integer recoveryCodesLeft,
        boolean secondFactorUnreadable) {

    /** The states of an operator. */
    enum State {
        /** Can sign in. */
        ACTIVE("Can sign in", "open"),
        /** Has a link, and has not used it yet. */
        INVITED("Invited", "soon"),
        /** Had a link, and did not use it in time. */
        LINK_ENDED("Link has ended", "needed"),
        /** Cannot sign in until an owner switches them on. */
        OFF("Switched off", "over");

        private final String words;
        private final String tone;

        State(String words, String tone) {
            this.words = words;
            this.tone = tone;
        }

        /** The words on a screen. */
        public String words() {
            return words;
        }

        /** The colour of the words on a screen. */
        public String tone() {
            return tone;
        }
    }
}
