package io.gatehouse.albexample.demo;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** As much of Gatehouse as the demo needs to start and to stop, in a jar of one class. */
final class FakeGatehouse {

    private FakeGatehouse() {}

    public static void main(String... arguments) throws IOException {
        if (arguments[0].equals("hash-password")) {
            System.out.println("{noop}" + new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
            return;
        }
        Path settings = Path.of(
                URI.create(arguments[0].substring(arguments[0].indexOf("file:")).replace("file:/", "file:///")));
        int port = Files.readAllLines(settings).stream()
                .filter(line -> line.contains("port:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    static void packedInto(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeGatehouse.class.getName());
        String file = FakeGatehouse.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                InputStream code = FakeGatehouse.class.getClassLoader().getResourceAsStream(file)) {
            entries.putNextEntry(new JarEntry(file));
            entries.write(Objects.requireNonNull(code).readAllBytes());
        }
    }
}
