package io.gatehouse.albexample.story;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The stories in Chromium. */
@Tag("browser")
class ChromiumTest extends WaitingStoryContract {

    ChromiumTest(@TempDir Path folder) throws InterruptedException {
        super(folder);
    }

    @Override
    protected Visitor visitor() {
        return new ChromiumVisitor(true);
    }
}
