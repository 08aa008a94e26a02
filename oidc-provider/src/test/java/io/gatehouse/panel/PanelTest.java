package io.gatehouse.panel;

import io.gatehouse.GatehouseApplication;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * Starts the whole application once for all tests that carry this, with three rooms: with a rate and a
 * capacity, by hand, and with a capacity alone; and with a site. Each test begins with empty rooms and an
 * hour later.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = {GatehouseApplication.class, PanelAdditions.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gatehouse.issuer=http://localhost:9000",
            "gatehouse.data=target/panel-test-${random.uuid}",
            "gatehouse.turnstile.tick=1m",
            "gatehouse.limits.sign-ins.per-address=150", // all these tests come from one
            "gatehouse.rooms.shop.title=Shop",
            "gatehouse.rooms.shop.rate=200/1m",
            "gatehouse.rooms.shop.capacity=500",
            "gatehouse.rooms.hall.title=Town <hall>",
            "gatehouse.rooms.hall.aws-api.enabled=true",
            "gatehouse.rooms.club.title=Club",
            "gatehouse.rooms.club.capacity=10",
            "gatehouse.rooms.club.aws-api.enabled=true",
            "gatehouse.aws-keys." + Desk.AWS_KEY + ".secret=" + Desk.SITE_SECRET,
            "gatehouse.aws-keys." + Desk.AWS_KEY + ".rooms=hall,club",
            "gatehouse.rooms.shop.admission-ttl=30m",
            "gatehouse.sites.shop.room=shop",
            "gatehouse.sites.shop.preset=alb",
            "gatehouse.sites.shop.client-id=<odd>&\"id\"",
            "gatehouse.sites.shop.secret=" + Desk.SITE_SECRET,
            "gatehouse.sites.shop.redirect-uris=https://shop.example/oauth2/idpresponse",
            "gatehouse.sites.shop.entries.drop42=https://shop.example/drop/42",
            "gatehouse.sites.spa.room=club",
            "gatehouse.sites.spa.public=true",
            "gatehouse.sites.spa.redirect-uris=https://spa.example/callback",
            "gatehouse.sites.strict.room=club",
            "gatehouse.sites.strict.preset=spring",
            "gatehouse.sites.strict.require-pkce=true",
            "gatehouse.sites.strict.claims=false",
            "gatehouse.sites.strict.secret=" + Desk.SITE_SECRET,
            "gatehouse.sites.strict.redirect-uris=https://strict.example/login/oauth2/code/gatehouse",
            "gatehouse.api-clients.watcher.secret=" + Desk.SECRET,
            "gatehouse.api-clients.watcher.scopes=rooms.read",
            "gatehouse.api-clients.nightly.secret=" + Desk.OTHER_SECRET,
            "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write",
            "gatehouse.api-clients.steward.secret=" + Desk.OTHER_SECRET,
            "gatehouse.api-clients.steward.scopes=rooms.operate",
            "gatehouse.operators.vera.password=" + Desk.HASH,
            "gatehouse.operators.vera.role=viewer",
            "gatehouse.operators.oscar.password=" + Desk.HASH,
            "gatehouse.operators.oscar.role=operator",
            "gatehouse.operators.alice.password=" + Desk.HASH,
            "gatehouse.operators.fay.password=" + Desk.HASH,
            "gatehouse.operators.bob.password=" + Desk.OTHER_HASH
        })
@ExtendWith(Desk.Provider.class)
public @interface PanelTest {}
