package io.gatehouse.albexample.alb;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Serves the key with which targets check {@code x-amzn-oidc-data}, as PEM under its id. */
record PublicKeys(LoadBalancer self) {

    boolean serves(IncomingRequest request) {
        return request.path().startsWith(self.keyPath() + "/");
    }

    Answer answer(IncomingRequest request) {
        boolean known = request.path().equals(self.keyPath() + "/" + self.keyId());
        return known ? Answer.text(200, "application/x-pem-file", pem()) : Answer.failure(404, "-");
    }

    private String pem() {
        byte[] lineEnd = "\n".getBytes(StandardCharsets.US_ASCII);
        String key = Base64.getMimeEncoder(64, lineEnd)
                .encodeToString(self.keys().getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + key + "\n-----END PUBLIC KEY-----\n";
    }
}
