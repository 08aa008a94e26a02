package io.gatehouse.pastdraw;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of an opening for the public: the ledger up to its end, the keys that sign it, each draw as it
 * was announced and as it is published, the page that checks receipts, and a page that explains these files.
 * All of it but that page is public, or written without names, addresses and ids of visitors.
 */
public final class PublicFiles {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Ledgers ledgers;
    private final ITemplateEngine templates;

    PublicFiles(Ledgers ledgers, ITemplateEngine templates) {
        this.ledgers = ledgers;
        this.templates = templates;
    }

    /** The names of a draw's files, as it was announced and as it is published. */
    record DrawFiles(String id, String announced, String published) {}

    /** A zip of these files, made while it is read. Its times are the beginning of the opening. */
    public Iterator<byte[]> zip(WaitingRoom room, PublicRecord told) {
        var ledger = ledgers.upTo(room.id(), told.last()).iterator();
        var header = ledger.next();
        var keys = JSON.readTree(header.get(0)).path("keys");
        var draws = told.done();
        var files = new ArrayList<Zip.File>();
        files.add(file("index.html", page(room, told, named(draws))));
        for (var draw : draws) {
            var names = named(draws).get(draws.indexOf(draw));
            files.add(file(names.announced, json(draw.announced())));
            files.add(file(names.published, json(draw.published())));
        }
        if (!draws.isEmpty()) {
            files.add(file("verify.html", verifier()));
        }
        files.add(file("jwks.json", json(Map.of("keys", keys))));
        var entries = StreamSupport.stream(((Iterable<List<String>>) () -> ledger).spliterator(), false);
        files.add(new Zip.File(
                "ledger.jsonl",
                Stream.concat(Stream.of(header), entries)
                        .map(lines -> (String.join("\n", lines) + "\n").getBytes(UTF_8))
                        .iterator()));
        return new Zip(files.iterator(), told.began());
    }

    /** The last draw has the plain names; an opening with several lobbies has earlier ones. */
    private static List<DrawFiles> named(List<RecordedDraw> draws) {
        var files = new ArrayList<DrawFiles>();
        for (var draw : draws) {
            var of = files.size() == draws.size() - 1 ? "" : "-" + draw.id();
            files.add(new DrawFiles(draw.id(), "announced" + of + ".json", "draw" + of + ".json"));
        }
        return files;
    }

    private String page(WaitingRoom room, PublicRecord told, List<DrawFiles> draws) {
        var model = new Context(Locale.ENGLISH);
        model.setVariable("title", room.configuration().title());
        model.setVariable("room", room.id().value());
        model.setVariable("opening", told.opening());
        model.setVariable("began", told.began().toString());
        model.setVariable("ended", told.ended().map(Instant::toString).orElse(""));
        model.setVariable("draws", draws);
        return templates.process("panel/public-files", model);
    }

    /** The text of a file with these members. */
    static String json(Map<String, ?> members) {
        return JSON.writeValueAsString(members) + "\n";
    }

    private static Zip.File file(String name, String text) {
        return new Zip.File(name, List.of(text.getBytes(UTF_8)).iterator());
    }

    private static String verifier() {
        try (var file = PublicFiles.class.getResourceAsStream("/META-INF/resources/waiting-page/verify.html")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
