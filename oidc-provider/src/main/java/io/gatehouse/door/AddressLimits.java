package io.gatehouse.door;

/**
 * The limits where a visitor costs something.
 *
 * @param freePlaces new places in line for which nothing is asked
 * @param places new places in line
 * @param parked authorization requests that are stored for a while, in characters
 * @param deviceCodes devices that ask for a code
 * @param exempt visitors who are called out of turn by what lets any number in
 */
public record AddressLimits(
        AddressLimit freePlaces,
        AddressLimit places,
        AddressLimit parked,
        AddressLimit deviceCodes,
        AddressLimit exempt) {}
