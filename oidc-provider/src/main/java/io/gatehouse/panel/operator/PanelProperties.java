package io.gatehouse.panel.operator;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The operators' accounts.
 *
 * @param operators Who may sign in at the panel, by name. There is no default account.
 */
@ConfigurationProperties("gatehouse")
record PanelProperties(@DefaultValue Map<String, Account> operators) {

    /**
     * One operator.
     *
     * @param password The hash of the operator's password, as hash-password prints it.
     * @param role What the operator may do: viewer, operator or owner.
     */
    record Account(@Nullable String password, @DefaultValue("owner") Role role) {

        @Override
        public String toString() {
            return "Account[secret]";
        }
    }
}
