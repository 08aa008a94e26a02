package io.gatehouse.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose address it is, for limits. */
class AddressBlockTest {

    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:2::1, 2001:db8:1:2:ffff:ffff:ffff:ffff, true",
        "2001:db8:1:2::1, 2001:DB8:1:2::1, true",
        "2001:db8:1:2::1, 2001:db8:1:3::1, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "::ffff:192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "not:an:address, not:an:address, true",
        "not:an:address, 192.0.2.1, false"
    })
    void givenTwoAddresses_whenLimitsCount_thenThoseOfOneSubscriberAreOne(String one, String other, boolean isOne) {
        assertThat(AddressBlock.of(one).equals(AddressBlock.of(other))).isEqualTo(isOne);
    }
}
