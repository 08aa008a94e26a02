package io.gatehouse.panel.simulate;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what the screen and the API share: the reader of questions, and the player. */
@Configuration(proxyBeanMethods = false)
@Import({Plans.class, Player.class, SaleForecast.class})
class SimulationScreensConfiguration {}
