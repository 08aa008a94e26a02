package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.regex.Pattern.DOTALL;
import static java.util.regex.Pattern.MULTILINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Installation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** What Gatehouse prints for a site, to be run as it stands. */
final class Printed {

    private Printed() {}

    /** The first piece of configuration under a heading. */
    static String configuration(Installation gatehouse, String site, String heading) {
        var code = Pattern.compile("^## " + Pattern.quote(heading) + "\n.*?^```[a-z]*\n(.*?)\n```$", MULTILINE | DOTALL)
                .matcher(gatehouse.setup(site).text());
        assertThat(code.find()).as(heading).isTrue();
        return code.group(1);
    }

    /** Writes that piece of configuration into a file, which the heading names. */
    static Path file(Installation gatehouse, String site, String name, Path folder) {
        try {
            return Files.writeString(folder.resolve(name), configuration(gatehouse, site, name) + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The code of docs/sites/forms.md in this language. */
    static List<String> forms(String language) {
        try {
            return Pattern.compile("```" + language + "\n(.*?)```", DOTALL)
                    .matcher(Files.readString(Path.of("..", "docs", "sites", "forms.md")))
                    .results()
                    .map(block -> block.group(1))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** This set-up of express-openid-connect with the code that keeps forms, which it finds in that folder. */
    static String keepingForms(String express, Path folder) {
        var blocks = forms("js");
        var keeping =
                Pattern.compile("^app\\.[^\n]*keepForms.*", MULTILINE | DOTALL).matcher(blocks.get(1));
        assertThat(keeping.find()).isTrue();
        var file = folder.resolve("forms.cjs").toAbsolutePath();
        try {
            Files.writeString(file, blocks.get(0));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return express + "\nconst { requiresAuth } = require('express-openid-connect')\n"
                + "const { keepForms, showForm } = require('" + file + "')\n" + keeping.group();
    }

    /** Compiles that file, if it is Java, beside its source. */
    static void compiles(Path source, String classPath) {
        compiles(source.resolveSibling(""), classPath, source.toString());
    }

    /** Compiles these files of a folder together. */
    static void compiles(Path folder, String classPath, String... sources) {
        var arguments = new ArrayList<>(List.of("-proc:none", "--release", "17", "-classpath", classPath));
        Stream.of(sources).map(folder::resolve).map(Path::toString).forEach(arguments::add);
        var errors = new ByteArrayOutputStream();
        var status = ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(String[]::new));
        assertThat(status).as(errors.toString(UTF_8)).isZero();
    }
}
