package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.web.LongAnswer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A long answer is made as its reader takes it, whose network is here in the test's hands. */
class WholeAnswersTest {

    private static final int PIECES = 1_000_000;
    private static final int BROKEN = 3;

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final AtomicInteger made = new AtomicInteger();
    private final Queue<Callback> onTheirWay = new ArrayDeque<>();
    private final StringBuilder taken = new StringBuilder();
    private final CompletableFuture<Boolean> left = new CompletableFuture<>();
    private final CompletableFuture<Boolean> whole = new CompletableFuture<>();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new Network(new WholeAnswers(new Answers())));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void givenAMillionPieces_whenTheirReaderTakesOneAfterTheOther_thenNoneIsMadeAheadAndNoThreadWaits() {
        asks("/");

        assertThat(left.join()).as("the thread of the request has left").isTrue();
        assertThat(made).hasValue(1);
        for (var number = 2; number <= PIECES; number++) {
            takes();
            assertThat(made.get()).isEqualTo(number);
        }
        takes();
        assertThat(whole).isNotDone();
        takes();
        assertThat(whole).isCompletedWithValue(true);
        assertThat(taken).startsWith("1\n2\n3\n").endsWith(PIECES + "\n");
    }

    @Test
    void givenAPieceThatCannotBeMade_whenTheReaderComesToIt_thenTheAnswerIsBrokenOff() {
        asks("/broken");

        assertThat(left.join()).isTrue();
        takes();
        takes();

        assertThat(whole).isCompletedWithValue(false);
        assertThat(taken).hasToString("1\n2\n");
    }

    private void asks(String path) {
        connector.executeRequest("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private void takes() {
        Objects.requireNonNull(onTheirWay.poll()).succeeded();
    }

    private final class Answers extends Handler.Abstract {

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            var isBroken = request.getHttpURI().getPath().equals("/broken");
            var pieces = IntStream.rangeClosed(1, PIECES)
                    .mapToObj(number -> piece(number, isBroken))
                    .iterator();
            request.setAttribute(LongAnswer.FOLLOWS, new LongAnswer(pieces));
            Content.Sink.write(response, true, "", callback);
            return true;
        }

        private byte[] piece(int number, boolean isBroken) {
            if (isBroken && number == BROKEN) {
                throw new IllegalStateException("the store is away");
            }
            made.incrementAndGet();
            return (number + "\n").getBytes(US_ASCII);
        }
    }

    private final class Network extends Handler.Wrapper {

        Network(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            var held = new Response.Wrapper(request, response) {
                @Override
                public void write(boolean last, ByteBuffer bytes, Callback gone) {
                    taken.append(BufferUtil.toString(bytes));
                    onTheirWay.add(gone);
                }
            };
            var ended = Callback.from(
                    () -> {
                        whole.complete(true);
                        callback.succeeded();
                    },
                    failure -> {
                        whole.complete(false);
                        callback.failed(failure);
                    });
            var isHandled = super.handle(request, held, ended);
            left.complete(isHandled);
            return isHandled;
        }
    }
}
