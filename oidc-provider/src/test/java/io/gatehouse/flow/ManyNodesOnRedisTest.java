package io.gatehouse.flow;

import io.gatehouse.store.redis.RedisServer;

class ManyNodesOnRedisTest extends ManyNodesContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private RedisServer redis;

    @Override
    protected String[] startStore() {
        redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        return redis.settings();
    }

    @Override
    protected void storeGoes() {
        redis.isKilled();
    }

    @Override
    protected void storeComesBack() {
        redis.starts();
    }

    @Override
    protected void stopStore() {
        redis.close();
    }
}
