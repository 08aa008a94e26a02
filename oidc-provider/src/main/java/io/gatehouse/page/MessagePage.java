package io.gatehouse.page;

import io.gatehouse.board.Boards;
import io.gatehouse.room.Room;
import io.gatehouse.web.QrPicture;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Texts;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A plain page of ours: what happened, that the place is safe, and one way onward. Model {@code page} of the
 * template {@code waiting-page/message}. Each message has a headline and one or two paragraphs in the text
 * files.
 */
public final class MessagePage {

    /** A line for an address. Nothing in it is a visitor's. */
    record Line(String label, String name, String type, String autocomplete) {}

    /**
     * The form of a message: all that its template is rendered with but texts.
     *
     * @param language the tag, for {@code lang}
     * @param dir left to right or the other way, for {@code dir}
     * @param fields numbers of the form's hidden fields
     * @param lines for addresses
     * @param doneByItself whether the script sends the form when its work is done
     * @param scripted whether the page has a script at all
     */
    record Frame(
            String language,
            String dir,
            List<Integer> fields,
            List<Line> lines,
            boolean doneByItself,
            boolean scripted) {

        /** Where style sheet and script lie. */
        public String assets() {
            return PageWriter.ASSETS;
        }
    }

    /** The template's names of values that a message need not have. */
    private static final List<String> NAMES =
            List.of(("lead more rawLead rawMore lobby doors time linkText linkTarget alsoText alsoTarget backTarget"
                            + " saveTarget formText formAction inputLabel inputName pastedName pushKey pushText"
                            + " pushAction pushManifest pushWrong againAfter task quoted cause looks carried")
                    .split(" "));

    private final Texts.Language texts;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> own = new HashMap<>();
    private final Map<String, String> markup = new HashMap<>(Map.of("said", "", "picture", ""));
    private int fields;
    private boolean isDoneByItself;

    private MessagePage(Texts.Language texts, String headline, String... paragraphs) {
        var told =
                Stream.of(paragraphs).filter(paragraph -> !paragraph.isEmpty()).toList();
        this.texts = texts;
        NAMES.forEach(name -> own.put(name, ""));
        own.putAll(Map.of(
                "title", texts.text("waiting-room"),
                "headline", texts.text(headline),
                "lead", told.isEmpty() ? "" : told.get(0),
                "more", told.size() < 2 ? "" : told.get(1),
                "byItself", texts.text("by-itself"),
                "backText", texts.text("back"),
                "saveText", texts.text("receipt-save"),
                "copyText", texts.text("receipt-copy"),
                "copiedText", texts.text("receipt-copied"),
                "causeLabel", texts.text("for-developers")));
        markup.put("foot", PrintedWords.NONE.in(texts).foot());
    }

    public static MessagePage of(Texts.Language language, String message) {
        return of(language, message, Map.of());
    }

    /** A message whose paragraphs have placeholders. */
    public static MessagePage of(Texts.Language language, String message, Map<String, String> values) {
        return new MessagePage(
                language,
                message + ".headline",
                language.text(message + ".lead", values),
                language.text(message + ".more", values));
    }

    /** A page with these paragraphs, and a headline by the key of a text. */
    public static MessagePage telling(Texts.Language language, String headline, String lead, String more) {
        return new MessagePage(language, headline, lead, more);
    }

    /** The sentence that says how long a place is kept for which no page asks. */
    public static String kept(Texts.Language language, Duration kept) {
        return language.text("next-kept", Map.of("kept", Estimate.duration(language, kept.toMinutes())));
    }

    /** The room's or the site's title, above the headline; without it "Waiting room". */
    public MessagePage title(String roomOrSite) {
        return with(Map.of("title", roomOrSite));
    }

    /**
     * A link with one of our texts; texts for it are {@code try-again back go-on enter continue
     * wait-without receipt-check receipt-find.headline place-link}.
     */
    public MessagePage link(String text, URI target) {
        return with(Map.of("linkText", texts.text(text), "linkTarget", target.toString()));
    }

    /** Another link, to the room's past draws, if everyone may read them. */
    public MessagePage pastDraws(Room room, Boards.Printed printed) {
        if (room.settings(printed.seen()).tellsPastDraws()) {
            with(Map.of("alsoText", texts.text("draws.headline"), "alsoTarget", RoomPaths.pastDraws(room.id())));
        }
        return this;
    }

    /** Another link, back to where the visitor waits, below the page's own one. */
    public MessagePage backTo(String address) {
        return with(Map.of("backTarget", address));
    }

    /** Saves what is {@link #quoting quoted} as a file from this address; where scripts run, also copies it. */
    public MessagePage saving(String address) {
        return with(Map.of("saveTarget", address));
    }

    /**
     * The paragraphs name moments, {@code {lobby}} and {@code {doors}}: where scripts run, the page tells
     * them in the visitor's own time zone, which the server does not know.
     *
     * @param message the message of this page
     * @param lobby in the format of ISO 8601, as the other
     */
    public MessagePage moments(String message, String lobby, String doors) {
        return with(Map.of(
                "rawLead",
                texts.text(message + ".lead"),
                "rawMore",
                texts.text(message + ".more"),
                "lobby",
                lobby,
                "doors",
                doors));
    }

