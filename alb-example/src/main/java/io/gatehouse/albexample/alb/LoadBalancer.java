package io.gatehouse.albexample.alb;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.UUID;

/**
 * The identity of the load balancer, and its key for {@code x-amzn-oidc-data}.
 *
 * @param keyPath the path of the stand-in's public key; AWS serves keys at a host of each region
 */
public record LoadBalancer(String arn, UUID keyId, KeyPair keys, String keyPath) {

    private static final String ARN =
            "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/50dc6c495c0c9188";

    static LoadBalancer anonymous() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new LoadBalancer(ARN, UUID.randomUUID(), generator.generateKeyPair(), "/.alb/public-keys");
        } catch (GeneralSecurityException noEllipticCurves) {
            throw new IllegalStateException("This JDK cannot make a P-256 key", noEllipticCurves);
        }
    }

    @Override
    public String toString() {
        return "LoadBalancer[arn=" + arn + ", keyId=" + keyId + "]";
    }
}
