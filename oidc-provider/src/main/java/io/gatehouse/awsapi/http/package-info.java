/** What every call of the old API shares: its addresses, its posted bodies, its errors, and pages of any origin. */
@NullMarked
package io.gatehouse.awsapi.http;

import org.jspecify.annotations.NullMarked;
