package io.gatehouse.awsapi.http;

import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Writes errors in the form that clients of this API know: {@code {"error": "..."}}. */
@RestControllerAdvice("io.gatehouse.awsapi")
@ConditionalOnAwsApi
class AwsErrors {

    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(AwsErrorException refused) {
        var headers = new HttpHeaders();
        refused.retryAfter().ifPresent(after -> headers.set(HttpHeaders.RETRY_AFTER, "" + (after.toSeconds() + 1)));
        return ResponseEntity.status(refused.status())
                .headers(headers)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("error", String.valueOf(refused.getMessage())));
    }
}
