package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the demo, {@code -Dgatehouse.demo.…}: {@code jar}, {@code trained}, the folder of the
 * trained jar, if there is one, {@code shop-port}, {@code gatehouse-port}, {@code crowd}, the number of
 * simulated visitors in line, {@code store}, and the file with the class path of DynamoDB Local.
 */
record DemoSettings(
        Path jar,
        Optional<Path> trained,
        int shopPort,
        int gatehousePort,
        int crowd,
        String store,
        Path dynamoDbClasspath) {

    static DemoSettings fromSystemProperties() {
        return new DemoSettings(
                Path.of(property("jar", "oidc-provider/target/oidc-provider.jar")),
                Optional.ofNullable(System.getProperty("gatehouse.demo.trained"))
                        .map(Path::of),
                Integer.parseInt(property("shop-port", "8080")),
                Integer.parseInt(property("gatehouse-port", "9000")),
                Integer.parseInt(property("crowd", "40")),
                property("store", "embedded"),
                Path.of(property("dynamodb-classpath", "oidc-provider/testing/dynamodb-local/target/classpath")));
    }

    /** Reports early, as a sentence, what would otherwise fail late. */
    void check() {
        if (!Files.isRegularFile(jar)) {
            throw new DemoFailedException("Gatehouse is not built: there is no " + jar.toAbsolutePath()
                    + ". Start the demo from the root of the repository with: mvn -Pdemo");
        }
        if (!DemoStore.KINDS.contains(store)) {
            throw new DemoFailedException("There is no store \"" + store + "\". Choose one of "
                    + String.join(", ", DemoStore.KINDS) + ": mvn -Pdemo -Dgatehouse.demo.store=redis");
        }
        requireFree(shopPort, "shop-port");
        requireFree(gatehousePort, "gatehouse-port");
    }

    String shop() {
        return "http://localhost:" + shopPort;
    }

    String issuer() {
        return "http://localhost:" + gatehousePort;
    }

    private static void requireFree(int port, String setting) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IOException taken) {
            throw new DemoFailedException("Port " + port + " is taken by another program. End that one, or choose"
                    + " another port: mvn -Pdemo -Dgatehouse.demo." + setting + "=" + (port + 1));
        }
    }

    private static String property(String name, String otherwise) {
        return System.getProperty("gatehouse.demo." + name, otherwise);
    }
}
