package io.gatehouse.page;

import static java.util.Map.entry;

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
 * template {@code waiting-page/message}.
 *
 * <pre>
 * model.addAttribute("page", MessagePage.of(language, "cookies").link("try-again", retry));
 * return "waiting-page/message";
 * </pre>
 *
 * <p>Messages are {@code cookies unknown-site unknown-room bad-request not-found home inside form-post away
 * away-login busy full loop elsewhere logout logged-out not-inside wrong work work-again device
 * device-unknown device-sure device-done again sold-out closed closed-until pass-expired pass-early pass-used
 * pass-wrong pass-unknown pass-guessed code move move-here move-over move-held move-not moved receipt
 * receipt-drawn no-receipt receipt-find receipt-wrong receipt-often}; each has a headline and one or two
 * paragraphs in the text files.
 */
public final class MessagePage {

    /** A hidden field of the page's form. */
    private record Field(String name, String value) {}

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

    private final Texts.Language texts;
    private final String headline;
    private final List<String> paragraphs;
    private final List<Field> formFields = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> moments =
            new HashMap<>(Map.of("rawLead", "", "rawMore", "", "lobby", "", "doors", "", "time", ""));
    private String title;
    private String linkText = "";
    private String linkTarget = "";
    private String alsoText = "";
    private String alsoTarget = "";
    private String backTarget = "";
    private String saveTarget = "";
    private String formText = "";
    private String formAction = "";
    private String inputLabel = "";
    private String inputName = "";
    private String pastedName = "";
    private String pushKey = "";
    private String pushText = "";
    private String pushAction = "";
    private String pushWrong = "";
    private long againAfter;
    private String task = "";
    private boolean isDoneByItself;
    private String quoted = "";
    private String cause = "";
    private String said = "";
    private String foot;
    private String looks = "";
    private String carried = "";
    private String picture = "";

