package io.gatehouse.panel;

import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the panel needs to know.
 *
 * @param issuer The address under which browsers reach Gatehouse; https makes the operators' cookie secure.
 * @param operators Who may sign in at the panel, by name. There is no default account.
 */
@ConfigurationProperties("gatehouse")
record PanelProperties(
        @DefaultValue("http://localhost:9000") URI issuer, @DefaultValue Map<String, Account> operators) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /**
     * One operator.
     *
     * @param password The hash of the operator's password, as hash-password prints it.
     */
    record Account(@Nullable String password) {

        @Override
        public String toString() {
            return "Account[secret]";
        }
    }

    PanelProperties {
        operators = Map.copyOf(operators);
        operators.forEach(PanelProperties::check);
    }

    private static void check(String name, Account account) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "gatehouse.operators.<name>: a name is 1 to 64 letters, digits and . _ @ -,"
                            + " for example gatehouse.operators.alice, was \"" + name + "\"");
        }
        if (!PasswordHashes.isHash(account.password())) {
            throw new IllegalArgumentException("gatehouse.operators." + name + ".password must be a hash made by"
                    + " \"java -jar oidc-provider.jar hash-password\", for example \"" + PasswordHashes.EXAMPLE
                    + "\"; what is there is no such hash (plain passwords are not taken)");
        }
    }
}
