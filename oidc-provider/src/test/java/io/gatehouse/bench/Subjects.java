package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Rounds.Subject;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What visitors do at a server, side by side. */
final class Subjects {

    private static final int CLIENTS = 8;
    private static final int KNOWN = 16; // visitors who are known to a provider

    private Subjects() {}

    /** Visitors whom it knows log in, in turn. */
    static Subject logins(String row, Provider provider) throws IOException {
        var known = new ConcurrentLinkedQueue<String>();
        try (var wire = new Wire(provider.port())) {
            for (var visitor = 0; visitor < KNOWN; visitor++) {
                known.add(provider.introduces(wire));
            }
        }
        return new Subject(row, provider.handle(), provider.port(), CLIENTS, wire -> {
            var cookies = known.remove();
            known.add(cookies);
            provider.logsIn(wire, cookies);
        });
    }

    /** New visitors visit, one when the one before is done. */
    static Subject visits(String row, Gatehouse gatehouse) {
        return new Subject(row, gatehouse.handle(), gatehouse.port(), 1, gatehouse::introduces);
    }

    /** What the full room has to do: rows {@code join}, {@code place}, {@code page}, {@code look}, {@code board}. */
    static List<Subject> waiting(String before, Gatehouse gatehouse) {
        var waiting = new ConcurrentLinkedQueue<String>();
        return List.of(
                at(gatehouse, before + "join", gatehouse::joins),
                at(
                        gatehouse,
                        before + "place",
                        wire -> waiting.add(gatehouse.takesAPlace(wire).cookies())),
                at(
                        gatehouse,
                        before + "page",
                        wire -> answered(gatehouse.takesAPlace(wire).opens("/rooms/full/wait?request=", ""))),
                at(gatehouse, before + "look", wire -> {
                    var cookies = waiting.remove();
                    waiting.add(cookies);
                    answered(wire.gets("/rooms/full/place", cookies));
                }),
                at(gatehouse, before + "board", wire -> answered(wire.gets("/rooms/full/board", ""))));
    }

    private static Subject at(Gatehouse gatehouse, String row, Work work) {
        return new Subject(row, gatehouse.handle(), gatehouse.port(), CLIENTS, work);
    }

    private static void answered(Wire.Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
}
