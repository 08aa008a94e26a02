package io.gatehouse.panel.room;

import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.javascript.JavaScriptEngine;

/**
 * The scripts of a browser, which go on only when the test lets them, in the test's own thread. HtmlUnit's
 * own thread beside it would change pages that are being read. And that thread shows whatever page it finds
 * fetched after each of its scripts, also one that a click has just asked for: the click would return the
 * page before.
 */
final class ScriptsByHand extends JavaScriptEngine {

    private static final long serialVersionUID = 1;

    ScriptsByHand(WebClient browser) {
        super(browser);
    }

    @Override
    public void registerWindowAndMaybeStartEventLoop(WebWindow window) {
        // No thread is started.
    }

    /** Lets the page do what it has planned next: what its timer says, without waiting for it, or a request. */
    static void goOn(WebClient browser) {
        var jobs = browser.getCurrentWindow().getJobManager();
        var next = jobs.getEarliestJob();
        if (next != null) {
            next.setTargetExecutionTime(0);
            jobs.runSingleJob(next);
        }
    }
}
