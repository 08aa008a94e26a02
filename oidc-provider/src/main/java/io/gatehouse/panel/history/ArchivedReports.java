package io.gatehouse.panel.history;

import io.gatehouse.archive.ReportSource;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.RoomId;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Reports for the archive, as the API gives them. */
record ArchivedReports(Reports reports) implements ReportSource {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The archive asks only for openings that the ledger has, so a refusal means that others are made. */
    @Override
    public Optional<String> report(RoomId room, long opening) {
        try {
            return Optional.of(JSON.writeValueAsString(reports.of(room.value(), String.valueOf(opening))));
        } catch (RefusedException busy) {
            throw new BusyException(busy);
        }
    }
}
