package io.gatehouse.albexample.alb;

/** Ends a login, or the renewal of one; {@link Callback} turns it into the bare page of an ALB. */
final class LoginFailedException extends RuntimeException {

    final transient Failure failure;

    LoginFailedException(Failure failure) {
        super(failure.reason);
        this.failure = failure;
    }

    LoginFailedException(Failure failure, Throwable cause) {
        super(failure.reason, cause);
        this.failure = failure;
    }
}
