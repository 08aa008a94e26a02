package io.gatehouse.sites;

import static java.util.regex.Pattern.DOTALL;
import static java.util.regex.Pattern.MULTILINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.Sites;
import java.time.Duration;
import java.util.regex.Pattern;

/** What Gatehouse prints for a site, to be run as it stands. */
final class Printed {

    private Printed() {}

    /** The first piece of configuration under a heading. */
    static String configuration(RunningGatehouse gatehouse, String site, String heading) {
        var found = gatehouse.bean(Sites.class).byName(site).orElseThrow();
        var text = Setup.of(found, gatehouse.bean(Issuer.class), Duration.ofHours(1))
                .text();
        var code = Pattern.compile("^## " + Pattern.quote(heading) + "\n.*?^```[a-z]*\n(.*?)\n```$", MULTILINE | DOTALL)
                .matcher(text);
        assertThat(code.find()).as(heading).isTrue();
        return code.group(1);
    }
}
