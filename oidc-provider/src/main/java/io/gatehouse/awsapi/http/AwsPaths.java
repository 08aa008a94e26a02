package io.gatehouse.awsapi.http;

import java.util.List;
import java.util.stream.Stream;

/** The addresses of the old API: at the root, as its public distribution had them, and under its stage {@link #API}. */
public final class AwsPaths {

    public static final String API = "/api";

    public static final String ASSIGN_QUEUE_NUM = "/assign_queue_num";
    public static final String QUEUE_NUM = "/queue_num";
    public static final String SERVING_NUM = "/serving_num";
    public static final String WAITING_NUM = "/waiting_num";
    public static final String QUEUE_POS_EXPIRY = "/queue_pos_expiry";
    public static final String GENERATE_TOKEN = "/generate_token";
    public static final String PUBLIC_KEY = "/public_key";

    public static final String INCREMENT_SERVING_COUNTER = "/increment_serving_counter";
    public static final String NUM_ACTIVE_TOKENS = "/num_active_tokens";
    public static final String EXPIRED_TOKENS = "/expired_tokens";
    public static final String UPDATE_SESSION = "/update_session";
    public static final String RESET_INITIAL_STATE = "/reset_initial_state";

    /** Takes over a running event of the old stack. */
    public static final String TAKE_OVER = "/take_over";

    /** Receives the messages that a topic took. */
    public static final String MAX_SIZE = "/max_size";

    /** Receives the same messages from Amazon SNS itself. */
    public static final String MAX_SIZE_SNS = "/max_size/sns";

    /** The addresses that accept POST. */
    public static final List<String> POSTED = both(
            ASSIGN_QUEUE_NUM,
            GENERATE_TOKEN,
            INCREMENT_SERVING_COUNTER,
            UPDATE_SESSION,
            RESET_INITIAL_STATE,
            TAKE_OVER,
            MAX_SIZE,
            MAX_SIZE_SNS);

    /** All addresses of the API. */
    public static final List<String> ALL = Stream.of(
                    POSTED.stream(),
                    both(
                            QUEUE_NUM,
                            SERVING_NUM,
                            WAITING_NUM,
                            QUEUE_POS_EXPIRY,
                            PUBLIC_KEY,
                            NUM_ACTIVE_TOKENS,
                            EXPIRED_TOKENS)
                            .stream())
            .flatMap(paths -> paths)
            .toList();

    private AwsPaths() {}

    private static List<String> both(String... paths) {
        return Stream.of(paths).flatMap(path -> Stream.of(path, API + path)).toList();
    }
}
