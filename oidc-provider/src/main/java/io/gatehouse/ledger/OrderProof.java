package io.gatehouse.ledger;

import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.Receipt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Proves in which order the visitors of the default lane were called: each by a receipt, where a draw has
 * decided, or by the position. The draw in the ledger gives the receipt's number, and the number gives the
 * entry that called it. Numbers are called in their order, each once, so the entries show which visitor came
 * first. Other lanes have an order of their own, which the {@code lanes} of each call show.
 */
final class OrderProof {

    private static final Pattern POSITION = Pattern.compile("([1-9][0-9]{0,9})/([1-9][0-9]{0,14})");

    /** One visitor, with their fate in words. */
    private record Line(String who, long opening, LedgerOpening.Found found, String says) {}

    private final String room;
    private final LedgerDraws draws;
    private final Map<Long, LedgerOpening> openings;
    private final List<String> findings = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, TreeMap<Long, Receipt>> receipts = new TreeMap<>();

    OrderProof(String room, LedgerDraws draws, Map<Long, LedgerOpening> openings) {
        this.room = room;
        this.draws = draws;
        this.openings = openings;
    }

    /** Goes on by a receipt, or by {@code opening/position}. Empty lines do not count. */
    void read(String text) {
        var line = text.strip();
        var position = POSITION.matcher(line);
        if (position.matches()) {
            add("position " + position.group(2), Long.parseLong(position.group(1)), Long.parseLong(position.group(2)));
        } else if (!line.isEmpty()) {
            Receipt.parse(line)
                    .ifPresentOrElse(
                            this::read,
                            () -> findings.add("this is no receipt and no position in the default lane: " + line));
        }
    }

    private void read(Receipt receipt) {
        var told = draws.of(receipt.draw()).filter(known -> receipt.room().equals(room));
        var over = told.flatMap(known -> known.draw().published());
        if (over.isEmpty()) {
            findings.add("the ledger does not tell the order of the draw of the receipt " + receipt);
            return;
        }
        var verdict = over.get().verify(receipt.toString());
        var position = told.get().draw().base() + receipt.entry();
        if (verdict.finding()
                == Finding.NOT_AN_ENTRANT) { // Who came in the seconds before it was fixed who takes part.
            add("position " + position, told.get().opening(), position);
            return;
        }
        if (verdict.finding() != Finding.GENUINE) {
            findings.add("the receipt " + receipt + " proves nothing: " + verdict.finding());
            return;
        }
        var other = receipts.computeIfAbsent(receipt.draw(), first -> new TreeMap<>())
                .put(receipt.entry(), receipt);
        if (other != null) {
            findings.add("there are two receipts for entry " + receipt.entry() + " of the draw " + receipt.draw());
            return;
        }
        add(
                "entry " + receipt.entry() + " of the draw " + receipt.draw(),
                told.get().opening(),
                position);
    }

    private void add(String who, long opening, long position) {
        var told = Optional.ofNullable(openings.get(opening));
        if (told.isEmpty()) {
            findings.add(who + ": the ledger tells nothing of opening " + opening);
            return;
        }
        var found = told.get().find(position, draws.of(opening));
        lines.add(new Line(who, opening, found, says(told.get(), found, position)));
    }

    private static String says(LedgerOpening opening, LedgerOpening.Found found, long position) {
        var by = found.call().map(LedgerOpening.Call::by).orElse("");
        return switch (found.fate()) {
            case IN_TURN ->
                (found.isSure() ? "called" : "called, or passed,") + " as number " + found.number() + " by " + by;
            case OUT_OF_TURN -> "called out of turn, before number " + found.number() + ", by " + by;
            case PASSED ->
                "not called as number " + found.number() + " by " + by + ": not in line any more, "
                        + opening.end(position).orElse("without a recorded reason");
            case NOT_CALLED -> "not called, being number " + found.number();
        };
    }

    /** The faults of the receipts and positions that were given. */
    List<String> findings() {
        receipts.forEach((draw, given) -> {
            var told = draws.of(draw).orElseThrow();
            if (given.size() == told.draw().entrants() && !LedgerDraws.binds(told, List.copyOf(given.values()))) {
                findings.add("the receipts of the draw " + draw + " are not those that its hash binds");
            }
        });
        return findings;
    }

    /** A sentence for each visitor: first those who were called out of turn, then those in turn, in their order. */
    List<String> says() {
        var says = new ArrayList<String>();
        lines.stream()
                .sorted(Comparator.comparingLong(Line::opening)
                        .thenComparing(line -> line.found.fate())
                        .thenComparingLong(line -> line.found.number()))
                .forEach(line -> says.add(line.who + ": " + line.says));
        receipts.forEach((draw, given) -> {
            var entrants = draws.of(draw).orElseThrow().draw().entrants();
            says.add(given.size() + " of " + entrants + " receipts of the draw " + draw
                    + (given.size() == entrants
                            ? ": these are all, and its hash binds them"
                            : ": some are missing, so its hash over all of them is not compared"));
        });
        return says;
    }
}
