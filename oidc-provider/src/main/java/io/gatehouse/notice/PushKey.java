package io.gatehouse.notice;

import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.VAPIDKeyPairs;
import com.zerodeplibs.webpush.key.PrivateKeySources;
import com.zerodeplibs.webpush.key.PublicKeySources;
import io.gatehouse.secret.MasterKey;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.InvalidParameterSpecException;

/**
 * The key by which push services know this house (VAPID, RFC 8292). Browsers subscribe under it, so it must
 * stay the same on all nodes and after the loss of a store: it is derived from the master key, and kept
 * nowhere. The JDK makes no public key of a private one; what is missing is here.
 */
final class PushKey {

    private static final BigInteger TWO = BigInteger.TWO;
    private static final BigInteger THREE = BigInteger.valueOf(3);

    private final BigInteger field;
    private final BigInteger factor;

    private PushKey(ECParameterSpec curve) {
        this.field = ((ECFieldFp) curve.getCurve().getField()).getP();
        this.factor = curve.getCurve().getA();
    }

    static VAPIDKeyPair of(MasterKey master) {
        try {
            var curve = curve();
            var secret = secret(master, curve.getOrder());
            var open = new PushKey(curve).times(curve.getGenerator(), secret);
            var keys = KeyFactory.getInstance("EC");
            return VAPIDKeyPairs.of(
                    PrivateKeySources.ofECPrivateKey(
                            (ECPrivateKey) keys.generatePrivate(new ECPrivateKeySpec(secret, curve))),
                    PublicKeySources.ofECPublicKey(
                            (ECPublicKey) keys.generatePublic(new ECPublicKeySpec(open, curve))));
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    private static ECParameterSpec curve() throws GeneralSecurityException, InvalidParameterSpecException {
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        return parameters.getParameterSpec(ECParameterSpec.class);
    }

    /** The number has twice the bits of the order, so that all keys are equally likely (FIPS 186-5, A.2.1). */
    private static BigInteger secret(MasterKey master, BigInteger order) {
        var bits = ByteBuffer.allocate(64)
                .put(master.derive("notice-push-1"))
                .put(master.derive("notice-push-2"))
                .array();
        return new BigInteger(1, bits).mod(order.subtract(BigInteger.ONE)).add(BigInteger.ONE);
    }

    private ECPoint times(ECPoint point, BigInteger many) {
        var sum = ECPoint.POINT_INFINITY;
        for (var bit = many.bitLength() - 1; bit >= 0; bit--) {
            sum = plus(sum, sum);
            sum = many.testBit(bit) ? plus(sum, point) : sum;
        }
        return sum;
    }

    /** No multiple of the generator below the order meets its own negative. */
    private ECPoint plus(ECPoint one, ECPoint other) {
        if (one.equals(ECPoint.POINT_INFINITY) || other.equals(ECPoint.POINT_INFINITY)) {
            return one.equals(ECPoint.POINT_INFINITY) ? other : one;
        }
        var slope = one.equals(other)
                ? over(
                        one.getAffineX().modPow(TWO, field).multiply(THREE).add(factor),
                        one.getAffineY().multiply(TWO))
                : over(
                        other.getAffineY().subtract(one.getAffineY()),
                        other.getAffineX().subtract(one.getAffineX()));
        var x = slope.modPow(TWO, field)
                .subtract(one.getAffineX())
                .subtract(other.getAffineX())
                .mod(field);
        var y = one.getAffineX()
                .subtract(x)
                .multiply(slope)
                .subtract(one.getAffineY())
                .mod(field);
        return new ECPoint(x, y);
    }

    private BigInteger over(BigInteger above, BigInteger below) {
        return above.multiply(below.modInverse(field)).mod(field);
    }
}
