package io.gatehouse.event;

import io.gatehouse.event.Outbox.End;
import io.gatehouse.event.Outbox.Page;
import io.gatehouse.event.Receiver.Notice;
import io.gatehouse.room.RoomId;
import io.gatehouse.time.Deadline;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the events of one room to one receiver, in order. Of several nodes one does: the holder of the
 * bookmark.
 *
 * <pre>
 * events/{room}/to/{receiver}   a {@link Bookmark}
 * </pre>
 *
 * <p><b>The bookmark</b> says how far the receiver has come. Compare-and-set moves it by whole pages. A node
 * that dies in a page leaves it to another one, or to itself, once its time is over: that one begins the page
 * again, and its events come twice, with the same ids.
 *
 * <p><b>A call</b> has as many events as the receiver takes at once, of one page or of several, however the
 * events were written.
 *
 * <p><b>A receiver that does not answer</b> is asked again, with pauses that double up to {@code
 * longest-pause}, without end. No later event is delivered before that, or the order would be lost. Beyond
 * the outbox's limit the oldest pages are passed over, and these events are counted as missed.
 */
final class Delivery {

    /** The maximum number of pages that one call reads, or one step passes when they are not kept any more. */
    private static final int MOST_PAGES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private static final StoredJson<Bookmark> JSON = new StoredJson<>(Bookmark.class);

    /**
     * The position of a receiver in the events of a room.
     *
     * @param page the next page for it
     * @param event the number of the next event for it
     * @param node the node that delivers to it; empty for none
     * @param until when the node loses it without a sign of life, in milliseconds since 1970
     */
    record Bookmark(long page, long event, String node, long until) {}

    /** A bookmark as this node has put it. */
    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    private record Held(Bookmark bookmark, byte[] bytes) {}

    /**
     * The events that the receiver has not had.
     *
     * @param event the number of the first of them
     */
    private record Backlog(long event, Instant time) {}

    private final Subscription subscription;
    private final RoomId room;
    private final Outbox outbox;
    private final EventContext context;
    private final LongConsumer had;
    private volatile long reached;
    private volatile Optional<Backlog> behind = Optional.empty();

    /** The last event of the page under way that has arrived: after a refusal it goes on behind that. */
    private long arrived;

    /** Events that the receiver will not hear of, and that the log has not told of yet. */
    private long missed;

    private int refusals;
    private Deadline pause;

    /** @param had hears the number of each page that the receiver will not ask for again */
    Delivery(Subscription subscription, RoomId room, Outbox outbox, EventContext context, LongConsumer had) {
        this.subscription = subscription;
        this.room = room;
        this.outbox = outbox;
        this.context = context;
        this.had = had;
        this.pause = Deadline.after(Duration.ZERO, context.ticker());
    }

    /** The receiver's name. */
    String receiver() {
        return subscription.name();
    }

    /** A receiver without a bookmark begins here. */
    void begin(End end) {
        var now = context.clock().instant();
        var bookmark = JSON.write(new Bookmark(end.page(), end.event(), "", 0));
        context.store().replace(key(), Optional.empty(), bookmark, ExpiringStore.FOREVER, now);
    }

    /** Whether the receiver will not ask for this page again. */
    boolean hasHad(long page) {
        return reached > page
                || kept().filter(held -> held.bookmark.page > page).isPresent();
    }

    /**
     * Delivers the events that wait if this node has the bookmark, until none is left or the receiver
     * refuses. Not to be called by several threads at once.
     */
    void run() {
        if (pause.isExpired() && reached < last()) {
            var held = kept().flatMap(this::taken);
            var isOthers = held.isEmpty();
            while (held.isPresent() && held.get().bookmark.page < last()) {
                held = next(held.get());
            }
            if (isOthers || held.isPresent()) {
                behind = Optional.empty();
            }
            tellMissed();
        }
    }

    /**
     * The number of events that wait for the receiver, unwanted ones included; 0 while another node has the
     * bookmark.
     */
    long waiting() {
        return behind.flatMap(since -> outbox.end().map(end -> end.event() - since.event))
                .orElse(0L);
    }

    /** The age of the first event that waits. */
    Duration oldest() {
        return behind.map(since -> Duration.between(since.time, context.clock().instant()))
                .orElse(Duration.ZERO);
    }

    /** Logs the sum: a line for each page that was passed over would be thousands. */
    private void tellMissed() {
        if (missed > 0) {
            LOG.warn("room {}: {} events are not kept any more for receiver {}", room, missed, subscription.name());
        }
        missed = 0;
    }

    /** Leaves the bookmark to other nodes. */
    void close() {
        kept().filter(held -> isOurs(held.bookmark))
                .ifPresent(held -> moved(held, new Bookmark(held.bookmark.page, held.bookmark.event, "", 0)));
    }

    private long last() {
        return outbox.end().map(End::page).orElse(0L);
    }

    private Optional<Held> kept() {
        return context.store()
                .get(key(), context.clock().instant())
                .flatMap(bytes -> JSON.read(bytes).map(bookmark -> new Held(bookmark, bytes)))
                .map(held -> {
                    reached = held.bookmark.page;
                    return held;
                });
    }

    /** The bookmark in our hands; empty when another node has it. */
    private Optional<Held> taken(Held kept) {
        var bookmark = kept.bookmark;
        if (isOurs(bookmark) && isFresh(bookmark)) {
            return Optional.of(kept);
        }
        var isFree = isOurs(bookmark) || bookmark.until <= context.clock().millis();
        return isFree ? moved(kept, ours(bookmark.page, bookmark.event)) : Optional.empty();
    }

    private boolean isOurs(Bookmark bookmark) {
        return bookmark.node.equals(context.name());
    }

