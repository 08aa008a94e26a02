package io.gatehouse.door;

import io.gatehouse.web.LongAnswer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Buffers answers and sends them when they are complete. A servlet blocks while it writes, so a client that
 * reads none of many answers would hold threads. All answers are short except a {@link LongAnswer}, which is
 * sent piece by piece as its reader takes it.
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
            handled.completeWith(sent);
        }

        @Override
        public void failed(Throwable failure) {
            handled.failed(failure);
        }

        private void send() {
            isWhole = true;
            var sending = new Callback.Completable();
            sent = sending;
            if (content.size() == 0
                    && getRequest().getAttribute(LongAnswer.FOLLOWS) instanceof LongAnswer more
                    && !HttpMethod.HEAD.is(getRequest().getMethod())) {
                new Pieces(more.pieces(), sending).iterate();
            } else {
                goesOut(true, content.toByteArray(), sending);
            }
        }

        private void goesOut(boolean isLast, byte[] bytes, Callback gone) {
            super.write(isLast, ByteBuffer.wrap(bytes), gone);
        }

        /** The next one is made when the one before has gone: by whichever thread hears of that. */
        private final class Pieces extends IteratingCallback {

            private final Iterator<byte[]> pieces;
            private final Callback done;
            private boolean isOver;

            Pieces(Iterator<byte[]> pieces, Callback done) {
                this.pieces = pieces;
                this.done = done;
            }

            @Override
            protected Action process() {
                if (isOver) {
                    return Action.SUCCEEDED;
                }
                isOver = !pieces.hasNext();
                goesOut(isOver, isOver ? new byte[0] : pieces.next(), this);
                return Action.SCHEDULED;
            }

            @Override
            protected void onCompleteSuccess() {
                done.succeeded();
            }

            @Override
            protected void onCompleteFailure(Throwable failure) {
                done.failed(failure);
            }
        }
    }
}
