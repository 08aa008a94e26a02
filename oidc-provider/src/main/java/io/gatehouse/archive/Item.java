package io.gatehouse.archive;

import java.time.Instant;
import java.util.Map;

/**
 * An object that the archive is to have.
 *
 * @param key without the prefix of the archive
 * @param metadata kept beside it
 * @param isLocked whether Object Lock protects it, if that is set
 * @param due the moment from which it could be written
 */
record Item(String key, String text, Map<String, String> metadata, boolean isLocked, Instant due) {}
