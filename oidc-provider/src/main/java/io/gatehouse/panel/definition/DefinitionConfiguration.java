package io.gatehouse.panel.definition;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.RoomReader;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Rooms;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screens and the API share. */
@Configuration(proxyBeanMethods = false)
class DefinitionConfiguration {

    @Bean
    DefinitionActs definitionActs(
            AddedRooms added, RoomReader reader, Rooms rooms, WaitingRooms waitingRooms, Ledgers ledgers, Clock clock) {
        return new DefinitionActs(added, reader, rooms, waitingRooms, ledgers, clock);
    }
}
