package io.gatehouse.albexample.cloud;

import io.gatehouse.albexample.cloud.Dockerfile.Instruction;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The image without Docker: does the Dockerfile's steps below a folder that stands for the root of each
 * stage's file system. Knows the instructions that the Dockerfile uses and no other. Java and Bash are this
 * machine's own, so what the base image has is not shown by it.
 */
final class Image {

    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

    private final Dockerfile dockerfile;
    private final Path context;
    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path root;
    private Path workdir;

    private Image(Dockerfile dockerfile, Path context, Path folder) {
        this.dockerfile = dockerfile;
        this.context = context;
        this.folder = folder;
        this.root = folder;
        this.workdir = folder;
    }

    /** Builds it below an empty folder. */
    static Image build(Path context, Path folder) throws IOException {
        Image image = new Image(Dockerfile.read(context.resolve("Dockerfile")), context, folder);
        for (Instruction instruction : image.dockerfile.instructions()) {
            image.step(instruction);
        }
        return image;
    }

    Dockerfile dockerfile() {
        return dockerfile;
    }

    /** A path of the image, where it is on this machine. */
    Path at(String path) {
        return path.startsWith("/") ? root.resolve(path.substring(1)) : workdir.resolve(path);
    }

    /** A command inside the image, as its user where this machine lets us choose one. */
    ProcessBuilder run(List<String> command, Map<String, String> more) {
        List<String> whole = new ArrayList<>();
        if (IS_ROOT) {
            String[] user = dockerfile.last("USER").text().split(":", 2);
            whole.addAll(List.of("setpriv", "--reuid=" + user[0], "--regid=" + user[1], "--clear-groups"));
        }
        whole.addAll(command);
        ProcessBuilder process =
                new ProcessBuilder(whole).directory(workdir.toFile()).redirectErrorStream(true);
        process.environment().putAll(environment);
        process.environment().putAll(more);
        return process;
    }

    private void step(Instruction instruction) throws IOException {
        switch (instruction.word()) {
            case "FROM" -> begin(instruction.arguments());
            case "WORKDIR" -> {
                workdir = at(instruction.text());
                Files.createDirectories(workdir);
            }
            case "RUN" -> shell(instruction.text());
            case "COPY" -> copy(instruction);
            case "ENV" -> {
                String[] pair = instruction.text().split("=", 2);
                environment.put(pair[0], pair[1].startsWith("/") ? at(pair[1]).toString() : pair[1]);
            }
            case "ARG", "LABEL", "VOLUME", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT" -> {}
            default -> throw new IllegalStateException("what is done by " + instruction.word() + " is not known here");
        }
    }

    private void begin(List<String> arguments) throws IOException {
        root = folder.resolve(arguments.size() > 1 ? arguments.get(2) : "last");
        workdir = root;
        environment.clear();
        Files.createDirectories(root);
    }

    private void shell(String command) {
        TestProcess.run(new ProcessBuilder("sh", "-c", command).directory(workdir.toFile()));
    }

    private void copy(Instruction instruction) throws IOException {
        List<String> paths = instruction.arguments();
        String stage = instruction.flag("from");
        Path from = stage.isEmpty()
                ? context.resolve(paths.get(0))
                : folder.resolve(stage).resolve(paths.get(0).substring(1));
        Path to = at(paths.get(1)).normalize();
        if (!Files.isDirectory(from)) {
            Files.copy(from, to);
            return;
        }
        try (Stream<Path> tree = Files.walk(from)) {
            tree.forEach(path -> place(path, to.resolve(from.relativize(path)), instruction.flag("chown")));
        }
    }

    private static void place(Path from, Path to, String owner) {
        try {
            if (!Files.isDirectory(from)) {
                Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
            } else if (!Files.isDirectory(to)) {
                Files.createDirectories(to);
            }
            if (IS_ROOT && !owner.isEmpty()) {
                Files.setAttribute(to, "unix:uid", Integer.valueOf(owner.split(":", 2)[0]));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
