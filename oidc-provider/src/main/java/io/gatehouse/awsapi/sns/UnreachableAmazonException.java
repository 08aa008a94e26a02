package io.gatehouse.awsapi.sns;

/** Amazon's servers could not be asked, so a delivery is not verified yet; SNS will repeat it. */
public final class UnreachableAmazonException extends RuntimeException {

    UnreachableAmazonException(Throwable cause) {
        super("Amazon SNS could not be asked: " + cause, cause);
    }
}
