package io.gatehouse.oidc.key;

import com.nimbusds.jose.jwk.JWK;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.value.Seal;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Signing keys as they lie in the store, sealed. */
final class SealedKeys {

    private final Seal seal;

    SealedKeys(MasterKey master) {
        this.seal = new Seal(master, "signing-keys");
    }

    byte[] seal(List<SigningKey> keys) {
        var list = keys.stream().map(SealedKeys::json).collect(Collectors.toList());
        return seal.seal(Map.of("keys", list));
    }

    List<SigningKey> open(byte[] sealed) {
        var keys = seal.open(sealed)
                .map(opened -> opened.get("keys"))
                .orElseThrow(() -> new InvalidSettingException(
                        "gatehouse.master-key",
                        "is not the one that the signing keys in the store were made with. Set that one; the embedded store"
                                + " keeps it in master.key in its data folder, if none is set"));
        return ((List<?>) keys).stream().map(entry -> key((Map<?, ?>) entry)).toList();
    }

    private static Map<String, Object> json(SigningKey key) {
        return Map.of(
                "jwk", key.jwk().toJSONString(),
                "from", key.activeFrom().toEpochMilli(),
                "until", key.activeUntil().toEpochMilli());
    }

    private static SigningKey key(Map<?, ?> entry) {
        try {
            return new SigningKey(
                    JWK.parse(String.valueOf(entry.get("jwk"))),
                    Seal.instant(entry.get("from")),
                    Seal.instant(entry.get("until")));
        } catch (ParseException unreadable) {
            throw new IllegalStateException("a signing key in the store cannot be read", unreadable);
        }
    }
}
