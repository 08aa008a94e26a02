package io.gatehouse.room;

import java.time.Instant;

/**
 * The right to be inside.
 *
 * @param admittedAt the moment of the claim
 * @param provenAt the moment the visitor last proved the admission; {@code auth_time} of ID tokens
 * @param hasArrived whether a site has redeemed a code for it; until then it lasts one claim window only
 */
public record Admission(Instant admittedAt, Instant provenAt, boolean hasArrived) {}
