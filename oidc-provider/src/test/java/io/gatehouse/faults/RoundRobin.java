package io.gatehouse.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A load balancer that sends each request to the next node, without regard to who asks, and loses some of the
 * answers.
 *
 * <p>As an ALB does, it turns to another node only when nothing has been sent yet: the node refuses the
 * connection. A node that hangs up is answered for with 502, one that is silent with 504, and then left alone
 * for a while, unless all are. A node that is taken out is drained first.
 */
final class RoundRobin implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final Duration ALONE = Duration.ofSeconds(10);
    private static final Duration DRAINED = Duration.ofMinutes(2);
    private static final Message BAD_GATEWAY = Message.of(502, "text/plain", "bad gateway");
    private static final Message GATEWAY_TIMEOUT = Message.of(504, "text/plain", "gateway timeout");
    private static final Message NONE = new Message("", new byte[0]);

    /** A node between two restarts: connections to it are good for one. */
    private record Target(int node, int era) {}

    private final List<Integer> nodes;
    private final double loses;
    private final Intermediary middle;
    private final AtomicLong turn = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong cut = new AtomicLong();
    private final AtomicLong silent = new AtomicLong();
    private final ConcurrentHashMap<Integer, Long> alone = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, Integer> eras = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, AtomicInteger> underWay = new ConcurrentHashMap<>();
    private final Set<Integer> out = ConcurrentHashMap.newKeySet();

    /** For nodes on these ports; this share of the answers does not get back to the client, from 0 to 1. */
    RoundRobin(List<Integer> nodes, double loses) {
        this.nodes = List.copyOf(nodes);
        this.loses = loses;
        this.middle = new Intermediary(Connections::new);
    }

    int port() {
        return middle.port();
    }

    /** Sends this node nothing new, and waits until it has answered what it was sent. */
    void takesOut(int node) {
        out.add(node);
        await("drained").atMost(DRAINED).until(() -> underWay(node).get() == 0);
    }

    /** Sends this node its share again, over new connections. */
    void takesIn(int node) {
        eras.merge(node, 1, Integer::sum);
        out.remove(node);
    }

    /** How many requests got no answer because a node hung up. */
    long cut() {
        return cut.get();
    }

    /** What has gone wrong so far. */
    String faults() {
        return lost + " answers lost, " + cut + " cut by a node, " + silent + " not answered in time";
    }

    @Override
    public void close() {
        middle.close();
    }

    private final class Connections implements Intermediary.AdmittedAnswer {

        private final HashMap<Target, Upstream> upstreams = new HashMap<>();

        @Override
        public Message passes(Message request) {
            return passes(request, RoundRobin.this::isAsked)
                    .or(() -> passes(request, alone::containsKey))
                    .orElse(BAD_GATEWAY);
        }

        /** Through the next of these nodes that takes connections, if any does. */
        private Optional<Message> passes(Message request, Predicate<Integer> which) {
            var tried = new HashSet<Integer>();
            while (tried.size() < nodes.size()) {
                var node = next();
                if (tried.add(node) && which.test(node)) {
                    var answer = asks(node, request);
                    if (answer.isPresent()) {
                        return answer;
                    }
                }
            }
            return Optional.empty();
        }

        /** The answer of this node; empty when it is out, or refuses the connection. */
        private Optional<Message> asks(int node, Message request) {
            underWay(node).incrementAndGet();
            try {
                if (out.contains(node)) {
                    return Optional.empty();
                }
                var upstream = upstream(node);
                try {
                    upstream.connects();
                } catch (IOException refused) {
                    upstream.close();
                    return Optional.empty();
                }
                return Optional.of(through(node, upstream, request));
            } finally {
                underWay(node).decrementAndGet();
            }
        }

        @Override
        public void close() {
            upstreams.values().forEach(Upstream::close);
        }

        private Upstream upstream(int node) {
            var target = new Target(node, eras.getOrDefault(node, 0));
            return upstreams.computeIfAbsent(target, to -> new Upstream(to.node, TIMEOUT));
        }

        private Message through(int node, Upstream upstream, Message request) {
            try {
                var answer = upstream.answers(request);
                if (ThreadLocalRandom.current().nextDouble() < loses) {
                    lost.incrementAndGet();
                    return NONE;
                }
                return answer;
            } catch (SocketTimeoutException tooSlow) {
                silent.incrementAndGet();
                alone.put(node, System.nanoTime() + ALONE.toNanos());
                return GATEWAY_TIMEOUT;
            } catch (IOException hungUp) {
                cut.incrementAndGet();
                return BAD_GATEWAY;
            }
        }
    }

    private int next() {
        return nodes.get((int) (turn.getAndIncrement() % nodes.size()));
    }

    private AtomicInteger underWay(int node) {
        return underWay.computeIfAbsent(node, first -> new AtomicInteger());
    }

    private boolean isAsked(int node) {
        var until = alone.get(node);
        return until == null || until - System.nanoTime() < 0;
    }
}
