package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/** The sites, and what to type into each one's product. Nothing is changed here. */
@Controller
@RequestMapping("/panel/sites")
public final class SiteScreensEndpoint {

    private final SiteSetups setups;

    SiteScreensEndpoint(SiteSetups setups) {
        this.setups = setups;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView all() {
        return Screen.page("sites").addObject("sites", setups.all());
    }

    @Needs(Role.VIEWER)
    @GetMapping("/{site}/setup")
    ModelAndView setup(@PathVariable("site") String name) {
        var site = setups.get(name);
        return Screen.page("setup")
                .addObject("site", setups.view(site))
                .addObject("sections", setups.setup(site).sections());
    }
}
