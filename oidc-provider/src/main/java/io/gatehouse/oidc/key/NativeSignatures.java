package io.gatehouse.oidc.key;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Security;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets AWS-LC, a library of the machine's own code, do what Java's cryptography is asked for: a signature of
 * RSA then costs a third, one of P-256 a tenth, and signing was what a login cost most. It comes as a
 * provider of Java's (JCA), before those of the JDK; keys are made for it when they are read, so that none is
 * translated for each signature.
 */
final class NativeSignatures {

    private static final Logger LOG = LoggerFactory.getLogger(NativeSignatures.class);

    private NativeSignatures() {}

    /** Takes effect at once for the whole JVM. If the library cannot be loaded, the JDK goes on signing. */
    static void prefer() {
        var provider = AmazonCorrettoCryptoProvider.INSTANCE;
        var failure = provider.getLoadingError();
        if (failure == null) {
            Security.insertProviderAt(provider, 1);
            LOG.info("{} {} signs tokens", provider.getName(), provider.getVersionStr());
        } else {
            LOG.info("the JDK signs tokens: {} cannot be loaded here: {}", provider.getName(), failure.toString());
        }
    }
}
