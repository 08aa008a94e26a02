package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.OwnCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service over TLS, as a user who may do nothing but what is needed. */
@Tag("jdk")
class RedisSecurityTest {

    /** All that Gatehouse needs; docs/operate/stores.md has the same. */
    private static final String[] RIGHTS = {
        "--user",
        "gatehouse",
        "on",
        ">a-password",
        "~gatehouse:*",
        "resetchannels",
        "-@all",
        "+@connection",
        "+@hash",
        "+@sortedset",
        "+@bitmap",
        "+@string",
        "+eval",
        "+evalsha",
        "+unlink",
        "+pexpire",
        "+wait",
        "+info",
        "+time",
        "+exists"
    };

    private static Path folder;

    @BeforeAll
    static void makeCertificate(@TempDir Path made) throws Exception {
        folder = made;
        var own = OwnCertificate.in(folder);
        var key = own.store().getKey(OwnCertificate.ALIAS, OwnCertificate.PASSWORD.toCharArray());
        write(
                "certificate.pem",
                "CERTIFICATE",
                own.store().getCertificate(OwnCertificate.ALIAS).getEncoded());
        write("key.pem", "PRIVATE KEY", key.getEncoded());
    }

    @Test
    void givenTlsAndAUserOfItsOwn_whenAVisitorComes_thenTheyWaitAndGetIn() {
        try (var server = secured()) {
            RedisStory.isTold(settings(server, "a-password"));
        }
    }

    @Test
    void givenAWrongPassword_whenTheServiceStarts_thenItIsRefusedWithoutShowingIt() {
        try (var server = secured()) {
            assertThatThrownBy(() -> RunningGatehouse.start(settings(server, "a-wrong-one")))
                    .hasStackTraceContaining("Redis cannot be used")
                    .hasStackTraceContaining("WRONGPASS")
                    .satisfies(refused -> assertThat(refused).hasMessageNotContaining("a-wrong-one"));
        }
    }

    @Test
    void givenACertificateOfNobodyWeTrust_whenTheServiceStarts_thenItIsRefused() {
        try (var server = secured()) {
            assertThatThrownBy(() -> RunningGatehouse.start(
                            "gatehouse.store=redis",
                            "spring.data.redis.url=rediss://gatehouse:a-password@localhost:" + server.tlsPort()))
                    .hasStackTraceContaining("Redis cannot be used")
                    .hasStackTraceContaining("certification path");
        }
    }

    private static String[] settings(RedisServer server, String password) {
        return new String[] {
            "gatehouse.store=redis",
            "spring.data.redis.host=localhost",
            "spring.data.redis.port=" + server.tlsPort(),
            "spring.data.redis.username=gatehouse",
            "spring.data.redis.password=" + password,
            "spring.data.redis.ssl.bundle=redis",
            "spring.ssl.bundle.pem.redis.truststore.certificate=" + folder.resolve("certificate.pem")
        };
    }

    private static RedisServer secured() {
        return RedisServer.startWithTls(folder.resolve("certificate.pem"), folder.resolve("key.pem"), RIGHTS);
    }

    private static void write(String file, String kind, byte[] bytes) throws IOException {
        var text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        Files.writeString(
                folder.resolve(file), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
