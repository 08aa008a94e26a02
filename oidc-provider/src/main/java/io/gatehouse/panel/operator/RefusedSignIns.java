package io.gatehouse.panel.operator;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of sign-ins that were refused: the log of each, and the ledger of the house of the first one and then
 * of how many a minute. Strangers cause them, and entries of a ledger are never removed.
 */
final class RefusedSignIns {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedSignIns.class);

    private final Ledgers ledgers;
    private final LogThrottle throttle;

    RefusedSignIns(Ledgers ledgers, Scheduler scheduler) {
        this.ledgers = ledgers;
        this.throttle = new LogThrottle(scheduler);
    }

    /**
     * Tells of one.
     *
     * @param counted under which it is counted; there must be few: no name that a stranger has made up
     * @param words for whom, and perhaps why
     */
    void tell(String counted, String words) {
        ActLog.signInRefused(words);
        throttle.count(counted, times -> record(words, times));
    }

    private void record(String words, long times) {
        try {
            ledgers.house(
                    "sign-in", "refused for " + words + (times == 1 ? "" : ", " + times + " times within a minute"));
        } catch (StoreUnavailableException away) {
            LOG.warn("the ledger of the house cannot be written, a refused sign-in is in this log alone", away);
        }
    }
}
