package io.gatehouse.door;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Takes answers off those who write them, and sends them when they are whole: a servlet writes by waiting, and whoever
 * reads nothing of many answers would keep a thread. All of ours are short; none is a stream.
 */
final class WholeAnswers extends Handler.Wrapper {

    WholeAnswers(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var answer = new Answer(request, response, callback);
        return super.handle(request, answer, answer);
    }

    private static final class Answer extends Response.Wrapper implements Callback {

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final Callback handled;
        private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);
        private boolean isWhole;

        Answer(Request request, Response response, Callback handled) {
            super(request, response);
            this.handled = handled;
        }

        @Override
        public void write(boolean last, ByteBuffer bytes, Callback callback) {
            if (bytes != null) {
                content.writeBytes(BufferUtil.toArray(bytes));
                bytes.position(bytes.limit());
            }
            if (last && !isWhole) { // after an error page the servlet ends its answer once more
                send();
            }
            callback.succeeded();
        }

        /** Nothing has been sent, so all can still be taken back. */
        @Override
        public void reset() {
            content.reset();
            super.reset();
        }

        @Override
        public void succeeded() {
            if (!isWhole && content.size() > 0) {
                send();
            }
            var unused = sent.whenComplete((done, failure) -> {
                if (failure == null) {
                    handled.succeeded();
                } else {
                    handled.failed(failure);
                }
            });
        }

        @Override
        public void failed(Throwable failure) {
            handled.failed(failure);
        }

        private void send() {
            isWhole = true;
            var sending = new Callback.Completable();
            sent = sending;
            super.write(true, ByteBuffer.wrap(content.toByteArray()), sending);
        }
    }
}
