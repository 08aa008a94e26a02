package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.awsapi.sns.Topics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Amazon's servers, as far as tests need them: what lies at which address. What is asked for has been checked
 * by then.
 */
public final class StubAmazon implements SdkHttpClient, Topics.Pages {

    /** What lies somewhere. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Page(byte[] body, Map<String, String> headers) {}

    private final Map<URI, Page> pages = new ConcurrentHashMap<>();
    private final List<URI> asked = new CopyOnWriteArrayList<>();
    private volatile boolean isAway;

    /** From now on this is at that address. */
    public void put(String address, String page) {
        put(address, page.getBytes(UTF_8), Map.of());
    }

    /** The same, with headers. */
    public void put(String address, byte[] body, Map<String, String> headers) {
        pages.put(URI.create(address), new Page(body, headers));
    }

    /** From now on CloudWatch answers these members in that region, whatever alarm it is asked for. */
    public void alarms(String region, Map<String, ?> members) {
        put(
                "https://monitoring." + region
                        + ".amazonaws.com/service/GraniteServiceVersion20100801/operation/DescribeAlarms",
                new CBORMapper().writeValueAsBytes(members),
                Map.of("Content-Type", "application/cbor", "smithy-protocol", "rpc-v2-cbor"));
    }

    /** Whether nobody answers. */
    public void isAway(boolean away) {
        isAway = away;
    }

    /** The addresses that have been asked for. */
    public List<URI> asked() {
        return asked;
    }

    @Override
    public Optional<String> at(URI address) throws IOException {
        asks(address);
        return Optional.ofNullable(pages.get(address)).map(page -> new String(page.body, UTF_8));
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        var address = request.httpRequest().getUri();
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                asks(address);
                return answer(Optional.ofNullable(pages.get(address)));
            }

            @Override
            public void abort() {}
        };
    }

    private void asks(URI address) throws IOException {
        asked.add(address);
        if (isAway) {
            throw new IOException("nobody answers");
        }
    }

    private static HttpExecuteResponse answer(Optional<Page> page) {
        var found = page.orElse(new Page(new byte[0], Map.of()));
        var response = SdkHttpResponse.builder().statusCode(page.isPresent() ? 200 : 404);
        found.headers.forEach(response::putHeader);
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(found.body)))
                .build();
    }

    @Override
    public void close() {}
}
