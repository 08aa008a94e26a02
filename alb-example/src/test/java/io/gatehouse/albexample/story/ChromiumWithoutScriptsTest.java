package io.gatehouse.albexample.story;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The stories in Chromium with scripts switched off. */
@Tag("browser")
class ChromiumWithoutScriptsTest extends WaitingStoryContract {

    ChromiumWithoutScriptsTest(@TempDir Path folder) throws InterruptedException {
        super(folder);
    }

    @Override
    protected Visitor visitor() {
        return new ChromiumVisitor(false);
    }
}
