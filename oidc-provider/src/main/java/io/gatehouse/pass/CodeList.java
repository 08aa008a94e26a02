package io.gatehouse.pass;

/**
 * A list of access codes.
 *
 * @param number by which its codes know it; never given twice in a room
 * @param codes how many are in it, used or not
 * @param used how many of them have been used
 * @param until when the last of them ends, in milliseconds
 */
public record CodeList(int number, String name, long codes, long used, long until) {

    CodeList with(long more, long ends) {
        return new CodeList(number, name, codes + more, used, Math.max(until, ends));
    }

    CodeList without(boolean isUsed) {
        return new CodeList(number, name, codes - 1, used - (isUsed ? 1 : 0), until);
    }

    CodeList usedBy(long more) {
        return new CodeList(number, name, codes, used + more, until);
    }
}
