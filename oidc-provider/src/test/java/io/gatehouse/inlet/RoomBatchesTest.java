package io.gatehouse.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomBatchesTest {

    @Test
    void givenARoomThatIsChanged_whenItIsAsked_thenTheNewOneAnswersAndNothingIsLeftOfTheOneOfBefore() {
        var before = new Turnstiles(Turnstiles.capacity(1)).room.line();
        var changed = new Turnstiles(Turnstiles.capacity(2)).room.line();
        var batches = new RoomBatches<String, Object>(10, (room, questions) -> questions.stream()
                .map(any -> (Object) room)
                .toList());

        assertThat(batches.of(before).ask("who")).isSameAs(before);
        assertThat(batches.of(before)).as("for a crowd").isSameAs(batches.of(before));
        assertThat(batches.of(changed).ask("who")).isSameAs(changed);
        assertThat(batches.size()).isEqualTo(1);
    }
}
