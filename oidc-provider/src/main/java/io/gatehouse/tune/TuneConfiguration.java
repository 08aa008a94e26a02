package io.gatehouse.tune;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what lets rooms find their limits. */
@Configuration(proxyBeanMethods = false)
@Import({Counting.class, Pushed.class, Signals.class, Telling.class, Tuner.class, Tunings.class})
class TuneConfiguration {}