    private MessagePage(Texts.Language texts, String headline, String... paragraphs) {
        this.texts = texts;
        this.title = texts.text("waiting-room");
        this.headline = texts.text(headline);
        this.foot = PrintedWords.NONE.in(texts).foot();
        this.paragraphs =
                Stream.of(paragraphs).filter(paragraph -> !paragraph.isEmpty()).toList();
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

    /**
     * A page whose paragraphs depend on what is told.
     *
     * @param headline the key of a text
     */
    public static MessagePage telling(Texts.Language language, String headline, String lead, String more) {
        return new MessagePage(language, headline, lead, more);
    }

    /** The sentence that says how long a place is kept for which no page asks. */
    public static String kept(Texts.Language language, Duration kept) {
        return language.text("next-kept", Map.of("kept", Estimate.duration(language, kept.toMinutes())));
    }

    /** The room's or the site's title, above the headline; without it "Waiting room". */
    public MessagePage title(String roomOrSite) {
        title = roomOrSite;
        return this;
    }

    /** A link with one of our texts; texts for it are {@code try-again back go-on enter continue
     * wait-without receipt-check receipt-find.headline place-link}. */
    public MessagePage link(String text, URI target) {
        linkText = texts.text(text);
        linkTarget = target.toString();
        return this;
    }

    /** Another link, to the room's past draws, if everyone may read them. */
    public MessagePage pastDraws(Room room, Boards.Printed printed) {
        if (room.settings(printed.seen()).tellsPastDraws()) {
            alsoText = texts.text("draws.headline");
            alsoTarget = RoomPaths.pastDraws(room.id());
        }
        return this;
    }

    /** Another link, back to where the visitor waits, below the page's own one. */
    public MessagePage backTo(String address) {
        backTarget = address;
        return this;
    }

    /** Saves what is {@link #quoting quoted} as a file from this address; where scripts run, also copies it. */
    public MessagePage saving(String address) {
        saveTarget = address;
        return this;
    }

    /**
     * The paragraphs name moments, {@code {lobby}} and {@code {doors}}: where scripts run, the page tells
     * them in the visitor's own time zone, which the server does not know.
     *
     * @param message the message of this page
     * @param lobby in the format of ISO 8601, as the other
     */
    public MessagePage moments(String message, String lobby, String doors) {
        moments.putAll(Map.of(
                "rawLead",
                texts.text(message + ".lead"),
                "rawMore",
                texts.text(message + ".more"),
                "lobby",
                lobby,
                "doors",
                doors));
        return this;
    }

    /**
     * The last paragraph names a moment, {@code {time}}, which is told in the same way.
     *
     * @param text one of our texts, which that paragraph is
     */
    public MessagePage moment(String text, Instant time) {
        moments.putAll(Map.of("rawMore", texts.text(text), "time", time.toString()));
        return this;
    }

    /** A form that posts the fields; texts for its button are {@code continue enter logout-yes go-on
     * try-again device-yes move-yes check notice-link notice-no access-yes}. */
    public MessagePage form(String text, String action, Map<String, String> fields) {
        return form(text, Map.of(), action, fields);
    }

    /** The same with a button whose text has placeholders: {@code log-in-as}. */
    public MessagePage form(String text, Map<String, String> values, String action, Map<String, String> fields) {
        formText = texts.text(text, values);
        formAction = action;
        fields.forEach((name, value) -> formFields.add(new Field(name, value)));
        return this;
    }

    /** A line to type into, above the form's button; its label is one of our texts: {@code device-code access-code}. */
    public MessagePage input(String label, String name) {
        inputLabel = texts.text(label);
        inputName = name;
        return this;
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
        pushText = texts.text(text);
        pushKey = key;
        pushAction = action;
        pushWrong = texts.text(wrong);
        return this;
    }

    /** A field to paste a text into, above the form's button; its label is one of our texts. */
    public MessagePage pasted(String label, String name) {
        inputLabel = texts.text(label);
        pastedName = name;
        return this;
    }

    /** A link to open elsewhere: its picture, and the link itself to send there. */
    public MessagePage carried(String link) {
        carried = link;
        picture = QrPicture.svg(link, texts.text("move-picture"));
        return this;
    }

    /** Something to be copied to the letter, below the paragraphs. */
    public MessagePage quoting(String text) {
        quoted = text;
        return this;
    }

    /**
     * What is wrong with the request, in the terms of its standard and in English: for the developer of the
     * site, below what the visitor reads. Nothing of what was sent may be in it.
     */
    public MessagePage forDevelopers(String cause) {
        this.cause = cause;
        return this;
    }

    /**
     * A link to where to try again. Where scripts run, the page follows it by itself after this while, unless
     * the visitor says otherwise (WCAG 2.2.2).
     */
    public MessagePage again(Duration after, URI target) {
        againAfter = Math.max(1, after.toSeconds());
        return link("try-again", target);
    }

    /**
     * Work for the page's script, whose result goes into the form's field {@code altcha}.
     *
     * @param challenge in the form that {@code visitor.ProofOfWork} gives it
     * @param byItself whether the form is sent then; else the visitor presses its button
     */
    public MessagePage task(String challenge, boolean byItself) {
        task = challenge;
        isDoneByItself = byItself;
        return this;
    }

    /** As a page of this room: with its title above the headline, its looks, and with what operators say in it. */
    public MessagePage in(Boards.Printed room) {
        var board = room.board();
        title = board.title();
        var words = room.words().in(texts);
        said = words.markup(room.vacancy().isShut() ? room.vacancy().name() : "");
        foot = words.foot();
        looks = RoomPaths.looks(board.room(), words.style());
        return this;
    }

    /** Without the links at the end, one of which leads here. */
    public MessagePage withoutFoot() {
        foot = "";
        return this;
    }

    /** What is HTML already. */
    Map<String, String> markup() {
        return Map.of("said", said, "foot", foot, "picture", picture);
    }

    /** What many messages share. */
    Frame frame() {
        return new Frame(
                texts.tag(),
                texts.direction(),
                IntStream.range(0, formFields.size()).boxed().toList(),
                List.copyOf(lines),
                isDoneByItself,
                againAfter > 0
                        || !task.isEmpty()
                        || !saveTarget.isEmpty()
                        || !moments.getOrDefault("rawMore", "").isEmpty());
    }

    /**
     * The rest, by the names that the template has for it. An empty text is left out with its surroundings.
     * Nothing here is escaped yet.
     */
    Map<String, String> own() {
        var own = new HashMap<>(Map.ofEntries(
                entry("documentTitle", texts.text("title", Map.of("state", headline, "room", title))),
                entry("title", title),
                entry("headline", headline),
                entry("linkText", linkText),
                entry("linkTarget", linkTarget),
                entry("formText", formText),
                entry("formAction", formAction),
                entry("inputLabel", inputLabel),
                entry("inputName", inputName),
                entry("task", task),
                // Seconds until the page follows its link by itself, and what the visitor may turn off then.
                entry("againAfter", againAfter == 0 ? "" : Long.toString(againAfter)),
                entry("byItself", texts.text("by-itself"))));
        own.putAll(moments);
        own.put("backTarget", backTarget);
        own.put("backText", texts.text("back"));
        own.put("saveTarget", saveTarget);
        own.put("saveText", texts.text("receipt-save"));
        own.put("copyText", texts.text("receipt-copy"));
        own.put("copiedText", texts.text("receipt-copied"));
        own.put("alsoText", alsoText);
        own.put("alsoTarget", alsoTarget);
        own.put("looks", looks);
        own.put("carried", carried);
        own.put("pastedName", pastedName);
        own.put("pushKey", pushKey);
        own.put("pushText", pushText);
        own.put("pushAction", pushAction);
        own.put("pushManifest", pushAction.isEmpty() ? "" : pushAction.split("\\?", 2)[0] + "/manifest");
        own.put("pushWrong", pushWrong);
        own.put("quoted", quoted);
        own.put("cause", cause);
        own.put("causeLabel", texts.text("for-developers"));
        own.put("lead", paragraphs.isEmpty() ? "" : paragraphs.get(0));
        own.put("more", paragraphs.size() < 2 ? "" : paragraphs.get(1));
        for (var n = 0; n < formFields.size(); n++) {
            own.put("name" + n, formFields.get(n).name());
            own.put("value" + n, formFields.get(n).value());
        }
        return own;
    }
}
