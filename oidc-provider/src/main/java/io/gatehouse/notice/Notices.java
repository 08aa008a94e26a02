package io.gatehouse.notice;

import io.gatehouse.board.Boards;
import io.gatehouse.notice.NoticeBook.Spot;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.waitingroom.WaitingRoom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The notices that visitors may ask for, and have asked for. */
public final class Notices {

    /** One place may ask this often: enough for a mistyped address, too few for trying addresses. */
    private static final int MOST_TIMES = 5;

    private static final int TRIES = 10;

    /** The answer to a wish. */
    enum Answer {
        ASKED,
        /** An address cannot be used, or a limit was reached. */
        REFUSED
    }

    private final NoticeBook book;
    private final NoticePost post;
    private final NoticeWatch watch;
    private final Addresses addresses;
    private final Boards boards;

    Notices(NoticeBook book, NoticePost post, NoticeWatch watch, Addresses addresses, Boards boards) {
        this.book = book;
        this.post = post;
        this.watch = watch;
        this.addresses = addresses;
        this.boards = boards;
    }

    /** The ways by which the visitors of a room may be told: those of the room that the house has too. */
    public Set<Way> ways(WaitingRoom room) {
        return room.configuration().terms().notices().ways().stream()
                .filter(post.ways()::contains)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Why visitors of this room cannot be told, as a sentence without a full stop; empty when they can. */
    public Optional<String> warning(Room room) {
        return post.warning(room);
    }

    /** Whether the visitor of this place may ask: the place waits for its first call. */
    public boolean mayAsk(WaitingRoom room, Place place) {
        return (place.stage() == Stage.WAITING || place.stage() == Stage.IN_LANE)
                && !ways(room).isEmpty();
    }

    /** The public key for Web Push, which browsers subscribe under; empty in a room without Web Push. */
    String pushKey(WaitingRoom room) {
        return ways(room).contains(Way.PUSH)
                ? post.carrier(Way.PUSH)
                        .map(PushCarrier.class::cast)
                        .map(PushCarrier::key)
                        .orElse("")
                : "";
    }

    /** The countries that numbers of this way may be of, by their codes; none where that does not matter. */
    List<String> countries(Way way) {
        return post.carrier(way).map(Carrier::countries).orElse(List.of());
    }

    /** The ways by which this visitor has asked to be told. */
    Set<Way> asked(WaitingRoom room, Place place) {
        return book.find(spot(room, place))
                .map(kept -> kept.wish().to().keySet())
                .orElse(Set.of());
    }

    /**
     * The form that a visitor has sent.
     *
     * @param typed the addresses as a stranger has sent them, one at least
     * @param language the tag of the visitor's
     * @param network from which they ask
     */
    record Question(Map<Way, String> typed, String language, String network) {

        @Override
        public String toString() {
            return "Question[secret]";
        }
    }

    /** Asks for notices to all these addresses, or to none. */
    Answer ask(WaitingRoom room, Place place, Question question) {
        var to = new EnumMap<Way, String>(Way.class);
        question.typed().forEach((way, typed) -> post.carrier(way)
                .flatMap(carrier -> carrier.address(typed))
                .ifPresent(address -> to.put(way, address)));
        var ways = question.typed().keySet();
        if (!to.keySet().equals(ways) || !ways(room).containsAll(ways) || !mayAsk(room, place)) {
            return Answer.REFUSED;
        }
        var spot = spot(room, place);
        for (var tried = 0; tried < TRIES; tried++) {
            var found = book.find(spot);
            if (found.filter(kept -> kept.wish().times() >= MOST_TIMES).isPresent() || !isTaken(to, place, question)) {
                return Answer.REFUSED;
            }
            var next = found.map(NoticeBook.Kept::wish)
                    .map(wish -> wish.with(to))
                    .orElseGet(() -> first(room, place, question.language(), to));
            if (book.replace(spot, found, next, NoticeWatch.kept(room.configuration()))) {
                watch.asked(spot, place);
                return Answer.ASKED;
            }
        }
        return Answer.REFUSED;
    }

    /**
     * False when too much was asked. Whether an address of another person is used up, or is to get no
     * notices, is looked at when it is told: a stranger does not learn what others have done with it.
     */
    private boolean isTaken(Map<Way, String> to, Place place, Question question) {
        var isOfNetwork =
                to.keySet().stream().noneMatch(Way::costs) || addresses.takeNetwork(question.network(), place.id());
        var subscription = to.get(Way.PUSH);
        return isOfNetwork && (subscription == null || addresses.take(Way.PUSH, subscription, place.id()));
    }

    private Wish first(WaitingRoom room, Place place, String language, Map<Way, String> to) {
        return new Wish(place.id(), language, to, !watch.isNear(boards.of(room), place), 1);
    }

    /** Deletes the addresses of this visitor; how often the place has asked is remembered. */
    public void stop(WaitingRoom room, Place place) {
        if (!ways(room).isEmpty()) {
            book.forget(spot(room, place), NoticeWatch.kept(room.configuration()));
        }
    }

    /**
     * The visitor has changed to another place: what they have asked for holds there, and nowhere else. It is
     * written there first, so a store that fails in between has lost nothing.
     */
    public void carry(WaitingRoom room, Place from, Place to) {
        if (ways(room).isEmpty()) {
            return;
        }
        var spot = spot(room, to);
        var isCarried = book.find(spot(room, from))
                .filter(NoticeBook.Kept::isOpen)
                .map(kept -> kept.wish().at(to.id(), !watch.isNear(boards.of(room), to)))
                .filter(wish -> book.replace(spot, Optional.empty(), wish, NoticeWatch.kept(room.configuration())))
                .isPresent();
        stop(room, from);
        if (isCarried) {
            watch.asked(spot, to);
        }
    }

    /** Stops notices to the address of this link; false for a link that is none of ours. */
    boolean stopAddress(String link) {
        return addresses.stop(link);
    }

    private static Spot spot(WaitingRoom room, Place place) {
        return new Spot(room.id(), place.opening(), place.position());
    }
}
