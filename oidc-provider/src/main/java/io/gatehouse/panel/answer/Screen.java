package io.gatehouse.panel.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** The answers of screens: pages, pictures and redirects. */
public final class Screen {

    /** The notices after acts, by the word that the redirect carries. */
    private static final Map<String, String> DONE = Map.ofEntries(
            entry("settings", "Settings saved."),
            entry("schedule", "Schedule saved."),
            entry("settings/reset", "Back to the configured settings."),
            entry("let-in", "Let in: they are called as the line allows."),
            entry("take-back", "Taken back: what was let in by hand and not used yet."),
            entry("pause", "Paused. Nobody is called; all places are kept."),
            entry("resume", "Resumed. The line moves again."),
            entry("end", "Admission ended. Its slot goes to the next in line."),
            entry("words", "Saved. Pages say it within a tick."),
            entry("looks", "Saved. New pages look so within a tick."),
            entry("openings", "A new opening has begun with an empty line."),
            entry("codes", "Imported."),
            entry("codes-back", "Taken back. Who is in already stays in."),
            entry("draw", "Told. The draw is done, and the doors open within a tick."),
            entry("sale", "The sale is set up. Every node knows it within a tick."),
            entry("rehearsal", "The rehearsal is there. Its lobby opens within two minutes."),
            entry("rehearsal/retire", "The rehearsal is taken away."),
            entry("added", "The room is there. Every node knows it within a tick."),
            entry("defined", "Saved. Every node follows within a tick."),
            entry("site-retired", "Retired. Its client id is unknown within a tick."),
            entry("key-gone", "Taken away. Nobody is believed who signs with it, at any node within a tick."),
            entry("operator-role", "Saved. The role is in force, here and at every node."),
            entry("operator-off", "Switched off. Their sign-ins have ended at every node."),
            entry("operator-on", "Switched on. They can sign in again."),
            entry("operator-removed", "Removed. Their sign-ins have ended at every node."),
            entry("password", "Your password is changed. Your other sign-ins have ended."),
            entry("client-scopes", "Saved. Tokens of before have ended; the client fetches another one."),
            entry("client-off", "Switched off. Its tokens have ended at every node."),
            entry("client-on", "Switched on. It can fetch tokens again."),
            entry("client-removed", "Removed. Its tokens have ended at every node."),
            entry("alert-seen", "Noted. All operators see that you know of it."),
            entry(
                    "alert-test",
                    "The test is under way. Reload this page in a minute: a receiver that was not reached stands at the test."),
            entry("retired", "Retired. Nobody gets a place any more; those who have one are served."));

    private static final MediaType SVG = new MediaType("image", "svg+xml", UTF_8);

    private Screen() {}

    /** A picture that is made anew each time. Its style is in it, and nothing else of it is used. */
    public static ResponseEntity<String> picture(String svg) {
        return ResponseEntity.ok()
                .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                .cacheControl(CacheControl.noStore())
                .contentType(SVG)
                .body(svg);
    }

    public static ModelAndView page(String template) {
        return new ModelAndView("panel/" + template);
    }

    /** This page, saying why something was refused, with the status of that. */
    public static ModelAndView refused(ModelAndView page, RefusedException refused) {
        page.setStatus(refused.problem().status());
        return page.addObject("trouble", refused.detail()).addObject("faults", refused.faults());
    }

    /**
     * A refused form with an entity tag, shown with the present one. An operator who was told of another
     * change may save nevertheless; else the form keeps its own tag, so that no change is overwritten unseen.
     */
    public static ModelAndView refused(ModelAndView page, RefusedException refused, Map<String, String> typed) {
        if (refused.problem() != Problem.CHANGED_MEANWHILE) {
            page.addObject("etag", typed.getOrDefault("etag", ""));
        }
        return refused(page, refused);
    }

    /** Does the act of a form and leads to this address; a refused act shows the page, which says why. */
    public static ModelAndView after(Runnable act, String path, Supplier<ModelAndView> page) {
        try {
            act.run();
            return seeOther(path);
        } catch (RefusedException refused) {
            return refused(page.get(), refused);
        }
    }

    /** The answer to a form: go and look (303), so that a reload does not do it twice. */
    public static ModelAndView seeOther(String path) {
        var redirect = new RedirectView(path);
        redirect.setStatusCode(HttpStatus.SEE_OTHER);
        redirect.setExposeModelAttributes(false);
        return new ModelAndView(redirect);
    }

    /** The notice after the act of this word; empty for any other word, and without one. */
    public static String done(@Nullable String word) {
        return word == null ? "" : DONE.getOrDefault(word, "");
    }
}
