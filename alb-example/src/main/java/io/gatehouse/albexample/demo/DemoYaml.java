package io.gatehouse.albexample.demo;

import java.nio.file.Path;

/** Gatehouse's settings for the demo: a small shop, and a line that moves every second and a half. */
final class DemoYaml {

    private DemoYaml() {}

    static String of(DemoSettings settings, DemoSecrets secrets, String operatorHash, Path folder) {
        return """
                server:
                  port: %1$d
                  address: localhost
                gatehouse:
                  issuer: %2$s
                  data: '%3$s'
                  rooms:
                    shop: { title: The Queue Shop, rate: 40/1m, capacity: 200, claim-window: 5m, admission-ttl: 1h }
                  sites:
                    shop:
                      room: shop
                      preset: alb
                      entry: '%4$s/'
                      entries: { lantern: '%4$s/goods/lantern', thermos: '%4$s/goods/thermos' }
                      secret: '%5$s'
                      redirect-uris: ['%4$s/oauth2/idpresponse']
                      post-logout-redirect-uris: ['%4$s/goodbye']
                      slot-after-logout: freed # the crowd leaves by the shop's own logout, which ends its session too
                  limits: { enabled: false } # the crowd has one address, and runs no scripts
                  operators:
                    operator: { password: '%6$s' }
                """
                .formatted(
                        settings.gatehousePort(),
                        settings.issuer(),
                        folder.resolve("data"),
                        settings.shop(),
                        secrets.client(),
                        operatorHash);
    }
}
