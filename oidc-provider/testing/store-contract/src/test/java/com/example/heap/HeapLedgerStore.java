package com.example.heap;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ledgers in the heap, behind one lock. */
final class HeapLedgerStore implements LedgerStore {

    private final Map<RoomId, List<String>> all = new HashMap<>();

    @Override
    public synchronized boolean append(RoomId room, long after, String last, List<String> lines) {
        var ledger = all.computeIfAbsent(room, unknown -> new ArrayList<>());
        if (ledger.size() != after || !(ledger.isEmpty() ? "" : ledger.get(ledger.size() - 1)).equals(last)) {
            return false;
        }
        return ledger.addAll(lines);
    }

    @Override
    public synchronized List<String> read(RoomId room, long from, int most) {
        var ledger = all.getOrDefault(room, List.of());
        var end = Math.min(ledger.size(), from - 1 + Math.min(most, MOST));
        return from > end ? List.of() : List.copyOf(ledger.subList((int) from - 1, (int) end));
    }

    @Override
    public synchronized long last(RoomId room) {
        return all.getOrDefault(room, List.of()).size();
    }
}
