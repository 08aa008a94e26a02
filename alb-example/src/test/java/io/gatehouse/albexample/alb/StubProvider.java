package io.gatehouse.albexample.alb;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** An OpenID Provider of two endpoints that answers whatever the test has told it to. */
public final class StubProvider implements AutoCloseable {

    private final HttpServer server;
    private final Clock clock;
    final List<Map<String, String>> tokenCalls = new CopyOnWriteArrayList<>();
    final List<String> tokenAuthorizations = new CopyOnWriteArrayList<>();
    final List<String> userinfoAuthorizations = new CopyOnWriteArrayList<>();

    volatile int tokenStatus = 200;
    volatile String tokenAnswer;
    volatile int userinfoStatus = 200;
    public volatile String userinfoAnswer = "{\"sub\":\"visitor-1\",\"name\":\"Visitor 1\"}";

    public StubProvider(Clock clock) throws IOException {
        this.clock = clock;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/token", this::token);
        server.createContext("/userinfo", this::userinfo);
        server.start();
        tokenAnswer = tokens("at-1", idToken(issuer(), "shop", Duration.ofMinutes(5)));
    }

    public String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    static String tokens(String accessToken, String idToken) {
        return "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":300,\"id_token\":\"%s\"}"
                .formatted(accessToken, idToken);
    }

    static String refreshable(String accessToken, String refreshToken, String idToken) {
        return tokens(accessToken, idToken).replace("{", "{\"refresh_token\":\"" + refreshToken + "\",");
    }

    String idToken(String issuer, String audience, Duration life) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .issuer(issuer)
                            .audience(audience)
                            .subject("visitor-1")
                            .expirationTime(Date.from(clock.instant().plus(life)))
                            .build());
            token.sign(new MACSigner("a secret that nobody here ever checks"));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void token(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        tokenCalls.add(form(body));
        tokenAuthorizations.add(authorization(exchange));
        answer(exchange, tokenStatus, tokenAnswer);
    }

    private void userinfo(HttpExchange exchange) throws IOException {
        userinfoAuthorizations.add(exchange.getRequestMethod() + " " + authorization(exchange));
        answer(exchange, userinfoStatus, userinfoAnswer);
    }

    private static String authorization(HttpExchange exchange) {
        List<String> values = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
        return values.isEmpty() ? "" : values.get(0);
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String field : new ArrayList<>(List.of(body.split("&")))) {
            int equals = field.indexOf('=');
            form.put(
                    field.substring(0, equals), URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
