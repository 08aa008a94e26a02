package io.gatehouse.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** A folder on no disk where there is one: for tests of what is kept, and not of whether it survives. */
final class FolderInMemory implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return Files.isDirectory(MEMORY)
                ? Files.createTempDirectory(MEMORY, "gatehouse")
                : Files.createTempDirectory("gatehouse");
    }
}
