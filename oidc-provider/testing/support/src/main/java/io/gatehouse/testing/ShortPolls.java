package io.gatehouse.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets every test that awaits something look at once and then often: Awaitility itself looks for the first
 * time after a tenth of a second. The JUnit Platform finds this by the service loader.
 */
public final class ShortPolls implements LauncherSessionListener {

    private static final Duration INTERVAL = Duration.ofMillis(20);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(INTERVAL);
    }
}
