package io.gatehouse.panel.room;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screens and the API share: how rooms are looked at, and what is done to them. */
@Configuration(proxyBeanMethods = false)
@Import({RoomViews.class, RoomActs.class, WordsActs.class, SettingsActs.class})
class RoomScreensConfiguration {}
