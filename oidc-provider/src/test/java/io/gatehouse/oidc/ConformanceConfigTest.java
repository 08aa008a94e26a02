package io.gatehouse.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The OpenID Foundation's plan "Config OP": every claim of OpenID Connect Discovery 1.0 section 3. */
@DisplayName("oidcc-discovery-endpoint-verification")
class ConformanceConfigTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.registration.token=a-token-for-those-who-register", "gatehouse.registration.room=shop");

    @Test
    void givenTheDocument_whenFetched_thenItIsJsonAndItsIssuerIsWhereItLies() {
        var answer = Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).startsWith("application/json");
        assertThat(answer.text("issuer")).isEqualTo(gatehouse.issuer());
        assertThat(URI.create(answer.text("issuer")).getRawQuery()).isNull();
        assertThat(URI.create(answer.text("issuer")).getRawFragment()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authorization_endpoint",
                "token_endpoint",
                "userinfo_endpoint",
                "jwks_uri",
                "registration_endpoint",
                "end_session_endpoint",
                "revocation_endpoint",
                "introspection_endpoint",
                "device_authorization_endpoint"
            })
    void givenAnAddressOfTheDocument_whenRead_thenItIsOursAndPlain(String name) {
        var address = URI.create(document().path(name).asString());

        assertThat(address.toString()).startsWith(gatehouse.issuer() + "/");
        assertThat(address.getRawFragment()).isNull();
        assertThat(address.getRawQuery()).isNull();
    }

    @Test
    void givenTheListsOfTheDocument_whenRead_thenTheRequiredValuesAreInThem() {
        assertThat(list("response_types_supported")).containsExactly("code");
        assertThat(list("response_modes_supported")).contains("query", "form_post");
        assertThat(list("grant_types_supported")).contains("authorization_code");
        assertThat(list("subject_types_supported")).containsExactly("public");
        assertThat(list("id_token_signing_alg_values_supported"))
                .contains("RS256")
                .doesNotContain("none");
        assertThat(list("scopes_supported")).contains("openid");
        assertThat(list("claims_supported")).contains("sub", "iss", "auth_time", "acr");
        assertThat(list("token_endpoint_auth_methods_supported"))
                .startsWith("client_secret_basic", "client_secret_post");
        assertThat(list("code_challenge_methods_supported")).containsExactly("S256");
        assertThat(list("acr_values_supported")).containsExactly("0");
        assertThat(list("ui_locales_supported")).contains("en", "de");
    }

    @Test
    void givenTheFlagsOfTheDocument_whenRead_thenEachWithAnotherDefaultIsSaid() {
        for (var off : List.of("request_parameter_supported", "request_uri_parameter_supported")) {
            assertThat(document().path(off).isBoolean()).as(off).isTrue();
            assertThat(document().path(off).asBoolean(true)).as(off).isFalse();
        }
        assertThat(document().path("claims_parameter_supported").asBoolean(false))
                .isTrue();
    }

    @Test
    void givenTheDocument_whenRead_thenNothingIsEmptyOrNull() {
        document().properties().forEach(member -> assertThat(member.getValue().toString())
                .as(member.getKey())
                .isNotIn("null", "\"\"", "[]"));
    }

    @Test
    void givenTheKeys_whenRead_thenEachIsPublicNamedOnceAndForSigning() {
        var keys = Login.get(document().path("jwks_uri").asString(), "").json().path("keys");

        var names = keys.valueStream().map(key -> key.path("kid").asString()).toList();
        assertThat(names).isNotEmpty().doesNotHaveDuplicates().doesNotContain("");
        keys.forEach(key -> {
            assertThat(key.path("use").asString()).isEqualTo("sig");
            assertThat(key.path("alg").asString()).isIn("RS256", "ES256");
            for (var secret : List.of("d", "p", "q", "dp", "dq", "qi", "k")) {
                assertThat(key.has(secret)).isFalse();
            }
        });
    }

    private static List<String> list(String name) {
        return document().path(name).valueStream().map(JsonNode::asString).toList();
    }

    private static JsonNode document() {
        return Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "")
                .json();
    }
}
