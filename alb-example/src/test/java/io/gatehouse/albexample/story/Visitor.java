package io.gatehouse.albexample.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A person with a browser, whichever: what they do, and what they see. */
abstract class Visitor implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    abstract void opens(String url);

    /** Opens a page in another tab and looks at that one from now on. */
    abstract void opensInNewTab(String url);

    /** Looks at the tab that was opened first. */
    abstract void returnsToFirstTab();

    abstract void reloads();

    abstract void goesBack();

    abstract String address();

    abstract String text();

    /** Whether an element is there and not hidden. */
    abstract boolean sees(String selector);

    abstract String reads(String selector);

    /** Clicks it; where it has gone, the page in view has led on by itself, and what comes next will tell. */
    abstract void clicks(String selector);

    /** Lets the page live for a moment: its scripts, or the refresh that it asks for. */
    abstract void waitsAMoment();

    @Override
    public abstract void close();

    int positionInLine() {
        await(
                "a waiting page with a position",
                () -> sees("#position") && !reads("#position").isBlank());
        return Integer.parseInt(reads("#position").replaceAll("\\D", ""));
    }

    void awaitsTurn() {
        await("the button of the turn", () -> sees("#continue button"));
    }

    /** Until the page is another: a click is lost on a page that is just being loaded again. */
    void continues() {
        await("the way on", () -> {
            if (sees("#continue button")) {
                clicks("#continue button");
            }
            return !sees("#continue button");
        });
    }

    /** Into the shop by whichever way the page in view offers: it may lead on by itself, or ask for a click. */
    void findsTheWayIn() {
        await("the shop, or the button that leads there", () -> {
            continues();
            return isInShop();
        });
    }

    void awaitsShop() {
        await("the shop", this::isInShop);
    }

    boolean isInShop() {
        return sees(".brand") && sees("a[href='/log-out']");
    }

    /** Without a hint of the ID token Gatehouse may ask first whether the visitor means it. */
    void logsOut() {
        clicks("a[href='/log-out']");
        await(
                "the shop's goodbye, or the question before it",
                () -> address().endsWith("/goodbye") || sees("form.act button"));
        if (!address().endsWith("/goodbye")) {
            clicks("form.act button");
        }
        await("the shop's goodbye", () -> address().endsWith("/goodbye"));
    }

    /** A page that has failed is not waited for. */
    private boolean isBroken() {
        return text().contains("Internal Server Error");
    }

    void await(String what, BooleanSupplier seen) {
        long limit = System.nanoTime() + TIMEOUT.toNanos();
        while (!seen.getAsBoolean()) {
            assertThat(System.nanoTime() > limit || isBroken())
                    .withFailMessage(() -> "Not seen: " + what + ". At " + address() + ":\n" + text())
                    .isFalse();
            waitsAMoment();
        }
    }
}
