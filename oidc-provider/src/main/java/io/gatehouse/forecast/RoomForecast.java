package io.gatehouse.forecast;

/**
 * What is said of a room at a look: the forecast, and how good those before were.
 *
 * @param forecast how long waits are
 * @param score what came of the promises of this opening
 */
public record RoomForecast(Forecast forecast, ForecastScore score) {}
