package io.gatehouse.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The first bytes of a body as text. Ends the connection when more comes. */
final class BodyBeginning implements BodySubscriber<String> {

    private final int most;
    private final boolean mustBeWhole;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    /** @param mustBeWhole whether a longer body is a failure; otherwise it is cut off */
    BodyBeginning(int most, boolean mustBeWhole) {
        this.most = most;
        this.mustBeWhole = mustBeWhole;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    /** An unread body is ended before it begins: its first byte might never come. */
    @Override
    public void onSubscribe(Subscription answer) {
        subscription = answer;
        if (most == 0) {
            text.complete("");
            answer.cancel();
        } else {
            answer.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (var part : parts) {
            var taken = new byte[Math.min(part.remaining(), most - read.size())];
            part.get(taken);
            read.writeBytes(taken);
            if (part.hasRemaining()) {
                Objects.requireNonNull(subscription).cancel();
                endEarly();
                return;
            }
        }
        Objects.requireNonNull(subscription).request(1);
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(read.toString(UTF_8));
    }

    private void endEarly() {
        if (mustBeWhole) {
            text.completeExceptionally(new IOException("the answer is longer than " + most + " bytes"));
        } else {
            onComplete();
        }
    }
}
