package io.gatehouse.panel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;

/** Starts the panel once for all tests that carry this; each begins with empty rooms and an hour later. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = PanelTestApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gatehouse.operators.alice.password=" + Desk.HASH,
            "gatehouse.operators.bob.password=" + Desk.OTHER_HASH
        })
@ExtendWith(Desk.Provider.class)
@interface PanelTest {}
