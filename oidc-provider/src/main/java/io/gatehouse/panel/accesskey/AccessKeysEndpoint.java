package io.gatehouse.panel.accesskey;

import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.setting.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.ModelAndView;

/**
 * The key pairs: a screen, which needs no script, and the same for API clients. A secret is shown in the
 * answer to the act that has made it, and nowhere else.
 */
@ScreenEndpoint
@ConditionalOnAwsApi
public final class AccessKeysEndpoint {

    private static final String API = "/panel/api/aws-keys";
    private static final String SCREEN = "/panel/aws-keys";
    private static final String ROOMS = "rooms";

    private final AccessKeyActs acts;
    private final Issuer issuer;

    AccessKeysEndpoint(AccessKeyActs acts, Issuer issuer) {
        this.acts = acts;
        this.issuer = issuer;
    }

    /** All of them, those of the configuration files first. */
    record AllKeys(List<AccessKeyView> keys) {}

    /**
     * The answer has no secrets. Viewers may read it: the ledger names keys, and its readers may ask for
     * their owners.
     */
    @Needs(Role.VIEWER)
    @GetMapping(API)
    @ResponseBody
    AllKeys all() {
        return new AllKeys(acts.all());
    }

    @Needs(Role.OWNER)
    @PostMapping(API)
    @ResponseBody
    AccessKeyView make(Authentication who, HttpServletRequest request) throws IOException {
        return acts.make(Actor.of(who), Body.read(request, Set.of(ROOMS)).list(ROOMS));
    }

    @Needs(Role.OWNER)
    @DeleteMapping(API + "/{key}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ResponseBody
    void takeAway(@PathVariable String key, Authentication who) {
        acts.takeAway(Actor.of(who), key);
    }

    @Needs(Role.VIEWER)
    @GetMapping(SCREEN)
    ModelAndView screen() {
        return screen(List.of());
    }

    @Needs(Role.OWNER)
    @PostMapping(SCREEN)
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
    @PostMapping(SCREEN + "/{key}/take-away")
    ModelAndView takeAwayOnScreen(@PathVariable String key, Authentication who) {
        return Screen.after(
                () -> acts.takeAway(Actor.of(who), key), SCREEN + "?done=key-gone", () -> screen(List.of()));
    }

    private ModelAndView screen(List<String> ticked) {
        return Screen.page("aws-keys")
                .addObject("keys", acts.all())
                .addObject(ROOMS, acts.rooms())
                .addObject("ticked", ticked);
    }
}
