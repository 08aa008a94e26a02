package io.gatehouse.albexample.story;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The stories in a browser that runs scripts. */
@Tag("acceptance")
class WithScriptsTest extends WaitingStoryContract {

    WithScriptsTest(@TempDir Path folder) throws InterruptedException {
        super(folder);
    }

    @Override
    protected Visitor visitor() {
        return new HtmlUnitVisitor(true);
    }
}
