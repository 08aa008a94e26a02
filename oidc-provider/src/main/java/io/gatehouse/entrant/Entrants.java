package io.gatehouse.entrant;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.Networks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entrants of a draw, counted by network.
 *
 * @param draw its id; absent where nothing is drawn
 * @param entrants how many take part, up to now
 * @param counted how many of them have been looked at; the next question goes on from there
 * @param unknown of how many of these the network cannot be told: their ids say none ({@link EntrantIds}), or
 *     they left and came again
 * @param networks how many networks the others come from
 * @param largest how many come from each of the largest, the largest first
 * @param sizes how many networks there are of each size
 * @param mostPerNetwork how many of a network are entries of their own, as announced; absent where all are
 * @param limit the same as it would be now: more, where too many stood behind
 * @param over how many networks have more
 * @param behind how many entries would stand behind all others
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Entrants(
        @Nullable String draw,
        long entrants,
        long counted,
        long unknown,
        long networks,
        List<Long> largest,
        List<Size> sizes,
        @Nullable Integer mostPerNetwork,
        @Nullable Integer limit,
        @Nullable Long over,
        @Nullable Long behind) {

    /** The answer where nothing is drawn. */
    static final Entrants NONE = new Entrants(null, 0, 0, 0, 0, List.of(), List.of(), null, null, null, null);

    private static final int MOST_NAMED = 20;
    private static final long[] FROM = {1, 2, 5, 20, 100, 1_000};

    /**
     * The networks with at least {@code from} entrants each, and fewer than the next size has.
     *
     * @param from 1 or more
     * @param networks how many they are
     * @param entrants how many come from all of them
     */
    public record Size(long from, long networks, long entrants) {}

    /**
     * @param blocks what stands for the network of each; put into order here
     * @param excess told of a draw that takes so many of a network as entries of their own
     */
    static Entrants of(Draw draw, long entrants, long counted, int[] blocks, Networks.Excess excess) {
        Arrays.sort(blocks);
        var many = new ArrayList<Long>();
        for (int first = 0, next = 0; first < blocks.length; first = next) {
            while (next < blocks.length && blocks[next] == blocks[first]) {
                next++;
            }
            many.add((long) next - first);
        }
        many.sort((one, other) -> Long.compare(other, one));
        var isLimited = draw.mostPerNetwork() > 0;
        return new Entrants(
                draw.id(),
                entrants,
                counted,
                counted - blocks.length,
                many.size(),
                List.copyOf(many.subList(0, Math.min(MOST_NAMED, many.size()))),
                sizes(many),
                isLimited ? draw.mostPerNetwork() : null,
                isLimited ? excess.most() : null,
                isLimited ? excess.networks() : null,
                isLimited ? excess.behind() : null);
    }

    private static List<Size> sizes(List<Long> many) {
        var sizes = new ArrayList<Size>();
        for (int i = 0; i < FROM.length; i++) {
            var from = FROM[i];
            var below = i + 1 < FROM.length ? FROM[i + 1] : Long.MAX_VALUE;
            var these = many.stream().filter(one -> one >= from && one < below).toList();
            sizes.add(new Size(
                    from,
                    these.size(),
                    these.stream().mapToLong(Long::longValue).sum()));
        }
        return sizes;
    }
}
