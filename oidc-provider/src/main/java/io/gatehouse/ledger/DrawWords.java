package io.gatehouse.ledger;

import io.gatehouse.draw.LobbyDraw;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The progress of a room's draw as the ledger has it, in the words of a published draw. Members that are not
 * known yet are left out.
 */
final class DrawWords {

    private DrawWords() {}

    static Map<String, Object> of(Optional<LobbyDraw> draw) {
        var words = new TreeMap<String, Object>();
        draw.ifPresent(known -> {
            words.put("id", known.draw().id());
            words.put("source", known.draw().source());
            words.put("commitment", known.commitment());
            words.put("base", known.base());
            if (known.draw().mostPerNetwork() > 0) {
                words.put("mostPerNetwork", known.draw().mostPerNetwork());
            }
            known.frozen().ifPresent(who -> {
                words.put("entrants", who.entrants());
                words.put("receipts", who.receipts());
                if (known.draw().mostPerNetwork() > 0) {
                    words.put("behind", who.behind().toString());
                }
            });
            known.result().ifPresent(what -> {
                words.put("publicValue", what.publicValue());
                words.put("seed", what.seed().hex());
            });
            known.published().ifPresent(over -> words.put("key", over.key()));
        });
        return words;
    }
}
