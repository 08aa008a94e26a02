package io.gatehouse.awsapi.sns;

/** Amazon's servers could not be asked, so nothing is known of a delivery yet; when it comes again they may be. */
public final class UnreachableAmazonException extends RuntimeException {

    UnreachableAmazonException(Throwable cause) {
        super("Amazon SNS could not be asked: " + cause, cause);
    }
}
