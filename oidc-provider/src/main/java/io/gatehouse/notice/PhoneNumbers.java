package io.gatehouse.notice;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import io.gatehouse.setting.InvalidSettingException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads phone numbers in international form, of the countries that the operator allows alone. A code such as
 * +1 is shared by many countries, some of them expensive, so a code alone would allow too much. Numbers that
 * cost the caller more, as those of services, are refused in every country.
 */
final class PhoneNumbers {

    private static final int LONGEST = 40;

    /** The plus sign and six digits. */
    private static final int SHORTEST = 7;

    private static final String NO_COUNTRY = "ZZ";
    private static final Set<PhoneNumberType> MOBILE =
            EnumSet.of(PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE);
    private static final Set<PhoneNumberType> ANY =
            EnumSet.of(PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE, PhoneNumberType.FIXED_LINE);

    private final PhoneNumberUtil numbers = PhoneNumberUtil.getInstance();
    private final Set<String> countries;

    /**
     * @param property the full name of the setting
     * @throws InvalidSettingException unless all are codes of ISO 3166, such as DE, and there is one
     */
    PhoneNumbers(String property, Collection<String> countries) {
        this.countries = Set.copyOf(countries);
        if (!numbers.getSupportedRegions().containsAll(this.countries) || this.countries.isEmpty()) {
            throw new InvalidSettingException(
                    property, "must be codes of countries (ISO 3166), was " + countries, "DE,AT,CH");
        }
    }

    List<String> countries() {
        return countries.stream().sorted().toList();
    }

    /** A number to which text messages go, in the form of E.164: {@code +491701234567}; empty for any other. */
    Optional<String> mobile(String typed) {
        return read(typed, MOBILE);
    }

    /** A number that can be called, likewise. */
    Optional<String> any(String typed) {
        return read(typed, ANY);
    }

    /**
     * A number and all valid ones that it begins with. In some countries numbers differ in length, and
     * networks ignore what is dialled behind a whole number, so the holder of any of them may be reached.
     */
    List<String> wholeIn(String number) {
        return IntStream.rangeClosed(SHORTEST, number.length())
                .mapToObj(length -> number.substring(0, length))
                .filter(one ->
                        one.equals(number) || any(one).filter(one::equals).isPresent())
                .toList();
    }

    private Optional<String> read(String typed, Set<PhoneNumberType> types) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            var number = numbers.parse(typed.strip().replaceFirst("^00", "+"), NO_COUNTRY);
            return Optional.of(number)
                    .filter(one -> !one.hasExtension() && isAllowed(one))
                    .filter(one -> types.contains(numbers.getNumberType(one)))
                    .map(one -> numbers.format(one, PhoneNumberFormat.E164));
        } catch (NumberParseException noNumber) {
            return Optional.empty();
        }
    }

    /** A number that is valid in no country has no region. */
    private boolean isAllowed(PhoneNumber number) {
        var country = numbers.getRegionCodeForNumber(number);
        return country != null && countries.contains(country);
    }
}
