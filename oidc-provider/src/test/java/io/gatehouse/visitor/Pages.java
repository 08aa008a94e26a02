package io.gatehouse.visitor;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Renders the page's templates as the service does, and knows one page for every state. */
final class Pages {

    static final String HOSTILE = "\"><script>alert(1)</script>&x='y' ü";

    static final List<String> MESSAGES = List.of(
            "cookies",
            "unknown-site",
            "unknown-room",
            "bad-request",
            "not-found",
            "home",
            "inside",
            "form-post",
            "again",
            "away",
            "busy",
            "full",
            "loop",
            "logout",
            "logged-out",
            "not-inside",
            "wrong");

    private static final SpringTemplateEngine ENGINE = engine();

    private Pages() {}

    private static SpringTemplateEngine engine() {
        ClassLoaderTemplateResolver files = new ClassLoaderTemplateResolver();
        files.setPrefix("META-INF/resources/");
        files.setSuffix(".html");
        files.setCharacterEncoding("UTF-8");
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setTemplateResolver(files);
        return engine;
    }

    static String render(WaitingPage page) {
        return ENGINE.process("waiting-page/index", new Context(null, Map.of("page", page)));
    }

    static String render(MessagePage page) {
        return ENGINE.process("waiting-page/message", new Context(null, Map.of("page", page)));
    }

    static WaitingPage.Builder waiting(Texts.Language language) {
        return WaitingPage.of(language, new RoomId("shop"), "Shop & Söhne")
                .request("R-1")
                .at(Stage.WAITING, 1341)
                .serving(1000)
                .from(900)
                .pace(50, 90)
                .claimWindow(Duration.ofMinutes(10))
                .refreshing(Duration.ofSeconds(5), true);
    }

    /** Each state that a visitor may see, by the name of what is shown. */
    static Map<String, WaitingPage> everyState(Texts.Language language) {
        Map<String, WaitingPage> pages = new LinkedHashMap<>();
        pages.put("WAITING", waiting(language).build());
        pages.put("PAUSED", waiting(language).paused(true).build());
        pages.put("NEXT", waiting(language).serving(1340).build());
        for (Stage stage : Stage.values()) {
            if (stage != Stage.WAITING && stage == stage.told()) {
                pages.put(
                        stage.name(),
                        waiting(language)
                                .at(stage, 1341)
                                .serving(1341)
                                .left(Duration.ofSeconds(599))
                                .extendable(true)
                                .build());
            }
        }
        pages.put("RESTARTED", waiting(language).restarted().build());
        pages.put("UNKNOWN", waiting(language).unknown().build());
        return pages;
    }
}
