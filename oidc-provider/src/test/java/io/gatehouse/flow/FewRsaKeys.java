package io.gatehouse.flow;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Whoever wants a new RSA key of the usual size gets one of a few, in turn: each Gatehouse that a test starts
 * makes one, and finding its primes was half of what such a start cost. Keys made one after another differ,
 * as a rotation wants.
 */
final class FewRsaKeys extends Provider {

    private static final long serialVersionUID = 1;
    private static final String NAME = "few-rsa-keys";
    private static final int USUAL_SIZE = 2048;
    private static final int FEW = 4;
    private static final List<KeyPair> MADE = new ArrayList<>();
    private static final KeyPairGenerator MAKER = maker();

    private static int asked;

    private FewRsaKeys() {
        super(NAME, "1", "RSA keys for tests");
        put("KeyPairGenerator.RSA", Generator.class.getName());
    }

    /** From now on, for the whole JVM; a Gatehouse that has started since may have put another provider in front. */
    static synchronized void install() {
        Security.removeProvider(NAME);
        Security.insertProviderAt(new FewRsaKeys(), 1);
    }

    /** AWS-LC finds primes in no time, where it can be loaded; Java compiled quickly takes a second for each. */
    private static KeyPairGenerator maker() {
        var quick = AmazonCorrettoCryptoProvider.INSTANCE;
        try {
            return KeyPairGenerator.getInstance(
                    "RSA", quick.getLoadingError() == null ? quick : Security.getProvider("SunRsaSign"));
        } catch (NoSuchAlgorithmException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    private static synchronized KeyPair next() {
        var turn = asked++ % FEW;
        if (turn == MADE.size()) {
            MAKER.initialize(USUAL_SIZE);
            MADE.add(MAKER.generateKeyPair());
        }
        return MADE.get(turn);
    }

    /** Found by its name. */
    public static final class Generator extends KeyPairGeneratorSpi {

        @Override
        public void initialize(int size, SecureRandom random) {
            if (size != USUAL_SIZE) {
                throw new IllegalArgumentException("only keys of " + USUAL_SIZE + " bits, not of " + size);
            }
        }

        /** Refused, so that Java asks the next provider. */
        @Override
        public void initialize(AlgorithmParameterSpec wanted, SecureRandom random)
                throws InvalidAlgorithmParameterException {
            throw new InvalidAlgorithmParameterException("only keys of " + USUAL_SIZE + " bits");
        }

        @Override
        public KeyPair generateKeyPair() {
            return next();
        }
    }
}
