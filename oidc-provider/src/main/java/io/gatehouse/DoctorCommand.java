package io.gatehouse;

import static java.io.OutputStream.nullOutputStream;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.archive.Archive;
import io.gatehouse.command.Commands;
import io.gatehouse.notice.Notices;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.site.SaleWarnings;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.FileSystemUtils;

/**
 * The command {@code doctor}: makes all parts of the service from a configuration, and starts none. It opens
 * no port, calls no server, and uses an empty folder as the store. So it may run beside the service. It
 * prints all faults that it can reach.
 */
final class DoctorCommand {

    private static final int UNUSABLE = 1;
    private static final int WRONG = 2;

    /** A round takes about a second. */
    private static final int MOST_ROUNDS = 100;

    private DoctorCommand() {}

    /**
     * Examines the configuration that the second argument names; further ones are settings as the service
     * takes them.
     *
     * @return the exit status of the command: 0 when the service would start, 1 when it would not
     */
    static int run(String[] arguments, PrintStream out) {
        if (arguments.length < 2 || arguments[1].startsWith("-")) {
            out.println(Commands.DOCTOR);
            return WRONG;
        }
        var file = Path.of(arguments[1]).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            out.println("there is no file " + file);
            return WRONG;
        }
        try {
            return examined(file, Arrays.asList(arguments).subList(2, arguments.length), out);
        } catch (IOException noFolder) {
            out.println("cannot make a temporary folder: " + noFolder.getMessage());
            return WRONG;
        }
    }

    /** Each round finds one fault, and repairs it for the next. */
    private static int examined(Path file, List<String> options, PrintStream out) throws IOException {
        var mended = new MendedSettings();
        for (var round = 1; round <= MOST_ROUNDS; round++) {
            var failure = failure(
                    file, options, mended, round == 1 ? out : new PrintStream(nullOutputStream(), false, UTF_8));
            if (failure.isEmpty()) {
                return round == 1 ? 0 : UNUSABLE;
            }
            var fault = InvalidSettingException.behind(failure.get());
            if (round == 1 || fault.filter(mended::isOfTheFile).isPresent()) {
                out.println("wrong: "
                        + fault.map(InvalidSettingException::getMessage)
                                .orElseGet(() -> NestedExceptionUtils.getMostSpecificCause(failure.get())
                                        .getMessage()));
            }
            if (fault.filter(mended::mend).isEmpty()) {
                break;
            }
        }
        out.println("more may be wrong: mend the above, and run the command again");
        return UNUSABLE;
    }

    private static Optional<RuntimeException> failure(
            Path file, List<String> options, MendedSettings mended, PrintStream out) throws IOException {
        var data = Files.createTempDirectory("gatehouse-doctor");
        try {
            new SpringApplicationBuilder(GatehouseApplication.class)
                    .contextFactory(any -> new Examination(out))
                    .properties("logging.level.root=off")
                    .bannerMode(Banner.Mode.OFF)
                    .logStartupInfo(false)
                    .registerShutdownHook(false)
                    .initializers(mended, context -> prepare(context, data))
                    .run(Stream.concat(
                                    Stream.of("--spring.config.additional-location=" + file.toUri()), options.stream())
                            .toArray(String[]::new));
            throw new IllegalStateException("an examination never starts the service");
        } catch (AbandonedRunException usable) {
            return Optional.empty();
        } catch (RuntimeException unusable) { // any failure of the start becomes a sentence
            return Optional.of(unusable);
        } finally {
            FileSystemUtils.deleteRecursively(data);
        }
    }

    private static void prepare(ConfigurableApplicationContext context, Path data) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "doctor", Map.of(StoreKind.EXAMINED, true, "gatehouse.data", data.toString())));
    }

    /** Ends before the start: all parts are made, and none has begun to work. */
    private static final class Examination extends AnnotationConfigServletWebServerApplicationContext {

        private final PrintStream out;

        private Examination(PrintStream out) {
            this.out = out;
        }

        @Override
        protected void finishRefresh() {
            var sites = getBean(Sites.class);
            var now = getBean(Clock.class).instant();
            var rooms = getBean(WaitingRooms.class).all().stream()
                    .map(WaitingRoom::configuration)
                    .toList();
            var ofRooms = rooms.stream()
                    .flatMap(room -> SaleWarnings.of(room, room.configured(), sites.of(room.id()), now).stream())
                    .map(Object::toString);
            var ofNotices = rooms.stream().flatMap(room -> getBean(Notices.class).warning(room).stream());
            var warnings = Stream.of(ofRooms, ofNotices, getBean(Archive.class).warnings().stream())
                    .flatMap(same -> same)
                    .toList();
            warnings.forEach(warning -> out.println("warning: " + warning));
            out.println("the configuration is usable: " + rooms.size() + " rooms, "
                    + sites.all().size() + " sites, "
                    + warnings.size() + " warnings. The store "
                    + StoreKind.chosen(getEnvironment()).label() + " was not opened");
            throw new AbandonedRunException(this);
        }
    }
}
