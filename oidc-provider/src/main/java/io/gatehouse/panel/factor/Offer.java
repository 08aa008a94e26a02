package io.gatehouse.panel.factor;

/**
 * A secret that an operator is asked to enter into their authenticator app.
 *
 * @param sealed what comes back with the first code of the app
 * @param before the stamp of the second factor that it would replace, or of none
 * @param secret in Base32, to be typed where no picture can be taken
 * @param address the same with our name and theirs, as apps read it
 */
public record Offer(String sealed, String before, String secret, String address) {

    @Override
    public String toString() {
        return "Offer[secret]";
    }
}
