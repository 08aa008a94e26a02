package io.gatehouse.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whether a folder goes when its container goes: it lies on the container's own file system, or on the volume
 * without a name that an engine makes for an image's {@code VOLUME} and removes with {@code --rm}. Told by
 * {@code /proc/self/mountinfo} (proc(5)); a machine that has no such file has no containers.
 */
final class ContainerVolume {

    /** The paths of Docker and Podman end in {@code /_data}, those of Buildah do not. */
    private static final Pattern WITHOUT_NAME = Pattern.compile(".*/[0-9a-f]{64}(/_data)?");

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    private ContainerVolume() {}

    static boolean goesWithContainer(Path folder) throws IOException {
        return Files.isReadable(MOUNTS) && goesWithContainer(Files.readAllLines(MOUNTS), folder.toRealPath());
    }

    /** Reads the line of the mount that is nearest to the folder: the fourth word is its root, the fifth its point. */
    static boolean goesWithContainer(List<String> mounts, Path folder) {
        return mounts.stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length > 8 && folder.startsWith(words[4]))
                .max(Comparator.comparingInt(words -> words[4].length()))
                .filter(words -> WITHOUT_NAME.matcher(words[3]).matches()
                        || List.of(words).subList(6, words.length).contains("overlay"))
                .isPresent();
    }
}
