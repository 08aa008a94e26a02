package io.gatehouse.albexample.shop;

import java.util.List;
import java.util.Optional;

/** An article of the shop. */
record Good(String key, String name, String price, String words, int stock) {

    static final List<Good> ALL = List.of(
            new Good("lantern", "Storm lantern", "€ 34", "Burns on through wind and queues.", 18),
            new Good("stool", "Folding stool", "€ 27", "For those who wait in the old way.", 41),
            new Good("thermos", "Thermos flask", "€ 19", "Keeps tea hot for about 340 people ahead of you.", 12),
            new Good("umbrella", "Two-person umbrella", "€ 22", "Room for the one behind you.", 7));

    static Optional<Good> named(String key) {
        return ALL.stream().filter(good -> good.key().equals(key)).findFirst();
    }
}
