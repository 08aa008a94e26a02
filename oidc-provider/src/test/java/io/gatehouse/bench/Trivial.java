package io.gatehouse.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/**
 * The least that a request can cost: a handler of the same Jetty, in a JVM with the same options, that
 * answers everything with the same few bytes.
 */
record Trivial(int port, TestProcess process) implements AutoCloseable {

    static Trivial start(Path java, List<String> options) {
        var port = FreePorts.next();
        var classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        var command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classes, Trivial.class.getName(), String.valueOf(port)));
        var process = TestProcess.start("trivial", new ProcessBuilder(command));
        return new Trivial(port, process.listens(port, Duration.ofMinutes(1)));
    }

    /** Row {@code trivial}. */
    Rounds.Subject subject() {
        return new Rounds.Subject("trivial", process.handle(), port, 8, wire -> wire.gets("/", ""));
    }

    public static void main(String... arguments) throws Exception {
        var body = ByteBuffer.wrap("a board's length of bytes ".repeat(10).getBytes(UTF_8))
                .asReadOnlyBuffer();
        var server = new Server(Integer.parseInt(arguments[0]));
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.remaining());
                response.write(true, body.slice(), callback);
                return true;
            }
        });
        server.start();
        server.join();
    }

    @Override
    public void close() {
        process.close();
    }
}
