package io.gatehouse.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** A wrong setting of the archive is named, with what it must be; a weak one is warned of. */
class ArchiveSettingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            lock=compliance                                  | archive.bucket: must be set where another
            endpoint=https://a.example                       | archive.bucket: must be set where another
            bucket=Shop                                      | archive.bucket: must be 3 to 63 of
            bucket=a..b                                      | archive.bucket: must be 3 to 63 of
            bucket=../etc                                    | archive.bucket: must be 3 to 63 of
            bucket=shop;prefix=/a/                           | archive.prefix: must be empty, or names
            bucket=shop;prefix=a                             | archive.prefix: must be empty, or names
            bucket=shop;prefix=../                           | archive.prefix: must be empty, or names
            bucket=shop;prefix=a//                           | archive.prefix: must be empty, or names
            bucket=shop;endpoint=ftp://a.example             | archive.endpoint: must be an address
            bucket=shop;endpoint=a.example                   | archive.endpoint: must be an address
            bucket=shop;endpoint=https://u:p@a.example       | archive.endpoint: must be an address
            bucket=shop;endpoint=https://a.example/?x        | archive.endpoint: must be an address
            bucket=shop;access-key=a                         | archive.secret-key: must be set if and only if
            bucket=shop;secret-key=a                         | archive.secret-key: must be set if and only if
            bucket=shop;access-key=;secret-key=a             | archive.access-key: must not be empty
            bucket=shop;lock=maybe                           | archive.lock
            bucket=shop;lock-for=1h                          | archive.lock-for must be from 1d
            bucket=shop;lock-for=-1d                         | archive.lock-for must be from 1d
            bucket=shop;lock-for=36501d                      | archive.lock-for must be from 1d
            bucket=shop;answer-within=0s                     | archive.answer-within must be from
            bucket=shop;answer-within=6m                     | archive.answer-within must be from
            """)
    void givenAWrongSetting_whenRead_thenItIsNamed(String settings, String said) {
        assertThatThrownBy(() -> read(settings)).hasStackTraceContaining(said);
    }

    @Test
    void givenNoBucket_whenRead_thenThereIsNoArchiveAndNoWarning() {
        assertThat(read("path-style=true").bucket()).isNull();
        assertThat(read("path-style=true").warnings()).isEmpty();
    }

    @Test
    void givenAWeakSetting_whenRead_thenEachIsWarnedOf() {
        assertThat(read("bucket=shop;endpoint=http://10.1.2.3:9000;access-key=a;secret-key=topsecret")
                        .warnings())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("gatehouse.archive.lock is none: "),
                        one -> assertThat(one).startsWith("gatehouse.archive.endpoint is http://10.1.2.3:9000: "),
                        one -> assertThat(one)
                                .startsWith("gatehouse.archive.access-key and secret-key are settings: ")
                                .doesNotContain("topsecret"));
        assertThat(read("bucket=shop;prefix=a/b_c/;endpoint=http://localhost:9000;lock=governance;lock-for=30d")
                        .warnings())
                .isEmpty();
    }

    private static ArchiveProperties read(String settings) {
        var all = new LinkedHashMap<String, String>();
        Stream.of(settings.split(";"))
                .map(line -> line.split("=", 2))
                .forEach(both -> all.put("gatehouse.archive." + both[0], both[1]));
        return new Binder(new MapConfigurationPropertySource(all))
                .bind("gatehouse.archive", ArchiveProperties.class)
                .get();
    }
}