    private boolean isFresh(Bookmark bookmark) {
        return bookmark.until
                > context.clock().instant().plus(lease().dividedBy(2)).toEpochMilli();
    }

    private Bookmark ours(long page, long event) {
        var until = context.clock().instant().plus(lease()).toEpochMilli();
        return new Bookmark(page, event, context.name(), until);
    }

    private Duration lease() {
        return context.settings().lease();
    }

    private Optional<Held> moved(Held from, Bookmark bookmark) {
        var bytes = JSON.write(bookmark);
        var now = context.clock().instant();
        var isMoved = context.store().replace(key(), Optional.of(from.bytes), bytes, ExpiringStore.FOREVER, now);
        return isMoved ? Optional.of(new Held(bookmark, bytes)) : Optional.empty();
    }

    /** Delivers the events of one call; empty when the receiver refuses, or another node has the bookmark by now. */
    private Optional<Held> next(Held held) {
        var bookmark = held.bookmark;
        var page = outbox.page(bookmark.page);
        if (page.isEmpty()) {
            return moved(held, ours(nextKept(bookmark.page + 1), bookmark.event));
        }
        var gone = page.get().first() - bookmark.event;
        waits(page.get());
        if (isPassedOver(page.get())) {
            return movedOn(held, 1, page.get().end(), gone + page.get().events().size());
        }
        var stretch = stretch(bookmark.page, page.get());
        var isRefused = !stretch.notices.isEmpty() && !areTaken(stretch.notices);
        var done = stretch.pages.stream().takeWhile(this::isTaken).toList();
        stretch.pages.stream().skip(done.size()).findFirst().ifPresent(this::waits);
        var after = done.isEmpty()
                ? taken(held)
                : movedOn(held, done.size(), done.get(done.size() - 1).end(), gone);
        return isRefused ? Optional.empty() : after;
    }

    private void waits(Page page) {
        page.events().stream()
                .findFirst()
                .ifPresent(oldest -> behind = Optional.of(new Backlog(page.first(), oldest.time())));
    }

    private boolean isPassedOver(Page page) {
        return outbox.end().orElseThrow().event() - page.end()
                >= context.settings().most();
    }

    /** Sets the bookmark behind so many pages, whose last event stands before this one. */
    private Optional<Held> movedOn(Held held, int pages, long event, long gone) {
        var from = held.bookmark.page;
        var after = moved(held, ours(from + pages, event));
        if (after.isPresent()) {
            reached = from + pages;
            missed += gone;
            context.counts().missed(subscription.name(), gone);
            LongStream.range(from, reached).forEach(had);
        }
        return after;
    }

    /**
     * The events of one call.
     *
     * @param pages from which the notices are, and those between them that have none for this receiver
     * @param notices as many as the receiver takes at once, or fewer
     */
    private record Stretch(List<Page> pages, List<Notice> notices) {}

    /** Pages are small while few wait; once there is a backlog, a call has events of several. */
    private Stretch stretch(long number, Page first) {
        // Otherwise the number is of an earlier page, and another node has delivered since.
        if (arrived < first.first() || arrived >= first.end()) {
            arrived = first.first() - 1;
        }
        var most = subscription.receiver().most();
        var pages = new ArrayList<>(List.of(first));
        var notices = notices(first);
        while (notices.size() < most && pages.size() < MOST_PAGES && number + pages.size() < last()) {
            var next = outbox.page(number + pages.size());
            if (next.isEmpty()) {
                break;
            }
            pages.add(next.get());
            notices.addAll(notices(next.get()));
        }
        return new Stretch(pages, notices.subList(0, Math.min(most, notices.size())));
    }

    /** Whether the receiver has all that it wants of this page. */
    private boolean isTaken(Page page) {
        return notices(page).isEmpty();
    }

    /**
     * The first page that is still kept, from this one on; or as far as was looked, without a write for each
     * that is not.
     */
    private long nextKept(long from) {
        var limit = Math.min(last(), from + MOST_PAGES);
        return LongStream.range(from, limit)
                .filter(page -> outbox.page(page).isPresent())
                .findFirst()
                .orElse(limit);
    }

    private boolean areTaken(List<Notice> some) {
        var outcome = subscription.receiver().take(some);
        arrived(some.subList(0, outcome.taken()));
        outcome.refusal().ifPresentOrElse(this::refused, this::isTaking);
        return outcome.refusal().isEmpty();
    }

    private List<Notice> notices(Page page) {
        var source = context.issuer().at("/rooms/" + room);
        return IntStream.range(0, page.events().size())
                .mapToObj(number ->
                        new Notice(source, page.first() + number, page.events().get(number)))
                .filter(notice -> notice.sequence() > arrived)
                .filter(notice -> subscription.wants(notice.event().kind()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private void arrived(List<Notice> some) {
        if (!some.isEmpty()) {
            arrived = some.get(some.size() - 1).sequence();
            context.counts().delivered(subscription.name(), some.size());
        }
    }

    private void isTaking() {
        if (refusals > 0) {
            LOG.info("room {}: receiver {} takes events again", room, subscription.name());
        }
        refusals = 0;
    }

    private void refused(String why) {
        if (refusals == 0) {
            LOG.warn(
                    "room {}: receiver {} did not take an event, it is told again: {}", room, subscription.name(), why);
        }
        context.counts().refused(subscription.name());
        var doubled = Duration.ofSeconds(1L << Math.min(refusals, 10));
        var longest = context.settings().longestPause();
        refusals++;
        pause = Deadline.after(doubled.compareTo(longest) < 0 ? doubled : longest, context.ticker());
    }

    private String key() {
        return "events/" + room + "/to/" + subscription.name();
    }
}
