package io.gatehouse.sites;

import io.gatehouse.flow.Installation;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Debian's Apache with mod_auth_openidc in front of an {@link EchoSite}: one process, and one virtual host
 * for each site. Everything that it needs lies in a folder of its own.
 */
final class Apache implements AutoCloseable {

    private static final String CALLBACK = "/login/callback";
    private static final String MODULES = "/usr/lib/apache2/modules/mod_";

    /**
     * A site of it: a virtual host.
     *
     * @param login what it says of the login, once Gatehouse is there
     */
    record Host(String client, int port, Function<Installation, String> login) {

        /** One on a free port, with directives that come behind the usual ones, and win. */
        static Host of(String client, String... directives) {
            var port = FreePorts.next();
            return new Host(
                    client,
                    port,
                    gatehouse ->
                            """
                    OIDCProviderMetadataURL %s/.well-known/openid-configuration
                    OIDCClientID %s
                    OIDCClientSecret %s
                    OIDCRedirectURI %s
                    OIDCCryptoPassphrase "a passphrase of this site alone"
                    OIDCScope "openid profile email"
                    <Location />
                      AuthType openid-connect
                      Require valid-user
                      # The deep link goes along with the login, to be kept for a late visitor; without its
                      # query, as the module alone does not encode an ampersand. The printed setup does.
                      OIDCPathAuthRequestParams target_link_uri=%%{escape:%%{REQUEST_SCHEME}://%%{HTTP_HOST}%%{REQUEST_URI}}
                    </Location>
                    %s
                    """
                                    .formatted(
                                            gatehouse.issuer(),
                                            client,
                                            RunningGatehouse.SECRET,
                                            at(port, CALLBACK),
                                            String.join("\n", directives)));
        }

        /**
         * One on a free port that is set up as Gatehouse prints it. With a form that it keeps, this version
         * says more on the connection than the length that it has named: browsers bear that, HtmlUnit does
         * not.
         */
        static Host asPrinted(String client) {
            var port = FreePorts.next();
            return new Host(
                    client, port, gatehouse -> Printed.configuration(gatehouse, client, "Apache") + "\nKeepAlive Off");
        }

        String at(String path) {
            return at(port, path);
        }

        String redirectUri() {
            return at(CALLBACK);
        }

        private static String at(int port, String path) {
            return "http://127.0.0.1:" + port + path;
        }

        private String configuration(Installation gatehouse, String site) {
            return """
                    Listen 127.0.0.1:%1$d
                    <VirtualHost 127.0.0.1:%1$d>
                    %2$s
                    # The site behind closes connections that have nothing to do for a while.
                    ProxyPass / %3$s/ disablereuse=On
                    </VirtualHost>
                    """
                    .formatted(port, login.apply(gatehouse), site);
        }

        /** How a printed setup is told the secret. */
        private String variable() {
            return client.toUpperCase(Locale.ROOT) + "_SECRET";
        }
    }

    private final TestProcess process;
    private final EchoSite site;

    private Apache(TestProcess process, EchoSite site) {
        this.process = process;
        this.site = site;
    }

    /** Starts it with these hosts, and waits until it listens. */
    static Apache start(Installation gatehouse, List<Host> hosts) {
        var site = new EchoSite("OIDC_CLAIM_sub");
        try {
            var parent = Files.createDirectories(Path.of("target", "apache").toAbsolutePath());
            var folder = Files.createTempDirectory(parent, "");
            var file = folder.resolve("httpd.conf");
            Files.writeString(file, configuration(folder, gatehouse, site.address(), hosts));
            var command = new ProcessBuilder("/usr/sbin/apache2", "-f", file.toString(), "-DFOREGROUND")
                    .directory(folder.toFile());
            hosts.forEach(host -> command.environment().put(host.variable(), RunningGatehouse.SECRET));
            var process =
                    TestProcess.start("apache", command).listens(hosts.get(0).port(), Duration.ofMinutes(2));
            return new Apache(process, site);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String configuration(Path folder, Installation gatehouse, String site, List<Host> hosts) {
        var modules = Stream.of(
                        "mpm_event",
                        "authn_core",
                        "authz_core",
                        "authz_user",
                        "headers",
                        "proxy",
                        "proxy_http",
                        "auth_openidc")
                .map(name -> "LoadModule " + name + "_module " + MODULES + name + ".so");
        var common = Stream.of(
                "ServerRoot " + folder,
                "DefaultRuntimeDir " + folder,
                "PidFile " + folder.resolve("pid"),
                "ErrorLog " + folder.resolve("error.log"),
                "ServerName 127.0.0.1",
                "StartServers 1",
                "ThreadsPerChild 16",
                "MaxRequestWorkers 16",
                // Only root needs to become somebody else.
                "User www-data",
                "Group www-data",
                // It would give up on a discovery document after 5 s.
                "OIDCHTTPTimeoutShort 60");
        var lines = new ArrayList<>(Stream.concat(modules, common).toList());
        hosts.forEach(host -> lines.add(host.configuration(gatehouse, site)));
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    @Override
    public void close() {
        process.stops();
        site.close();
    }
}
