package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The definition of a site, for API clients: one that is put where there was none adds a site, one that is
 * deleted retires it.
 */
@RestController
@RequestMapping("/panel/api/sites/{site}")
final class SiteDefinitionEndpoint {

    private final SiteActs acts;
    private final SiteChecks checks;

    SiteDefinitionEndpoint(SiteActs acts, SiteChecks checks) {
        this.acts = acts;
        this.checks = checks;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/definition")
    SiteDefinition definition(@PathVariable String site, HttpServletResponse response) {
        return tagged(acts.of(site), response);
    }

    /**
     * A client that expects no site says so ({@code If-None-Match: *}); one that has seen the site names it
     * ({@code If-Match}).
     */
    @Needs(Role.OWNER)
    @PutMapping("/definition")
    SiteDefinition put(
            @PathVariable String site,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var settings = SiteDefinition.settings(Body.read(request, SiteDefinition.MEMBERS));
        var after = "*".equals(ifNoneMatch)
                ? acts.add(Actor.of(who), site, settings)
                : acts.change(Actor.of(who), site, ifMatch, settings);
        return tagged(after, response);
    }

    @Needs(Role.OWNER)
    @DeleteMapping("/definition")
    SiteDefinition retire(
            @PathVariable String site,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletResponse response) {
        return tagged(acts.retire(Actor.of(who), site, ifMatch), response);
    }

    /** Another secret, which is told this once. */
    @Needs(Role.OWNER)
    @PostMapping("/secret")
    SiteDefinition renew(
            @PathVariable String site,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletResponse response) {
        return tagged(acts.renew(Actor.of(who), site, ifMatch), response);
    }

    /** Walks a login from outside, as the site's product would; takes a place like any visitor, and gives it back. */
    @Needs(Role.OPERATOR)
    @PostMapping(path = "/check", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    String check(@PathVariable String site, @RequestParam(defaultValue = "false") boolean doors) {
        return checks.report(site, doors);
    }

    private static SiteDefinition tagged(SiteDefinition definition, HttpServletResponse response) {
        if (!definition.ofTheFiles()) {
            response.setHeader(HttpHeaders.ETAG, definition.etag());
        }
        return definition;
    }
}
