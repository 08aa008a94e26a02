package io.gatehouse.forecast;

/**
 * The forecast of a room at one look, and how good the earlier ones were.
 *
 * @param forecast how long waits are
 * @param score how many forecasts of this opening were right
 */
public record RoomForecast(Forecast forecast, ForecastScore score) {}
