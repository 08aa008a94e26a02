package io.gatehouse.words;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints operators' words for pages, once for each edition that a room's settings name. */
public final class EditionPrinter {

    private static final Logger LOG = LoggerFactory.getLogger(EditionPrinter.class);

    private final Texts texts;
    private final BiFunction<RoomId, String, Optional<Words>> editions;

    /** @param editions the words of a room by their name, read when the name has changed */
    public EditionPrinter(Texts texts, BiFunction<RoomId, String, Optional<Words>> editions) {
        this.texts = texts;
        this.editions = editions;
    }

    /**
     * The words of this name. While the store is away the last words stay, and the next tick asks again. If
     * it has no words of this name, or those of a later release, this node's pages show none, this node has
     * no words of that name, and it does not ask again.
     *
     * @param last the last words printed for this room
     */
    public PrintedWords print(RoomId room, Optional<String> edition, PrintedWords last) {
        return edition.map(name -> name.equals(last.edition()) ? last : fetched(room, name, last))
                .orElse(PrintedWords.NONE);
    }

    private PrintedWords fetched(RoomId room, String edition, PrintedWords last) {
        try {
            var words = editions.apply(room, edition);
            if (words.isEmpty()) {
                LOG.warn("room {}: the words {} cannot be read, nothing is said", room, edition);
            }
            return words.map(own -> PrintedWords.of(edition, own, texts)).orElseGet(() -> PrintedWords.unread(edition));
        } catch (StoreUnavailableException away) {
            return last;
        }
    }
}
