package io.gatehouse.bench;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.NodeModules;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The {@code oidc-provider} of npm: one process, its adapter in memory; testing/node-oidc-provider/server.mjs. */
record NodeOidcProvider(int port, TestProcess process) implements Provider {

    private static final Path FOLDER = Path.of("testing", "node-oidc-provider").toAbsolutePath();

    static NodeOidcProvider start() {
        NodeModules.install(FOLDER);
        var port = FreePorts.next();
        var command = new ProcessBuilder("node", "server.mjs").directory(FOLDER.toFile());
        command.environment()
                .putAll(Map.of(
                        "PORT",
                        String.valueOf(port),
                        "SECRET",
                        RunningGatehouse.SECRET,
                        "CALLBACK",
                        RunningGatehouse.SITE + "/callback",
                        "NODE_ENV",
                        "production"));
        var process = TestProcess.start("node-oidc-provider", command).listens(port, Duration.ofMinutes(2));
        return new NodeOidcProvider(port, process);
    }

    @Override
    public String name() {
        return "oidc-provider";
    }

    @Override
    public ProcessHandle handle() {
        return process.handle();
    }

    @Override
    public Paths paths() {
        return new Paths("/auth", "/token", "/me");
    }

    @Override
    public String introduces(Wire wire) throws IOException {
        var visitor = new Navigation(wire);
        redeems(wire, Navigation.code(visitor.opens(authorize(), RunningGatehouse.SITE)));
        return visitor.cookies();
    }

    @Override
    public void close() {
        process.close();
    }
}
