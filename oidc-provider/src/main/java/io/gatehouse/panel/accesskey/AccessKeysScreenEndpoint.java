package io.gatehouse.panel.accesskey;

import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.setting.Issuer;
import java.util.List;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screen of the key pairs. It needs no script. A secret is shown in the answer to the form that has made
 * it, and nowhere else.
 */
@Controller
@RequestMapping(AccessKeysScreenEndpoint.KEYS)
@ConditionalOnAwsApi
public final class AccessKeysScreenEndpoint {

    static final String KEYS = "/panel/aws-keys";

    private static final String ROOMS = "rooms";

    private final AccessKeyActs acts;
    private final Issuer issuer;

    AccessKeysScreenEndpoint(AccessKeyActs acts, Issuer issuer) {
        this.acts = acts;
        this.issuer = issuer;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView all(@RequestParam(defaultValue = "") String done) {
        return screen(List.of()).addObject("done", Screen.done(done));
    }

    @Needs(Role.OWNER)
    @PostMapping
    ModelAndView make(@RequestParam MultiValueMap<String, String> typed, Authentication who) {
        var rooms = typed.getOrDefault(ROOMS, List.of());
        try {
            return Screen.page("aws-key")
                    .addObject("key", acts.make(Actor.of(who), rooms))
                    .addObject("base", issuer.value());
        } catch (RefusedException refused) {
            return Screen.refused(screen(rooms), refused);
        }
    }

    @Needs(Role.OWNER)
    @PostMapping("/{key}/take-away")
    ModelAndView takeAway(@PathVariable String key, Authentication who) {
        try {
            acts.takeAway(Actor.of(who), key);
            return Screen.seeOther(KEYS + "?done=key-gone");
        } catch (RefusedException refused) {
            return Screen.refused(screen(List.of()), refused);
        }
    }

    private ModelAndView screen(List<String> ticked) {
        return Screen.page("aws-keys")
                .addObject("keys", acts.all())
                .addObject(ROOMS, acts.rooms())
                .addObject("ticked", ticked)
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
