package io.gatehouse.event;

import java.util.List;

/**
 * The kinds of events that an API tells in its own words: receivers may ask for them, also where no room has
 * that API.
 */
public record EventKinds(List<String> words) {}
