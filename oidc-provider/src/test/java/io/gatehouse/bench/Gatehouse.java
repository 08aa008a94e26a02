package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.TrainedJar;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Ours: room {@code shop} has places to spare, room {@code full} lets nobody in. */
record Gatehouse(String name, GatehouseProcess process) implements Provider {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final List<String> SETTINGS = List.of(
            "gatehouse.rooms.shop.capacity=10000000",
            "gatehouse.rooms.full.capacity=0",
            "gatehouse.sites.full.room=full",
            "gatehouse.sites.full.secret=" + RunningGatehouse.SECRET,
            "gatehouse.sites.full.redirect-uris=" + RunningGatehouse.SITE + "/callback");

    /** Starts one, on this java and with these options for it. */
    static Gatehouse start(String name, Path java, List<String> options, Path data, String... settings) {
        return started(name, process(options, data, settings).on(java));
    }

    /** The same from a trained jar. */
    static Gatehouse start(String name, TrainedJar trained, List<String> options, Path data) {
        return started(name, process(options, data).from(trained));
    }

    private static GatehouseProcess process(List<String> options, Path data, String... settings) {
        return new GatehouseProcess(
                options,
                FreePorts.next(),
                data,
                Stream.concat(SETTINGS.stream(), Stream.of(settings)).toArray(String[]::new));
    }

    private static Gatehouse started(String name, GatehouseProcess process) {
        process.starts();
        return new Gatehouse(name, process);
    }

    @Override
    public int port() {
        return process.port();
    }

    @Override
    public ProcessHandle handle() {
        return process.handle();
    }

    @Override
    public Paths paths() {
        return new Paths("/authorize", "/token", "/userinfo");
    }

    /** One visit, from nothing to userinfo; on the page they ask for their turn until it is there. */
    @Override
    public String introduces(Wire wire) throws IOException {
        var visitor = new Navigation(wire);
        var sent = visitor.opens(authorize(), RunningGatehouse.SITE);
        if (!RetryingVisitors.isIn(sent)) {
            await().pollInSameThread()
                    .pollInterval(POLL)
                    .atMost(PATIENCE)
                    .until(() -> RetryingVisitors.isIn(RetryingVisitors.enters(wire, visitor.cookies())));
            sent = visitor.opens(authorize(), RunningGatehouse.SITE);
        }
        redeems(wire, Navigation.code(sent));
        return visitor.cookies();
    }

    /** Somebody comes to the room with places to spare; returns whether they were let in without a page. */
    boolean passes(Navigation visitor) throws IOException {
        return RetryingVisitors.isIn(visitor.opens(authorize(), RunningGatehouse.SITE));
    }

    /** Somebody comes to the full room's door, without a site, and takes a place. */
    void joins(Wire wire) throws IOException {
        var visitor = new Navigation(wire);
        atTheEnd(visitor.opens("/rooms/full/enter", "/rooms/full/wait"));
    }

    /** Somebody comes to the full room and takes a place; returns whoever it was. */
    Navigation takesAPlace(Wire wire) throws IOException {
        var visitor = new Navigation(wire);
        atTheEnd(visitor.opens(authorize().replace("client_id=shop", "client_id=full"), "/rooms/full/wait"));
        return visitor;
    }

    private static void atTheEnd(Wire.Reply sent) {
        assertThat(sent.header("location")).as(sent.body()).startsWith("/rooms/full/wait");
    }

    @Override
    public void close() {
        process.close();
    }
}
