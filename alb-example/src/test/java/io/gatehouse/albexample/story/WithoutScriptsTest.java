package io.gatehouse.albexample.story;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The stories in a browser that runs none, which needs no more than a JDK; with scripts they are told in Chromium. */
@Tag("acceptance")
class WithoutScriptsTest extends WaitingStoryContract {

    WithoutScriptsTest(@TempDir Path folder) throws InterruptedException {
        super(folder);
    }

    @Override
    protected Visitor visitor() {
        return new HtmlUnitVisitor(false);
    }
}
