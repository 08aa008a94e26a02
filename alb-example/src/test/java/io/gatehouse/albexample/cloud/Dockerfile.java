package io.gatehouse.albexample.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** A Dockerfile, read as Docker reads it: comments out, continued lines joined, one instruction a line. */
record Dockerfile(List<Instruction> instructions) {

    private static final JsonMapper JSON = new JsonMapper();

    /** One instruction: its word, and what follows. */
    record Instruction(String word, String text) {

        /** The text's words that are no flags. */
        List<String> arguments() {
            return Stream.of(text.split(" +"))
                    .filter(word -> !word.startsWith("--"))
                    .toList();
        }

        /** The value of a flag; empty if it is not there. */
        String flag(String name) {
            return Stream.of(text.split(" +"))
                    .filter(word -> word.startsWith("--" + name + "="))
                    .map(word -> word.substring(name.length() + 3))
                    .findFirst()
                    .orElse("");
        }

        /** The command in exec form; in shell form, where signals would end at the shell, there is none. */
        List<String> command() {
            return List.of(JSON.readValue(text.substring(text.indexOf('[')), String[].class));
        }
    }

    static Dockerfile read(Path file) throws IOException {
        List<Instruction> instructions = new ArrayList<>();
        String text = Files.readString(file).replaceAll("(?m)^#.*\n", "").replaceAll("\\\\\n\\s*", "");
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int space = line.indexOf(' ');
            instructions.add(new Instruction(line.substring(0, space), line.substring(space + 1)));
        });
        return new Dockerfile(instructions);
    }

    List<Instruction> all(String word) {
        return instructions.stream()
                .filter(instruction -> instruction.word().equals(word))
                .toList();
    }

    Instruction last(String word) {
        return all(word).stream()
                .reduce((first, last) -> last)
                .orElseThrow(() -> new IllegalStateException("the Dockerfile has no " + word));
    }
}
