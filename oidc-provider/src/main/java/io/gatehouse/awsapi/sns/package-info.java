/**
 * What Amazon SNS delivers over HTTP: whether it is from a topic that we listen to, and the yes to its first
 * question.
 */
@NullMarked
package io.gatehouse.awsapi.sns;

import org.jspecify.annotations.NullMarked;
