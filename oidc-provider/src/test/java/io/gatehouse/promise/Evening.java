package io.gatehouse.promise;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.RoomId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.json.JsonMapper;

/** A room for one visitor at a time on the embedded store, in which two have come: the second waits. */
final class Evening {

    static final String COOKIE = "gatehouse-place-shop";

    private static final String[] SETTINGS = {
        "gatehouse.rooms.shop.capacity=1", "gatehouse.sites.shop.refresh=true", "gatehouse.turnstile.tick=1m"
    };

    private Evening() {}

    /** Records what a release leaves in its folder: once for each minor release, into the folder that is named. */
    public static void main(String[] arguments) throws IOException {
        var folder = Path.of(arguments[0]);
        var gatehouse = begins(folder);
        var inside = gatehouse.browser();
        var waiting = gatehouse.browser();
        Login.redeem(gatehouse, Login.authorizeCode(inside, "shop"));
        waiting.opens(Login.authorize());
        gatehouse.tick();
        var visitors = JsonMapper.shared().createObjectNode();
        visitors.put("time", gatehouse.clock().instant().toString());
        visitors.put("inside", inside.cookie(COOKIE));
        visitors.put("waiting", waiting.cookie(COOKIE));
        gatehouse.stop();
        Files.delete(folder.resolve("gatehouse.lock"));
        Files.writeString(folder.resolve("visitors.json"), visitors.toPrettyString() + "\n");
    }

    static RunningGatehouse begins(Path folder) {
        return RunningGatehouse.start(folder, SETTINGS);
    }

    /** In a copy of what was recorded, at the time of then. */
    static RunningGatehouse goesOn(Path folder, Instant then) {
        return RunningGatehouse.startAt(then, folder, SETTINGS);
    }

    /** One more may be inside. */
    static void callsOneMore(RunningGatehouse gatehouse) {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(2)));
        gatehouse.tick();
    }

    /** What the verifier says of the room's ledger. */
    static String verified(RunningGatehouse gatehouse, Path folder) throws IOException {
        var ledger = Files.write(folder.resolve("ledger.jsonl"), gatehouse.ledger(new RoomId("shop")));
        var keys = Files.writeString(
                folder.resolve("jwks.json"),
                Login.get(gatehouse.issuer() + "/.well-known/jwks.json", "").body());
        var out = new ByteArrayOutputStream();
        VerifyLedgerCommand.run(
                new String[] {"verify-ledger", ledger.toString(), keys.toString()}, new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }
}
