package io.gatehouse.albexample.story;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The stories in a browser that runs none. */
class WithoutScriptsTest extends WaitingStoryContract {

    WithoutScriptsTest(@TempDir Path folder) throws InterruptedException {
        super(folder);
    }

    @Override
    protected Visitor visitor() {
        return new HtmlUnitVisitor(false);
    }
}
