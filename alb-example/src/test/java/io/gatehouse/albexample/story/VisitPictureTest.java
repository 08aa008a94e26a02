package io.gatehouse.albexample.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.ProtectedShop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The picture at the top of the README: one visit from the line into the shop. It lies in target: {@code cp
 * alb-example/target/screenshots/visit.png docs/screenshots/} takes it over.
 */
@Tag("browser")
class VisitPictureTest {

    private static final Path PICTURE = Path.of("target/screenshots/visit.png");

    @Test
    void givenAVisitorBehindOthers_whenTheyWaitAndGoIn_thenEachStepIsInThePicture(@TempDir Path folder)
            throws IOException, InterruptedException {
        MovingPicture picture = new MovingPicture(Duration.ofMillis(1_600));
        try (StoryGatehouse gatehouse = new StoryGatehouse(folder, Map.of("shop", ""));
                ProtectedShop shop = gatehouse.shop("shop", Clock.systemUTC());
                Visitor first = new HtmlUnitVisitor(true);
                Visitor second = new HtmlUnitVisitor(true);
                ChromiumVisitor visitor = new ChromiumVisitor(true)) {
            visitor.looksThrough(900, 640);
            first.opens(shop.address() + "/");
            first.awaitsShop();
            second.opens(shop.address() + "/");
            second.positionInLine();
            visitor.opens(shop.address() + "/goods/lantern");
            int position = visitor.positionInLine();
            picture.add(visitor.photograph());

            first.logsOut();
            second.findsTheWayIn();
            visitor.await("a visitor who is next", () -> visitor.text().contains("You are next"));
            picture.add(visitor.photograph());

            second.logsOut();
            visitor.awaitsTurn();
            picture.add(visitor.photograph());

            visitor.continues();
            visitor.awaitsShop();
            picture.add(visitor.photograph());
            assertThat(position).isEqualTo(3);
        }

        Files.createDirectories(PICTURE.getParent());
        Files.write(PICTURE, picture.png());
        assertThat(Files.readAllBytes(PICTURE)).hasSizeLessThan(400_000);
    }
}
