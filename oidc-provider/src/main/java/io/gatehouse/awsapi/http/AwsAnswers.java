package io.gatehouse.awsapi.http;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The answers of the old API: JSON for every {@code Accept}, and kept by no cache unless said. */
public final class AwsAnswers {

    private AwsAnswers() {}

    /** An answer that no cache keeps. */
    public static <T> ResponseEntity<T> of(T body) {
        return of(body, CacheControl.noStore());
    }

    /** An answer that caches keep for as long as this says. */
    public static <T> ResponseEntity<T> of(T body, CacheControl cache) {
        return ResponseEntity.ok()
                .cacheControl(cache)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }
}
