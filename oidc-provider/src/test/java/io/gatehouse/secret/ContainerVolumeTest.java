package io.gatehouse.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As engines mount a container's folders, one line each of {@code /proc/self/mountinfo}. */
class ContainerVolumeTest {

    private static final String HASH = "8e1f2a7c".repeat(8);
    private static final String ROOT =
            "641 604 0:53 / / ro,relatime master:1 - overlay overlay ro,lowerdir=/l,upperdir=/u";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a volume without a name, Docker  | true  | 660 641 8:1 /var/lib/docker/volumes/HASH/_data /data rw - ext4 /dev/sda1 rw
                    a volume without a name, Buildah | true  | 660 641 8:1 /var/lib/containers/x/buildah-volumes/HASH /data rw - ext4 /dev/sda1 rw
                    a volume with a name             | false | 660 641 8:1 /var/lib/docker/volumes/gatehouse/_data /data rw - ext4 /dev/sda1 rw
                    a folder of the machine          | false | 660 641 8:1 /srv/gatehouse /data rw master:1 - ext4 /dev/sda1 rw
                    a disk of Kubernetes             | false | 660 641 259:1 / /data rw,relatime - xfs /dev/nvme1n1 rw
                    only another folder is mounted   | true  | 660 641 0:60 / /tmp rw - tmpfs tmpfs rw
                    """)
    void givenTheMountsOfAContainer_whenItsDataFolderIsLookedAt_thenItIsKnownWhetherItOutlivesTheContainer(
            String name, boolean goes, String mount) {
        var mounts = List.of(ROOT, mount.replace("HASH", HASH));

        assertThat(ContainerVolume.goesWithContainer(mounts, Path.of("/data")))
                .as(name)
                .isEqualTo(goes);
    }
}
