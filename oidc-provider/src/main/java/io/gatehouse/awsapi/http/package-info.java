/** The common parts of the old API's calls: addresses, posted bodies, errors, and access for pages of any origin. */
@NullMarked
package io.gatehouse.awsapi.http;

import org.jspecify.annotations.NullMarked;
