package io.gatehouse.panel.factor;

/**
 * The result of checking a code.
 *
 * @param stamp of the second factor that it was shown for
 * @param codesLeft how many recovery codes are left
 */
public record Proof(Kind kind, String stamp, int codesLeft) {

    /** The kinds of proof. */
    public enum Kind {
        /** A code of the authenticator app, for the first time. */
        CODE,
        /** A recovery code, which is spent now. */
        RECOVERY_CODE,
        /** An answer of a security key. */
        KEY,
        /** An answer of a passkey that has checked its owner, in place of password and second factor. */
        PASSKEY,
        /** None of these. */
        WRONG,
        /** Too many wrong ones came before it, so it was not checked. */
        TOO_SOON
    }

    static final Proof NONE = new Proof(Kind.WRONG, "", 0);

    public boolean isGood() {
        return kind == Kind.CODE || kind == Kind.RECOVERY_CODE || kind == Kind.KEY || kind == Kind.PASSKEY;
    }

    /** The proof in words, for the log. */
    public String words() {
        return switch (kind) {
            case CODE -> "with a code";
            case RECOVERY_CODE -> "with a recovery code, " + codesLeft + " left";
            case KEY -> "with a security key";
            case PASSKEY -> "with a passkey";
            case WRONG -> "wrong code";
            case TOO_SOON -> "too many wrong codes";
        };
    }
}
