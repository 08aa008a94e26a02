/**
 * Gatehouse: an OpenID Provider that is a virtual waiting room.
 *
 * <p>The line ({@code room}) is in the middle and points at nothing but the dates on which it opens ({@code schedule}) and
 * how many it admits in all ({@code stock}), and who of it is next where it has several lanes ({@code lane}).
 * Around it: how fast it moves ({@code inlet}), the verbs of visitors and operators ({@code waitingroom}), how long it will take ({@code forecast}), where it is kept ({@code
 * store}). Beside it stand the {@code draw}: how chance makes an order that anybody can check, with how many of a lobby share a
 * network ({@code entrant}), and the {@code ledger}: what
 * was done to a line, written down so that anybody can check it, and {@code event}s: the same and more, told to other programs as it
 * happens. Who need not wait brings a {@code pass}. Three kinds of people
 * stand at the door:
 * visitors ({@code visitor}; what is said to them is in {@code words}; the {@code page}s that they see, the {@code board} that
 * each page reads, and the cookies of their {@code browser} have packages of their own), the sites that send them ({@code site}), and operators ({@code panel}; what they add to the configuration is an {@code addition}); the {@code
 * door} itself is where nobody may hold or take too much, and what all three need of HTTP is in {@code web}. {@code
 * oidc} is what sites talk to, the provider, one package for each of its parts; {@code awsapi} is what was written for the
 * AWS Virtual Waiting Room talks to; what it keeps for a while lies in
 * {@code value}s that end by themselves. What to type into a site's product is printed by {@code setup}; {@code
 * check} looks over from outside what has come of it. The commands of the jar stand in {@code command}. What those count who watch
 * from outside is in {@code metrics}. Spans of
 * time, and what waits for them, are in {@code time}.
 */
@NullMarked
package io.gatehouse;

import org.jspecify.annotations.NullMarked;
