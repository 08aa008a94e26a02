package io.gatehouse.panel.simulate;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share: what is asked, and who plays it. */
@Configuration(proxyBeanMethods = false)
@Import({Plans.class, Player.class, SaleForecast.class})
class SimulationScreensConfiguration {}
