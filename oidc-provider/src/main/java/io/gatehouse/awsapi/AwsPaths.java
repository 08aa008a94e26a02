package io.gatehouse.awsapi;

import java.util.List;
import java.util.stream.Stream;

/** The addresses of the old API: at the root, as its public distribution had them, and under its stage {@link #API}. */
final class AwsPaths {

    static final String API = "/api";

    static final String ASSIGN_QUEUE_NUM = "/assign_queue_num";
    static final String QUEUE_NUM = "/queue_num";
    static final String SERVING_NUM = "/serving_num";
    static final String WAITING_NUM = "/waiting_num";
    static final String QUEUE_POS_EXPIRY = "/queue_pos_expiry";

    /** Those that something is posted to. */
    static final List<String> POSTED = both(ASSIGN_QUEUE_NUM);

    static final List<String> ALL = Stream.of(
                    POSTED.stream(), both(QUEUE_NUM, SERVING_NUM, WAITING_NUM, QUEUE_POS_EXPIRY).stream())
            .flatMap(paths -> paths)
            .toList();

    private AwsPaths() {}

    private static List<String> both(String... paths) {
        return Stream.of(paths).flatMap(path -> Stream.of(path, API + path)).toList();
    }
}