    /** The last paragraph, of this key, names a moment, {@code {time}}, which is told in the same way. */
    public MessagePage moment(String text, Instant time) {
        return with(Map.of("rawMore", texts.text(text), "time", time.toString()));
    }

    /**
     * A form that posts the fields; texts for its button are {@code continue enter logout-yes go-on
     * try-again device-yes move-yes check notice-link notice-no access-yes}.
     */
    public MessagePage form(String text, String action, Map<String, String> fields) {
        return form(text, Map.of(), action, fields);
    }

    /** A form with a button whose text has placeholders: {@code log-in-as}. */
    public MessagePage form(String text, Map<String, String> values, String action, Map<String, String> hidden) {
        hidden.forEach((name, value) -> {
            own.put("name" + fields, name);
            own.put("value" + fields, value);
            fields++;
        });
        return with(Map.of("formText", texts.text(text, values), "formAction", action));
    }

    /** A line to type into, above the form's button; its label is one of our texts: {@code device-code access-code}. */
    public MessagePage input(String label, String name) {
        return with(Map.of("inputLabel", texts.text(label), "inputName", name));
    }

    /**
     * One more line for an address, above the form's button, that may stay empty.
     *
     * @param label one of our texts
     * @param more what stands behind the label, as it is
     * @param type as HTML has it: {@code email}, {@code tel}. A browser offers to fill in the first line of a
     *     type alone, because more of them cost the operator more messages
     */
    public MessagePage line(String label, String more, String name, String type) {
        var isOfferedAbove = lines.stream().anyMatch(line -> line.type().equals(type));
        lines.add(new Line(texts.text(label) + more, name, type, isOfferedAbove ? "off" : type));
        return this;
    }

    /**
     * A button by which the browser subscribes to Web Push and posts its subscription as {@code push}, and
     * what is said where it cannot. Without a script, and in browsers that have none of it, it does not show.
     *
     * @param text of the button, one of our texts, as the last one is
     * @param key what the browser subscribes under
     */
    public MessagePage push(String text, String key, String action, String wrong) {
        return with(Map.of(
                "pushText",
                texts.text(text),
                "pushKey",
                key,
                "pushAction",
                action,
                "pushManifest",
                action.isEmpty() ? "" : action.split("\\?", 2)[0] + "/manifest",
                "pushWrong",
                texts.text(wrong)));
    }

    /** A field to paste a text into, above the form's button; its label is one of our texts. */
    public MessagePage pasted(String label, String name) {
        return with(Map.of("inputLabel", texts.text(label), "pastedName", name));
    }

    /** A link to open elsewhere: its picture, and the link itself to send there. */
    public MessagePage carried(String link) {
        markup.put("picture", QrPicture.svg(link, texts.text("move-picture")));
        return with(Map.of("carried", link));
    }

    /** Something to be copied to the letter, below the paragraphs. */
    public MessagePage quoting(String text) {
        return with(Map.of("quoted", text));
    }

    /**
     * The fault of the request, in the terms of its standard and in English: for the developer of the site,
     * below the text for the visitor. It may repeat nothing of the request.
     */
    public MessagePage forDevelopers(String cause) {
        return with(Map.of("cause", cause));
    }

    /**
     * A link to where to try again. Where scripts run, the page follows it by itself after this while, unless
     * the visitor says otherwise (WCAG 2.2.2).
     */
    public MessagePage again(Duration after, URI target) {
        return link("try-again", target).with(Map.of("againAfter", Long.toString(Math.max(1, after.toSeconds()))));
    }

    /**
     * Work for the page's script, whose result goes into the form's field {@code altcha}.
     *
     * @param challenge in the form that {@code visitor.ProofOfWork} gives it
     * @param byItself whether the form is sent then; else the visitor presses its button
     */
    public MessagePage task(String challenge, boolean byItself) {
        isDoneByItself = byItself;
        return with(Map.of("task", challenge));
    }

    /** As a page of this room: with its title above the headline, its looks, and with what operators say in it. */
    public MessagePage in(Boards.Printed room) {
        var board = room.board();
        var words = room.words().in(texts);
        markup.put("said", words.markup(room.vacancy().isShut() ? room.vacancy().name() : ""));
        markup.put("foot", words.foot());
        return with(Map.of("title", board.title(), "looks", RoomPaths.looks(board.room(), words.style())));
    }

    /** Without the links at the end, one of which leads here. */
    public MessagePage withoutFoot() {
        markup.put("foot", "");
        return this;
    }

    /** The values that are HTML already. */
    Map<String, String> markup() {
        return markup;
    }

    /** The part that many messages share. */
    Frame frame() {
        return new Frame(
                texts.tag(),
                texts.direction(),
                IntStream.range(0, fields).boxed().toList(),
                List.copyOf(lines),
                isDoneByItself,
                Stream.of("againAfter", "task", "saveTarget", "rawMore")
                        .anyMatch(name -> !own.getOrDefault(name, "").isEmpty()));
    }

    /** The rest, by the names of the template; an empty text is left out with its surroundings. Nothing is escaped. */
    Map<String, String> own() {
        var state = Map.of("state", own.getOrDefault("headline", ""), "room", own.getOrDefault("title", ""));
        return with(Map.of("documentTitle", texts.text("title", state))).own;
    }

    private MessagePage with(Map<String, String> values) {
        own.putAll(values);
        return this;
    }
}
