package io.gatehouse.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.board.Board;
import io.gatehouse.forecast.Forecast;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Renders the page's templates as the service does, and knows one page for every state. */
public final class Pages {

    static final String HOSTILE = "\"><script>alert(1)</script>&x='y' ü";

    static final List<String> MESSAGES = List.of(
            "cookies",
            "unknown-site",
            "unknown-address",
            "unknown-room",
            "bad-request",
            "not-found",
            "home",
            "inside",
            "form-post",
            "away",
            "away-login",
            "busy",
            "closed",
            "full",
            "loop",
            "logout",
            "logged-out",
            "logout-refused",
            "not-inside",
            "move-over",
            "move-held",
            "move-not",
            "moved",
            "wrong");

    static final Board.Doors DOORS = new Board.Doors("2026-11-27T08:00:00Z", "2026-11-27T09:00:00Z", "Europe/Berlin");

    private static final SpringTemplateEngine ENGINE = engine();
    private static final RenderedPages PAGES = new RenderedPages(ENGINE);

    private Pages() {}

    /** One of each kind: the template is the same for all, and other tests compare the files. */
    static Stream<Texts.Language> languages(Texts texts) {
        return Stream.of("en", "de", "ar", "ja").map(texts::in);
    }

    private static SpringTemplateEngine engine() {
        ClassLoaderTemplateResolver files = new ClassLoaderTemplateResolver();
        files.setPrefix("META-INF/resources/");
        files.setSuffix(".html");
        files.setCharacterEncoding("UTF-8");
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setTemplateResolver(files);
        return engine;
    }

    public static String render(WaitingPage page) {
        return new String(PAGES.page(page), UTF_8);
    }

    /** As the template itself puts everything in its place and escapes it. */
    static String renderAnew(WaitingPage page) {
        return renderAnew("waiting-page/index", page.frame(), page.own(), page.markup());
    }

    public static String render(MessagePage page) {
        return new String(PAGES.page("waiting-page/message", page), UTF_8);
    }

    /** As the template itself puts everything in its place and escapes it. */
    static String renderAnew(MessagePage page) {
        return renderAnew("waiting-page/message", page.frame(), page.own(), page.markup());
    }

    private static String renderAnew(
            String template, Object frame, Map<String, String> own, Map<String, String> markup) {
        var values = new HashMap<>(own);
        values.putAll(markup);
        return ENGINE.process(template, new Context(null, Map.of("page", frame, "own", values)));
    }

    public static WaitingPage.Builder waiting(Texts.Language language) {
        return waiting(language, "Shop & Söhne");
    }

    public static WaitingPage.Builder waiting(Texts.Language language, String title) {
        return WaitingPage.of(language, new RoomId("shop"), title)
                .request("R-1")
                .at(Stage.WAITING, 1341)
                .serving(1000)
                .from(900)
                .forecast(told(200, 360))
                .claimWindow(Duration.ofMinutes(10))
                .refreshing(Duration.ofSeconds(5), true);
    }

    /** That 300 turns take so many seconds. */
    static Forecast told(long from, long to) {
        return new Forecast(Forecast.By.MEASURED, List.of(new Forecast.Point(300, from, to)), Optional.empty());
    }

    public static Map<String, WaitingPage> everyState(Texts.Language language) {
        return everyState(() -> waiting(language));
    }

    /** Each state that a visitor may see, by the name of what is shown. */
    public static Map<String, WaitingPage> everyState(Supplier<WaitingPage.Builder> visitor) {
        Map<String, WaitingPage> pages = new LinkedHashMap<>();
        pages.put("WAITING", visitor.get().build());
        pages.put("PAUSED", visitor.get().paused(true).build());
        pages.put("NEXT", visitor.get().serving(1340).build());
        for (Stage stage : Stage.values()) {
            if (stage != Stage.WAITING && stage == stage.told()) {
                pages.put(
                        stage.name(),
                        visitor.get()
                                .at(stage, 1341)
                                .serving(1341)
                                .left(Duration.ofSeconds(599))
                                .extendable(true)
                                .build());
            }
        }
        for (Phase phase : List.of(Phase.LOBBY, Phase.CLOSED, Phase.ENDED)) {
            pages.put(
                    phase.name(),
                    visitor.get().phase(phase, DOORS, Duration.ofMinutes(61)).build());
        }
        pages.put("TAKEN", visitor.get().stock(Stock.Level.TAKEN).build());
        pages.put("SOLD_OUT", visitor.get().stock(Stock.Level.SOLD_OUT).build());
        pages.put("RESTARTED", visitor.get().restarted().build());
        pages.put("UNKNOWN", visitor.get().unknown().build());
        return pages;
    }
}
