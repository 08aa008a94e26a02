package io.gatehouse.albexample.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The load balancer's public keys: each is fetched once and kept, because its id is fixed. */
final class PublicKeys {

    /** Only a UUID becomes part of an address: the id comes from a header that is not verified yet. */
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final Map<String, ECPublicKey> known = new ConcurrentHashMap<>();
    private final URI folder;

    PublicKeys(URI folder) {
        this.folder = folder;
    }

    Optional<ECPublicKey> find(@Nullable String id) {
        if (id == null || !UUID.matcher(id).matches()) {
            return Optional.empty();
        }
        Optional<ECPublicKey> remembered = Optional.ofNullable(known.get(id));
        return remembered.isPresent() ? remembered : fetch(id);
    }

    private Optional<ECPublicKey> fetch(String id) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(folder + "/" + id))
                    .timeout(TIMEOUT)
                    .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(remember(id, response.body())) : Optional.empty();
        } catch (IOException | GeneralSecurityException notToBeHad) {
            return Optional.empty();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private ECPublicKey remember(String id, String pem) throws GeneralSecurityException {
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        ECPublicKey key = (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
        known.put(id, key);
        return key;
    }
}
