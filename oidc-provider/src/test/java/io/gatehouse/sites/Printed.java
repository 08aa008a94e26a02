package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Section;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.Sites;
import java.time.Duration;

/** What Gatehouse prints for a site, to be run as it stands. */
final class Printed {

    private Printed() {}

    /** The first piece of configuration under a heading. */
    static String configuration(RunningGatehouse gatehouse, String site, String heading) {
        var found = gatehouse.bean(Sites.class).byName(site).orElseThrow();
        return Setup.of(found, gatehouse.bean(Issuer.class), Duration.ofHours(1)).sections().stream()
                .filter(section -> section.heading().equals(heading))
                .flatMap(section -> section.blocks().stream())
                .filter(block -> block.kind() == Section.Kind.CODE)
                .map(block -> block.lines().get(0))
                .findFirst()
                .orElseThrow();
    }
}
