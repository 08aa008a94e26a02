package io.gatehouse.panel;

import io.gatehouse.door.BodyLimit;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Refusals;
import io.gatehouse.web.ApiPaths;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The beans that all parts of the panel share. The locks are in {@link PanelSecurity}. */
@Configuration(proxyBeanMethods = false)
@Import({Refusals.class, PanelEntryPoint.class})
class PanelConfiguration {

    /** Bytes: all words of a room in a form that spells each byte of them in three. No act of the panel needs more. */
    private static final int LONGEST_BODY = 128 * 1024;

    @Bean
    WebMvcConfigurer panelLocks(PanelEntryPoint turnedAway) {
        return new WebMvcConfigurer() {

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new RoleLock(turnedAway))
                        .addPathPatterns(PanelPaths.HOME, PanelPaths.HOME + "/**");
            }
        };
    }

    @Bean
    ApiPaths whatApiClientsAsk() {
        return new ApiPaths(PanelPaths.API);
    }

    @Bean
    BodyLimit whatOperatorsSend() {
        return new BodyLimit(LONGEST_BODY, List.of(PanelPaths.HOME + "/*"));
    }
}
