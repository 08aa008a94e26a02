package io.gatehouse.words;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes of what operators say what pages carry, once for each edition that a room's settings name. */
public final class EditionPrinter {

    private static final Logger LOG = LoggerFactory.getLogger(EditionPrinter.class);

    private final Texts texts;
    private final BiFunction<RoomId, String, Optional<Words>> editions;

    /** @param editions the words of a room by their name, asked for when there are others than before */
    public EditionPrinter(Texts texts, BiFunction<RoomId, String, Optional<Words>> editions) {
        this.texts = texts;
        this.editions = editions;
    }

    /**
     * The words of this name. While the store is away they are the last ones: it is asked again with the next
     * tick. If it has none of this name, or a later release has written them, nothing is said on this node's
     * pages, nothing goes by that name here, and the store is asked for them no more.
     *
     * @param last what was printed for this room before
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
