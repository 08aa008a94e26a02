/**
 * The store for many nodes: lines, codes, tokens and keys in Redis 7, on one server, behind Sentinel, or in a
 * cluster.
 */
@NullMarked
package io.gatehouse.store.redis;

import org.jspecify.annotations.NullMarked;
