package io.gatehouse.tune;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A shop behind a room, as a fluid in steps of a second: visitors are called, claim, look around in two
 * phases and ask for pages; requests that the shop cannot serve wait, and fail beyond five seconds of
 * backlog. Its capacity halves for a while. A model of what is steered, and of nothing that steers.
 */
final class Plant {

    /** How the shop's answers slow down. */
    enum Shape {
        /** As more and more of it is used: M/M. */
        CURVE(1.5, 0.8),
        /** Not at all up to nine tenths, and then at once. */
        CLIFF(1.0, 0.9 + 0.7 / 20);

        final double limit;

        /** The share of its capacity that it is to be used for, which answers take so long under. */
        final double good;

        Shape(double limit, double good) {
            this.limit = limit;
            this.good = good;
        }
    }

    static final double CLAIM = 20;
    static final double WHOLE = 200;
    private static final double PAGES = 30;
    private static final double SHOW = 0.8;
    private static final double ALONE = 0.1;
    private static final double BACKLOG = 5;

    final int visit;
    final int half;
    final int back;
    final int end;

    private final Shape shape;
    private final double noise;
    private final Random random;
    private final Deque<double[]> seen = new ArrayDeque<>();
    private double called;
    private double first;
    private double second;
    private double backlog;

    double use;
    double failed;
    double asked;

    Plant(int visit, Shape shape, double noise, long seed) {
        this.visit = visit;
        this.shape = shape;
        this.noise = noise;
        this.random = new Random(seed);
        this.half = 8 * visit + 600;
        this.back = 20 * visit + 600;
        this.end = 32 * visit + 600;
    }

    double capacity(int second) {
        return second >= half && second < back ? WHOLE / 2 : WHOLE;
    }

    /** Slots in use: called visitors and those inside. */
    double inside() {
        return called + first + second;
    }

    /** How many slots make good use of a capacity. */
    double right(double capacity) {
        return shape.good * capacity * visit / PAGES * (1 + CLAIM / visit);
    }

    /** As many as can come in a second at most. */
    double fastest() {
        return 4 * shape.good * WHOLE / PAGES;
    }

    void step(double calls, int now) {
        var capacity = capacity(now);
        called += calls * SHOW;
        var claimed = called / CLAIM;
        called -= claimed;
        first += claimed;
        var moved = first * 2 / visit;
        first -= moved;
        second += moved;
        second -= second * 2 / visit;
        asked = (first + second) * PAGES / visit;
        backlog = Math.max(0, backlog + asked - capacity);
        failed = Math.max(0, backlog - BACKLOG * capacity);
        backlog -= failed;
        use = asked / capacity;
        var bounded = Math.min(use, 0.97);
        var base = shape == Shape.CURVE
                ? 3 * ALONE / (1 - bounded)
                : use < 0.9 ? 3 * ALONE : 3 * ALONE + (bounded - 0.9) * 20;
        seen.addLast(new double[] {
            (base + backlog / capacity) * Math.exp(noise * random.nextGaussian()), asked > 0 ? failed / asked : 0
        });
        if (seen.size() > 60) {
            seen.removeFirst();
        }
    }

    /** The mean time of an answer, and the share that failed, over the last seconds. */
    double[] heard(int seconds) {
        var latest = seen.stream().skip(Math.max(0, seen.size() - seconds)).toList();
        return new double[] {
            latest.stream().mapToDouble(one -> one[0]).average().orElse(0),
            latest.stream().mapToDouble(one -> one[1]).average().orElse(0)
        };
    }

    double limit() {
        return shape.limit;
    }

    double good() {
        return shape.good;
    }
}
