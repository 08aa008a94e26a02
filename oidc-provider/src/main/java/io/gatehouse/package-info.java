/**
 * Gatehouse: an OpenID Provider that is a virtual waiting room.
 *
 * <p>The line ({@code room}) is in the middle. It depends only on the dates of its openings
 * ({@code schedule}), its {@code stock}, and the order of its lanes ({@code lane}). Around it: its speed
 * ({@code inlet}), the verbs of visitors and operators ({@code waitingroom}), the expected wait
 * ({@code forecast}), its storage ({@code store}), a sale played beforehand ({@code simulate}). Beside it:
 * the {@code draw}, a random order that anyone can check, with the networks of its entrants
 * ({@code entrant}); the {@code ledger}, a record of the line that anyone can check; its {@code history},
 * minute by minute; an {@code archive} of both elsewhere; {@code event}s for other programs. A {@code pass}
 * exempts its bearer from waiting.
 *
 * <p>Three kinds of people come to the door. Visitors: {@code visitor}, with the {@code page}s that they see,
 * the {@code board} that each page reads, the cookies of their {@code browser}, and the operators'
 * {@code words}. The {@code site}s that send them. Operators: {@code panel}, and {@code addition}, what they
 * add to the configuration. The {@code door} limits what each client may take, and {@code web} is the HTTP
 * that all three share.
 *
 * <p>{@code oidc} is the provider that sites talk to, one package for each of its parts. {@code awsapi} is
 * the API of the AWS Virtual Waiting Room; its short-lived records are {@code value}s that expire.
 * {@code setup} prints the configuration of a site's product, and {@code check} tests the result from
 * outside. {@code command} has the commands of the jar, {@code metrics} the meters, {@code time} spans of
 * time and waiting.
 */
@NullMarked
package io.gatehouse;

import org.jspecify.annotations.NullMarked;
