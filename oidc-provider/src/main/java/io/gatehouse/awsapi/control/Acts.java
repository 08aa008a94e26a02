package io.gatehouse.awsapi.control;

import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.ledger.Ledgers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records each act of this API on a room, and its caller, before it is done. */
record Acts(Ledgers ledgers) {

    private static final Logger LOG = LoggerFactory.getLogger("gatehouse.acts");

    /** Writes to the ledger and the log; an act that cannot be written must not be done. */
    void record(String caller, AwsRoom event, String what) {
        var room = event.room().id();
        ledgers.act(room, caller, what);
        LOG.info("{}: room {}: {}", caller, room, what);
    }
}
