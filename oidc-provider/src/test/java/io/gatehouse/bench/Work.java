package io.gatehouse.bench;

import io.gatehouse.flow.Wire;
import java.io.IOException;

/** A unit of work, done over one connection; fails if it is not answered as it should be. */
interface Work {

    void once(Wire wire) throws IOException;
}
