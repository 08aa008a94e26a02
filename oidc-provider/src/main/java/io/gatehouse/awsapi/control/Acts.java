package io.gatehouse.awsapi.control;

import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.ledger.Ledgers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what is about to be done to a room by this API, and by whom. */
record Acts(Ledgers ledgers) {

    private static final Logger LOG = LoggerFactory.getLogger("gatehouse.acts");

    /** To the ledger and to the log; what cannot be written down is not to be done. */
    void record(String caller, AwsRoom event, String what) {
        var room = event.room().id();
        ledgers.act(room, caller, what);
        LOG.info("{}: room {}: {}", caller, room, what);
    }
}
