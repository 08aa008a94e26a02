package io.gatehouse.oidc.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.gatehouse.testing.TestProcess;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever signs, everybody can check it. */
@Tag("jdk")
class NativeSignaturesTest {

    /** As a node that has just started: says what it signs with, and prints keys and what they have signed. */
    public static void main(String[] arguments) throws Exception {
        NativeSignatures.prefer();
        System.out.println("FIRST " + Signature.getInstance("SHA256withRSA").getProvider());
        for (var jwk : List.of(
                new RSAKeyGenerator(2048).keyID("RS256").generate(),
                new ECKeyGenerator(Curve.P_256).keyID("ES256").generate())) {
            var signed = new JWSObject(new JWSHeader(JWSAlgorithm.parse(jwk.getKeyID())), new Payload("anything"));
            signed.sign(new DefaultJWSSignerFactory()
                    .createJWSSigner(
                            JWK.parse(jwk.toJSONString()), signed.getHeader().getAlgorithm()));
            System.out.println(
                    "SIGNED " + signed.serialize() + " " + jwk.toPublicJWK().toJSONString());
        }
    }

    @Test
    void givenTheNativeLibrary_whenItSigns_thenTheJdkFindsItRight() throws Exception {
        var output = node();

        var isThere = AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError() == null;
        assertThat(output)
                .contains(isThere ? "AmazonCorrettoCryptoProvider 2.5.0 signs tokens" : "the JDK signs tokens: ");
        assertThat(output).contains(isThere ? "FIRST AmazonCorrettoCryptoProvider" : "FIRST SunRsaSign");
        expectRight(output, Security.getProvider("SunRsaSign"), Security.getProvider("SunEC"));
    }

    @Test
    void givenNoNativeLibrary_whenTheJdkSigns_thenTheLogSaysSoAndTheLibraryFindsItRight() throws Exception {
        var output = node("-Dcom.amazon.corretto.crypto.provider.useExternalLib=true"); // which nobody has installed

        assertThat(output).contains("the JDK signs tokens: AmazonCorrettoCryptoProvider cannot be loaded here: ");
        var library = AmazonCorrettoCryptoProvider.INSTANCE;
        if (library.getLoadingError() == null) {
            expectRight(output, library, library);
        }
    }

    private static void expectRight(String output, Provider rsa, Provider ec) throws Exception {
        var signatures =
                output.lines().filter(line -> line.startsWith("SIGNED ")).toList();
        assertThat(signatures).hasSize(2);
        for (var line : signatures) {
            var parts = line.split(" ", 3);
            var signed = JWSObject.parse(parts[1]);
            var verifier = new DefaultJWSVerifierFactory()
                    .createJWSVerifier(signed.getHeader(), ((AsymmetricJWK) JWK.parse(parts[2])).toPublicKey());
            verifier.getJCAContext()
                    .setProvider(signed.getHeader().getAlgorithm().getName().equals("RS256") ? rsa : ec);
            assertThat(signed.verify(verifier)).as(line).isTrue();
        }
    }

    private static String node(String... options) {
        var command = TestProcess.jdk("java");
        command.addAll(List.of(options));
        command.addAll(Stream.of(
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NativeSignaturesTest.class.getName())
                .toList());
        return TestProcess.run(new ProcessBuilder(command));
    }
}
