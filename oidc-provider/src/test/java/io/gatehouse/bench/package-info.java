/**
 * The bench: what Gatehouse costs a visitor and a login, beside what a site would take instead.
 * {@code mvn verify -Pload} runs it and writes docs/performance.md; {@link io.gatehouse.bench.Rounds} says
 * how cost is measured, {@link io.gatehouse.bench.ConstantRate} how time is,
 * {@link io.gatehouse.bench.Figures} where figures go.
 */
@NullMarked
package io.gatehouse.bench;

import org.jspecify.annotations.NullMarked;
