package io.gatehouse.panel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@PanelTest
class NoSessionTest {

    @Test
    void givenEverythingAnOperatorDoes_whenItIsDone_thenNoSessionWasMade(Desk desk) {
        var token = desk.signIn().token();
        var made = List.of(
                desk.get("/panel"),
                desk.get("/panel/rooms/shop"),
                desk.get("/panel/rooms/nowhere"),
                desk.get("/panel/rooms/hall/new-opening"),
                desk.form("/panel/rooms/hall/pause", Map.of("csrf", token)),
                desk.form("/panel/rooms/hall/let-in", Map.of("csrf", token, "count", "x")),
                desk.get("/panel/api/rooms"),
                desk.form("/panel/sign-out", Map.of("csrf", token)),
                desk.get("/panel"),
                desk.get("/panel/api/rooms"));

        assertThat(made)
                .allSatisfy(answer -> assertThat(answer.headers().toString()).doesNotContain("JSESSIONID"));
        assertThat(desk.bean(PanelAdditions.SessionCount.class).made).hasValue(0);
    }

    @Test
    void givenALongForm_whenItIsSent_thenItIsRefused(Desk desk) {
        var token = desk.signIn().token();

        var answer = desk.form("/panel/rooms/hall/let-in", Map.of("csrf", token, "count", "1".repeat(140_000)));

        assertThat(answer.statusCode()).isEqualTo(413);
    }
}
