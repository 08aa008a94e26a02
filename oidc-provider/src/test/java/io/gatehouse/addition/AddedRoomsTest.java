package io.gatehouse.addition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.Room;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.tune.Tunings;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes on one store, which is that of the application and has whatever contract its port has. */
@PanelTest
class AddedRoomsTest {

    private static final Addition EXPO = new Addition(Map.of("title", "Expo", "rate", "200/1m"), false);
    private static final Addition FAIR = new Addition(Map.of("title", "Fair"), false);

    private final Rooms rooms = new Rooms(List.of());
    private final Rooms roomsThere = new Rooms(List.of());

    @SuppressWarnings("NullAway.Init") // before each
    private Additions here;

    @SuppressWarnings("NullAway.Init") // before each
    private Additions there;

    @BeforeEach
    void startTwoNodes(Desk desk) {
        keep(desk, seal(desk).seal(Map.of()));
        here = node(desk, rooms);
        there = node(desk, roomsThere);
    }

    /** What is added here is in the way of no other test. */
    @AfterEach
    void takeAllOutAgain(Desk desk) {
        keep(desk, seal(desk).seal(Map.of()));
        desk.bean(AddedRooms.class).kept().refresh();
    }

    private static Additions node(Desk desk, Rooms rooms) {
        return AddedRooms.of(
                        desk.bean(ExpiringStore.class),
                        desk.bean(MasterKey.class),
                        new AddedRooms.Use(
                                desk.bean(RoomReader.class), rooms, desk.bean(Passes.class), desk.bean(Tunings.class)),
                        desk.bean(Clock.class))
                .kept();
    }

    private static void keep(Desk desk, byte[] bytes) {
        var now = desk.bean(Clock.class).instant();
        desk.bean(ExpiringStore.class).put("additions/rooms", bytes, ExpiringStore.FOREVER, now);
    }

    private static Seal seal(Desk desk) {
        return new Seal(desk.bean(MasterKey.class), "additions");
    }

    @Test
    void givenARoomThatIsAddedHere_whenAnotherNodeLooks_thenBothHaveIt(Desk desk) {
        var isAdded = here.replace("expo", Optional.empty(), EXPO);
        there.refresh();

        assertThat(isAdded).isTrue();
        assertThat(rooms.find("expo")).isPresent().isEqualTo(roomsThere.find("expo"));
        assertThat(rooms.find("expo").map(Room::title)).contains("Expo");
    }

    @Test
    void givenTwoWhoHaveSeenTheSame_whenBothChangeIt_thenOneOfThemDoes(Desk desk) {
        here.replace("expo", Optional.empty(), EXPO);

        var first = there.replace("expo", Optional.of(EXPO), FAIR);
        var second = here.replace("expo", Optional.of(EXPO), new Addition(EXPO.settings(), true));

        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(here.find("expo")).contains(FAIR);
    }

    @Test
    void givenTwoNodes_whenEachAddsARoom_thenBothRoomsAreThere(Desk desk) {
        here.replace("expo", Optional.empty(), EXPO);
        there.replace("fair", Optional.empty(), FAIR);
        here.refresh();

        assertThat(rooms.all()).map(room -> room.id().value()).containsExactly("expo", "fair");
    }

    @Test
    void givenWhatAnotherReleaseHasWritten_whenItCannotBeRead_thenTheRoomsStayAsTheyWere(Desk desk) {
        here.replace("expo", Optional.empty(), EXPO);

        keep(desk, "sealed under another key".getBytes(UTF_8));
        here.refresh();
        keep(desk, seal(desk).seal(Map.of("expo", Map.of("settings", Map.of("rate", "of another form")))));
        here.refresh();

        assertThat(rooms.find("expo").map(Room::title)).contains("Expo");
    }

    @Test
    void givenANameOfTheFiles_whenARoomOfThatNameHasBeenAdded_thenTheFilesGoBefore(Desk desk) {
        here.replace("expo", Optional.empty(), EXPO);
        var fair = desk.bean(RoomReader.class).read("expo", FAIR.settings()).room();
        var files = new Rooms(List.of(fair));

        node(desk, files).refresh();

        assertThat(files.find("expo")).contains(fair);
    }

    @Test
    void givenAsManyRoomsAsThereMayBe_whenOneMoreIsAsked_thenThereIsNoRoomForIt(Desk desk) {
        keep(
                desk,
                seal(desk)
                        .seal(IntStream.rangeClosed(1, Additions.MOST)
                                .boxed()
                                .collect(toMap(
                                        number -> "room-" + number, number -> Map.of("settings", FAIR.settings())))));
        assertThat(here.find("room-" + Additions.MOST)).contains(FAIR);

        assertThat(here.isFull("room-1", EXPO)).isFalse();
        assertThat(here.isFull("one-more", EXPO)).isTrue();
        assertThat(here.isFull("room-1", new Addition(Map.of("title", "x".repeat(Additions.LONGEST)), false)))
                .isTrue();
    }
}
