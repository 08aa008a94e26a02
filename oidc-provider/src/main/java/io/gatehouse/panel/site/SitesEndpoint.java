package io.gatehouse.panel.site;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The sites for API clients, and how each is set up: the text of the screen. */
@RestController
@RequestMapping("/panel/api/sites")
final class SitesEndpoint {

    private final SiteSetups setups;

    SitesEndpoint(SiteSetups setups) {
        this.setups = setups;
    }

    /** All sites, in the order of the configuration. */
    record AllSites(List<SiteView> sites) {}

    @Needs(Role.VIEWER)
    @GetMapping
    AllSites all() {
        return new AllSites(setups.all());
    }

    @Needs(Role.VIEWER)
    @GetMapping(path = "/{site}/setup", produces = MediaType.TEXT_MARKDOWN_VALUE + ";charset=UTF-8")
    String setup(@PathVariable String site) {
        return setups.setup(setups.get(site)).text();
    }
}
