package io.gatehouse.ledger;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.Orders;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Counters;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * A {@link RoomStore} that notes for the ledger what this node has changed in it. It notes what has been
 * acknowledged: what has happened without an answer is found by the counters, see {@link Ledger}.
 */
final class RecordedRoomStore extends RoomStore.Forwarding {

    private final Function<RoomId, Unwritten> unwritten;
    private final Map<RoomId, Orders> orders = new ConcurrentHashMap<>();

    RecordedRoomStore(RoomStore store, Function<RoomId, Unwritten> unwritten) {
        super(store);
        this.unwritten = unwritten;
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return noted(room, steps, super.replace(room, steps));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return noted(room, steps, super.end(room, steps));
    }

    private boolean noted(RoomId room, List<Step> steps, boolean isDone) {
        if (isDone) {
            unwritten.apply(room).ended(steps);
        }
        return isDone;
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        var isDone = super.move(room, seen, next, call);
        if (isDone) {
            var entry = call(room, seen, next, call);
            if (!call.steps().isEmpty() || entry.to() >= entry.from()) {
                unwritten.apply(room).called(entry);
            }
        }
        return isDone;
    }

    /** Numbers are those by which the line is called, which a draw makes; positions those in which they have come. */
    private Unwritten.Call call(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        var order = orders.computeIfAbsent(room, first -> new Orders()).of(next.draw());
        var from = seen.reached() + 1;
        var to = next.draw().map(draw -> draw.reached(next.serving())).orElse(next.serving());
        var gone = Ranges.of(from, to);
        var outOfTurn = new Ranges();
        var inTurn = 0L;
        for (var step : call.steps()) {
            var position = step.before().number();
            var number = order.of(position);
            if (step.before().stage() == Stage.WAITING && number > to) {
                outOfTurn.add(position, position);
            } else if (step.before().stage() == Stage.WAITING && number >= from) {
                gone.remove(number);
                inTurn++;
            }
        }
        return new Unwritten.Call(
                seen.opening(),
                from,
                to,
                next.draw().filter(LobbyDraw::isDone).isPresent() ? positions(gone, order) : gone,
                outOfTurn,
                lanes(seen.lanes(), next.lanes()),
                call.steps().size() - inTurn - outOfTurn.count(),
                Math.max(0, seen.letIn() - next.letIn()),
                call.rule(),
                next.draw()
                        .filter(LobbyDraw::isDone)
                        .filter(draw -> from <= draw.base() + draw.entrants() && to > draw.base())
                        .map(draw -> draw.draw().id()));
    }

    /** The positions that the call has passed in lanes beside the default one. */
    private static Map<String, Ranges> lanes(LaneCounters before, LaneCounters after) {
        var gone = new HashMap<String, Ranges>();
        for (int number = 1;
                number <= Math.min(before.lanes().size(), after.lanes().size());
                number++) {
            var from = before.of(number).serving() + 1;
            var to = after.of(number).serving();
            if (to >= from) {
                gone.put(after.of(number).name(), Ranges.of(from, to));
            }
        }
        return gone;
    }

    private static Ranges positions(Ranges numbers, Order order) {
        var positions = new Ranges();
        numbers.list().stream()
                .flatMapToLong(range -> LongStream.rangeClosed(range.get(0), range.get(1)))
                .map(order::at)
                .forEach(position -> positions.add(position, position));
        return positions;
    }
}
