package io.gatehouse.albexample.demo;

import java.nio.file.Files;
import java.nio.file.Path;

/** Gatehouse's jar as the build has made it. */
public final class BuiltJar {

    private static final Path PACKAGED = Path.of("../oidc-provider/target/oidc-provider.jar");

    private BuiltJar() {}

    public static Path packaged() {
        if (!Files.isRegularFile(PACKAGED)) {
            throw new IllegalStateException(
                    "There is no " + PACKAGED.toAbsolutePath().normalize()
                            + ". The stories need Gatehouse itself: mvn verify, or first mvn -pl oidc-provider -am package");
        }
        return PACKAGED.toAbsolutePath();
    }

    /**
     * The jar that tests start: the trained one, if {@code -Dtest.trained=FOLDER -Dtest.trained.jvm=JAVA}
     * names one.
     */
    public static GatehouseJar started() {
        String trained = System.getProperty("test.trained");
        return trained == null
                ? GatehouseJar.of(packaged())
                : new GatehouseJar(
                        Path.of(System.getProperty("test.trained.jvm")), Path.of(trained, "oidc-provider.jar"));
    }
}
