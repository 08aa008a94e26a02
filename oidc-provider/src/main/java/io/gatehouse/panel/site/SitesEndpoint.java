package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/**
 * The sites, and what to type into each one's product: screens, and the same for API clients. Nothing is
 * changed here.
 */
@ScreenEndpoint
final class SitesEndpoint {

    private final SiteSetups setups;

    SitesEndpoint(SiteSetups setups) {
        this.setups = setups;
    }

    /** All sites, in the order of the configuration. */
    record AllSites(List<SiteView> sites) {}

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/sites")
    @ResponseBody
    AllSites all() {
        return new AllSites(setups.all());
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/sites")
    ModelAndView allOnScreen() {
        return Screen.page("sites").addObject("sites", setups.all());
    }

    @Needs(Role.VIEWER)
    @GetMapping(path = "/panel/api/sites/{site}/setup", produces = MediaType.TEXT_MARKDOWN_VALUE + ";charset=UTF-8")
    @ResponseBody
    String setup(@PathVariable String site) {
        return setups.setup(setups.get(site)).text();
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/sites/{site}/setup")
    ModelAndView setupOnScreen(@PathVariable("site") String name) {
        var site = setups.get(name);
        return Screen.page("setup")
                .addObject("site", setups.view(site))
                .addObject("sections", setups.setup(site).sections());
    }
}
