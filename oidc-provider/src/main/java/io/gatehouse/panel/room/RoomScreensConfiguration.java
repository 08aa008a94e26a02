package io.gatehouse.panel.room;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that the screens and the API share: the views of rooms, and the acts on them. */
@Configuration(proxyBeanMethods = false)
@Import({RoomViews.class, RoomActs.class, WordsActs.class, SettingsActs.class})
class RoomScreensConfiguration {}
