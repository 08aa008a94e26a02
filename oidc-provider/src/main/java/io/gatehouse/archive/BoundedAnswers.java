package io.gatehouse.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Reads no answer of the store without an end: a page of 1,000 keys, of 1,024 bytes each, fits. */
final class BoundedAnswers implements ExecutionInterceptor {

    private static final long MOST = 4_000_000;

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        return context.responseBody().map(Bounded::new);
    }

    private static final class Bounded extends FilterInputStream {

        private long left = MOST;

        private Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            var one = in.read();
            count(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            var read = in.read(bytes, from, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(long read) throws IOException {
            left -= read;
            if (left < 0) {
                throw new IOException("the store's answer has more than " + MOST + " bytes");
            }
        }
    }
}
