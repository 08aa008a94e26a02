package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.gatehouse.awsapi.http.AwsPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code docs/aws-api.openapi.json}, which every answer that a test gets must be as it says: its status, and
 * its body to the last member.
 */
final class ApiDocument {

    static final JsonNode TEXT = read();

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDialect(Dialects.getOpenApi31());
    private static final Map<String, Schema> KNOWN = new ConcurrentHashMap<>();

    private ApiDocument() {}

    private static JsonNode read() {
        try {
            return JsonMapper.shared().readTree(Files.readString(Path.of("../docs/aws-api.openapi.json")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Fails unless this is an answer that the document has. What it has no call for, it says nothing of. */
    static void requireKnown(String method, String path, AwsClient.Answer answer) {
        var call = TEXT.path("paths")
                .path(path.replaceFirst("^" + AwsPaths.API + "/", "/"))
                .path(method.toLowerCase(Locale.ROOT));
        if (call.isMissingNode()) {
            return;
        }
        var where = method + " " + path + " " + answer.status();
        var said = resolved(call.path("responses").path(String.valueOf(answer.status())));
        assertThat(said.isMissingNode())
                .as(where + " is none of " + call.path("responses").propertyNames())
                .isFalse();
        var schema = said.at("/content/application~1json/schema");
        if (schema.isMissingNode()) {
            assertThat(answer.body()).as(where).isEmpty();
        } else {
            assertThat(schema(where, schema).validate(answer.json()))
                    .as(where + ": " + answer.body())
                    .isEmpty();
        }
    }

    private static Schema schema(String where, JsonNode schema) {
        return KNOWN.computeIfAbsent(where, first -> SCHEMAS.getSchema(closed(resolved(schema))));
    }

    /** What a part refers to, or itself. */
    private static JsonNode resolved(JsonNode part) {
        var reference = part.path("$ref").asString("");
        return reference.isEmpty() ? part : TEXT.at(reference.substring(1));
    }

    /**
     * The same, allowing no members but those that it names. Of this document no schema that is named refers
     * to others.
     */
    private static JsonNode closed(JsonNode schema) {
        return schema.has("properties") ? ((ObjectNode) schema.deepCopy()).put("additionalProperties", false) : schema;
    }
}
