package io.gatehouse.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key that a test has made, and its certificate for {@code localhost}, which only configured clients trust.
 */
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

    /** What a client is told that trusts it. */
    public SSLContext trusted() throws IOException, GeneralSecurityException {
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store());
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /** Key and certificate in one file beside the store, as PEM. */
    public Path pem() throws IOException, GeneralSecurityException {
        var store = store();
        return Files.writeString(
                file.resolveSibling("own.pem"),
                pem("PRIVATE KEY", store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded())
                        + pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()));
    }

    private static String pem(String what, byte[] bytes) {
        var text = Base64.getMimeEncoder().encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
