package io.gatehouse.waitingpage;

import java.io.IOException;
import java.util.List;

/** The second half of the languages. */
class EveryOtherLanguageTest extends LanguageContract {

    @Override
    List<String> languages() throws IOException {
        return everySecond(1);
    }
}
