package io.gatehouse;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts Gatehouse: an OpenID Provider that is a virtual waiting room. */
@SpringBootApplication
public class GatehouseApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(GatehouseApplication.class, arguments);
    }
}
