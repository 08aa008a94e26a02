package io.gatehouse.store.dynamodb;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.store.LaterReleaseContract;
import io.gatehouse.store.PlacesAsKept;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoDbRoomStoreTest extends RoomStoreContract implements LaterReleaseContract {

    private final RoomStore store = LocalTable.rooms(LocalTable.shared());

    @Override
    public RoomStore store() {
        return store;
    }

    /** Each is two transactions. */
    @Override
    protected int crowd() {
        return 120;
    }

    /**
     * The whole item is the condition of the next change, so a place of an earlier release must be written as
     * it was.
     */
    @Test
    void givenPlacesOfAnEarlierRelease_whenTheyAreRead_thenTheyAreTheSameAndAreWrittenTheSame() {
        var kept =
                """
                joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000001 position=N1 stage=SWAITING ttl=N1829214400
                joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000002 position=N2 stage=SWAITING ttl=N1829214400 until=N1795003600579
                agenda=Sold#due#3#3 at=N1795007200579 extensions=N1 joinedAt=N1795000000123 movedTo=SAa0_-zZ9 moves=N1 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000003 position=N3 stage=STURN ttl=N1829214400 until=N1795007200579
                agenda=Sold#due#3#0 at=N1795010800579 extensions=N10 joinedAt=N1795000000123 moves=N20 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000004 position=N4 returned=Btrue stage=STURN ttl=N1829214400 until=N1795010800579
                joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000005 position=N5 stage=SLAPSED ttl=N1797692800 until=N1795014400579
                agenda=Sold#returning#3 at=N-2251799813685242 extensions=N2 joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000006 position=N6 returned=Btrue stage=SRETURNING ttl=N1829214400 until=N1795018000579
                agenda=Sold#returning#3 at=N-4503599627370489 joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000007 position=N7 stage=SRETURNING ttl=N1829214400
                admittedAt=N1795000060123 agenda=Sold#due#3#0 at=N1795021600579 joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000008 position=N8 provenAt=N1795000090123 stage=SADMITTED ttl=N1829214400 until=N1795021600579
                admittedAt=N1795000060123 agenda=Sold#due#3#1 arrived=Btrue at=N1795025200579 browsers=SAa0_-zZ9.BBBBbbbb extensions=N3 joinedAt=N1795000000123 keepsSlot=Btrue movedTo=SAa0_-zZ9 moves=N2 opening=N3 pk=Sold#place#11223344-5566-7788-0000-000000000009 position=N9 provenAt=N1795000090123 returned=Btrue stage=SADMITTED ttl=N1829214400 until=N1795025200579
                admittedAt=N1795000060123 agenda=Sold#due#3#2 arrived=Btrue at=N1795028800579 browsers=SAa0_-zZ9.BBBBbbbb joinedAt=N1795000000123 keepsSlot=Btrue opening=N3 pk=Sold#place#11223344-5566-7788-0000-00000000000a position=N10 provenAt=N1795000090123 stage=SENDING ttl=N1797707200 until=N1795028800579
                admittedAt=N1795000060123 arrived=Btrue browsers=SAa0_-zZ9.BBBBbbbb joinedAt=N1795000000123 keepsSlot=Btrue opening=N3 pk=Sold#place#11223344-5566-7788-0000-00000000000b position=N11 provenAt=N1795000090123 stage=SCOMPLETED ttl=N1797710800 until=N1795032400579
                admittedAt=N1795000060123 joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-00000000000c position=N12 provenAt=N1795000090123 stage=SABANDONED ttl=N1797714400 until=N1795036000579
                joinedAt=N1795000000123 opening=N3 pk=Sold#place#11223344-5566-7788-0000-00000000000d position=N13 returned=Btrue stage=SEXPIRED ttl=N1829214400 until=N1795039600579
                joinedAt=N1795000000123 movedTo=SAa0_-zZ9 moves=N1 opening=N3 pk=Sold#place#11223344-5566-7788-0000-00000000000e position=N14 stage=SLEFT ttl=N1829214400 until=N1795043200579
                """
                        .lines()
                        .map(DynamoDbRoomStoreTest::item)
                        .toList();
        var places = PlacesAsKept.all();

        for (int i = 0; i < places.size(); i++) {
            assertThat(PlaceItem.read(kept.get(i))).isEqualTo(new PlaceItem(places.get(i), false));
            assertThat(PlaceItem.item(new RoomId("old"), places.get(i))).isEqualTo(kept.get(i));
        }
    }

    /** An item that is written as name=value, the value behind the letter of its type. */
    private static Item item(String text) {
        return new Item(
                Arrays.stream(text.split(" ")).map(one -> one.split("=", 2)).collect(toMap(one -> one[0], one -> {
                    var value = one[1].substring(1);
                    return switch (one[1].charAt(0)) {
                        case 'N' -> AttributeValue.fromN(value);
                        case 'S' -> AttributeValue.fromS(value);
                        default -> AttributeValue.fromBool(Boolean.valueOf(value));
                    };
                })));
    }

    @Override
    public void keep(RoomId room, String settings) {
        LocalTable.shared().put(counters(room).with("changed", settings));
    }

    @Override
    public String kept(RoomId room) {
        return counters(room).text("changed", "");
    }

    @Override
    public void addToPlace(RoomId room, PlaceId place) {
        LocalTable.shared().get(Schema.place(room, place)).ifPresent(item -> LocalTable.shared()
                .put(item.with("later", "1")));
    }

    private static Item counters(RoomId room) {
        return LocalTable.shared().get(Schema.counters(room)).orElseThrow();
    }
}
