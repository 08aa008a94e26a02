package io.gatehouse.room;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The right to be inside.
 *
 * @param admittedAt the moment of the claim
 * @param provenAt the moment the visitor last proved the admission; {@code auth_time} of ID tokens
 * @param hasArrived whether a site has redeemed a code for it; until then it lasts one claim window only
 * @param keepsSlot whether a site has got tokens for it that would not hear of its end: the slot is kept
 *     until they end
 * @param browsers the {@link PlaceId#hashOf hashes} of those who have used it, in the order they came
 */
public record Admission(
        Instant admittedAt, Instant provenAt, boolean hasArrived, boolean keepsSlot, List<String> browsers) {

    public Admission {
        browsers = List.copyOf(browsers);
    }

    static Admission beginning(Instant now) {
        return new Admission(now, now, false, false, List.of());
    }

    Admission arrived() {
        return new Admission(admittedAt, provenAt, true, keepsSlot, browsers);
    }

    Admission keepingSlot() {
        return new Admission(admittedAt, provenAt, hasArrived, true, browsers);
    }

    Admission proved(Instant now) {
        return new Admission(admittedAt, now, hasArrived, keepsSlot, browsers);
    }

    Admission usedBy(String browser) {
        var more = Stream.concat(browsers.stream(), Stream.of(browser)).toList();
        return new Admission(admittedAt, provenAt, hasArrived, keepsSlot, more);
    }
}
