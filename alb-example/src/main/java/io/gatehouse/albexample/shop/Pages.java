package io.gatehouse.albexample.shop;

import io.gatehouse.albexample.shop.Template.Html;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The shop's pages, filled in. */
final class Pages {

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private final Template frame = Template.named("frame.html");
    private final Template home = Template.named("home.html");
    private final Template good = Template.named("good.html");
    private final Template moment = Template.named("moment.html");
    private final Template item = Template.named("item.html");
    private final Html goodbye = new Html(Template.named("goodbye.html").text());
    private final Html stranger = new Html(Template.named("stranger.html").text());

    String home(Admitted visitor, Instant now) {
        Map<String, Object> values = facts(visitor, now);
        values.put("goods", new Html(Good.ALL.stream().map(this::item).collect(Collectors.joining())));
        return framed("Welcome in", visitor, home.fill(values), now);
    }

    String good(Good shown, boolean ordered, Admitted visitor, Instant now) {
        Map<String, Object> values = facts(shown);
        values.put("ordered", new Html(ordered ? Template.named("ordered.html").text() : ""));
        return framed(shown.name(), visitor, good.fill(values), now);
    }

    String goodbye() {
        return framed("Goodbye", "", goodbye);
    }

    /** The page for visitors who come past the load balancer. */
    String stranger() {
        return framed("Not this way", "", stranger);
    }

    private String item(Good each) {
        return item.fill(facts(each)).text();
    }

    private static Map<String, Object> facts(Good shown) {
        Map<String, Object> values = new HashMap<>();
        values.put("key", shown.key());
        values.put("name", shown.name());
        values.put("price", shown.price());
        values.put("words", shown.words());
        return values;
    }

    private Map<String, Object> facts(Admitted visitor, Instant now) {
        Map<String, Object> values = new HashMap<>();
        values.put("visitor", visitor.shortName());
        values.put("name", visitor.text("name"));
        values.put("room", visitor.text("room"));
        values.put("position", visitor.text("position"));
        values.put("joined", moment(visitor, "joined_at"));
        values.put("admitted", moment(visitor, "admitted_at"));
        values.put("ends", moment(visitor, "expires_at"));
        values.put("left", left(visitor, now));
        return values;
    }

    private Object moment(Admitted visitor, String claim) {
        return visitor.moment(claim)
                .map(at -> (Object) moment.fill(Map.of("iso", at, "clock", CLOCK.format(at))))
                .orElse("–");
    }

    private static String left(Admitted visitor, Instant now) {
        return visitor.minutesLeft(now)
                .map(minutes -> minutes == 1 ? "1 minute left" : minutes + " minutes left")
                .orElse("");
    }

    private String framed(String title, Admitted visitor, Html content, Instant now) {
        Template inside = Template.named("inside.html");
        return framed(title, inside.fill(Map.of("left", left(visitor, now))), content);
    }

    private String framed(String title, Object inside, Html content) {
        return frame.fill(Map.of("title", title, "inside", inside, "content", content))
                .text();
    }
}
