package io.gatehouse.store;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.WrittenOpening;
import io.gatehouse.stock.Stock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An operator's settings of a room as all stores keep them: one text of JSON, empty where there are none. Local times are
 * kept, and not the moments that follow from them: rules of a zone may change before the day comes. What cannot be read is
 * an error to whoever looks at the room, so that nobody is called by settings that nobody made. What a later release has added can be
 * read past, but such a look is of no version: this node calls nobody on it, and writes nothing in its place.
 *
 * @param rate as {@link Rate#parse} reads it
 * @param mode as {@link Mode#parse} reads it
 * @param stock how many are admitted in all
 * @param consumedBy as {@link Stock#endings} reads it; there with a stock
 * @param words their name
 */
public record KeptSettings(
        @Nullable String rate,
        @Nullable Long capacity,
        boolean paused,
        String mode,
        List<WrittenOpening> schedule,
        @Nullable Long stock,
        @Nullable String consumedBy,
        @Nullable String words) {

    /** The text to be kept. */
    public static String text(Optional<RoomSettings> settings) {
        return settings.map(KeptSettings::of)
                .map(KeptJson.JSON::writeValueAsString)
                .orElse("");
    }

    /** The same in place of another text, which stays if it says the same, and perhaps more. */
    public static String text(Optional<RoomSettings> settings, String before) {
        return read(before).equals(settings) ? before : text(settings);
    }

    /** Whether this release knows all that was kept; else nothing may be written in its place. */
    public static boolean isKnown(String text) {
        return text.isEmpty() || KeptJson.isKnown(text, KeptSettings.class);
    }

    /** What was kept. */
    public static Optional<RoomSettings> read(String text) {
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(KeptJson.JSON.readValue(text, KeptSettings.class).settings());
    }

    private static KeptSettings of(RoomSettings settings) {
        var capacity = settings.capacity();
        return new KeptSettings(
                settings.rate().map(Rate::toString).orElse(null),
                capacity.isPresent() ? (Long) capacity.getAsLong() : null,
                settings.isPaused(),
                settings.mode().word(),
                settings.schedule().openings().stream().map(WrittenOpening::of).toList(),
                settings.stock().map(Stock::most).orElse(null),
                settings.stock().map(Stock::words).orElse(null),
                settings.words().orElse(null));
    }

    private RoomSettings settings() {
        return new RoomSettings(
                Optional.ofNullable(rate).map(Rate::parse),
                capacity == null ? OptionalLong.empty() : OptionalLong.of(capacity),
                paused,
                Mode.parse(mode),
                new Schedule(schedule.stream().map(WrittenOpening::read).toList()),
                Optional.ofNullable(stock)
                        .map(most -> new Stock(most, Stock.endings(Objects.requireNonNull(consumedBy)))),
                Optional.ofNullable(words));
    }
}
