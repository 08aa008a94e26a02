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
    static final String GENERATE_TOKEN = "/generate_token";
    static final String PUBLIC_KEY = "/public_key";

    static final String INCREMENT_SERVING_COUNTER = "/increment_serving_counter";
    static final String NUM_ACTIVE_TOKENS = "/num_active_tokens";
    static final String EXPIRED_TOKENS = "/expired_tokens";
    static final String UPDATE_SESSION = "/update_session";
    static final String RESET_INITIAL_STATE = "/reset_initial_state";

    /** Where a running event comes from the old stack. */
    static final String TAKE_OVER = "/take_over";

    /** Where the messages go that a topic took. */
    static final String MAX_SIZE = "/max_size";

    /** Where Amazon SNS delivers them itself. */
    static final String MAX_SIZE_SNS = "/max_size/sns";

    /** Those that something is posted to. */
    static final List<String> POSTED = both(
            ASSIGN_QUEUE_NUM,
            GENERATE_TOKEN,
            INCREMENT_SERVING_COUNTER,
            UPDATE_SESSION,
            RESET_INITIAL_STATE,
            TAKE_OVER,
            MAX_SIZE,
            MAX_SIZE_SNS);

    static final List<String> ALL = Stream.of(
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
