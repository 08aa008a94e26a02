package io.gatehouse.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A key that a test has made, and its certificate for {@code localhost}, which nobody trusts who is not told to. */
public final class OwnCertificate {

    public static final String PASSWORD = "changeit";

    /** The name of the key in its store. */
    public static final String ALIAS = "own";

    private final Path file;

    private OwnCertificate(Path file) {
        this.file = file;
    }

    /** Makes one in this folder. */
    public static OwnCertificate in(Path folder) {
        var file = folder.resolve("own.p12");
        TestProcess.run(new ProcessBuilder(TestProcess.jdk(
                "keytool",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())));
        return new OwnCertificate(file);
    }

    /** The store that both are in, PKCS #12. */
    public Path file() {
        return file;
    }

    /** The same store, read. */
    public KeyStore store() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
