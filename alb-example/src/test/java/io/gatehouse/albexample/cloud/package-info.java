/** The way to the cloud: what the templates, the manifests and the image say, held against the real Gatehouse. */
@NullMarked
package io.gatehouse.albexample.cloud;

import org.jspecify.annotations.NullMarked;
