package io.gatehouse.store.redis;

/** Redis cannot be used as it is: stops the start, and says in a paragraph what is wrong and what to do. */
final class RedisStartException extends RuntimeException {

    private final String remedy;

    RedisStartException(String problem, String remedy, Throwable cause) {
        super(problem, cause);
        this.remedy = remedy;
    }

    RedisStartException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
