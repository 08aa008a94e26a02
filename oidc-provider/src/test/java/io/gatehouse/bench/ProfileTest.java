package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Rounds.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the time of each unit goes that {@link BenchTest} measures. */
@Tag("load")
class ProfileTest {

    private final Path jdk = Jdks.newest();

    @TempDir
    Path folder;

    @Test
    void givenEachUnitOfWork_whenItIsDoneForAWhile_thenWhereItsTimeGoesIsTold() throws IOException {
        var options =
                Stream.concat(Stream.of("-Xmx512m"), Profile.OPTIONS.stream()).toList();
        var figures = new Figures("ProfileTest", Jdks.version(jdk));
        var data = Files.createDirectories(folder.resolve("data"));
        try (var ours = Gatehouse.start("profiled", Jdks.java(jdk), options, data)) {
            var subjects = new ArrayList<Subject>();
            subjects.add(Subjects.logins("login", ours));
            subjects.addAll(Subjects.waiting("", ours));
            subjects.add(Subjects.visits("visit", ours));
            for (var subject : subjects) {
                Rounds.load(subject, Pace.FULL.atMost().warmUp());
            }
            for (var subject : subjects) {
                var shares = Profile.of(
                        subject.server(),
                        jdk,
                        folder.resolve(subject.row() + ".jfr"),
                        () -> Rounds.load(subject, Pace.FULL.atMost().round()));
                shares.forEach(
                        (part, share) -> figures.tell(Profile.row(subject.row(), part), Figure.once("%", share * 100)));
                assertThat(shares.values()).as(subject.row()).allMatch(share -> share >= 0);
                assertThat(shares.get(Profile.Part.JETTY))
                        .as("samples of " + subject.row())
                        .isPositive();
            }
        }
    }
}
