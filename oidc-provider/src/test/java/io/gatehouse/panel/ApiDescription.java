package io.gatehouse.panel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code openapi.json} says, beside what the endpoints do: addresses, methods, roles, parameters and
 * answers, to the last member. Bodies of requests are read by hand, so that only asking tells what they may
 * hold: {@code ApiDescriptionTest} does.
 */
public final class ApiDescription {

    private static final List<String> NO_MORE_THAN_WORDS =
            List.of("description", "minimum", "maximum", "default", "enum");

    private final JsonNode document;

    private ApiDescription(JsonNode document) {
        this.document = document;
    }

    public static ApiDescription read() {
        return new ApiDescription(DescriptionEndpoint.document());
    }

    /** The document as it is served, but for the address of the installation. */
    public static String text() {
        return DescriptionEndpoint.document().toString();
    }

    /** One call, as it is described. */
    record Call(String method, String path, JsonNode says) {}

    /** All calls that are described, in the order of the document. */
    List<Call> calls() {
        var calls = new ArrayList<Call>();
        document.path("paths").propertyStream().forEach(path -> path.getValue()
                .propertyStream()
                .filter(part -> !part.getKey().equals("parameters"))
                .forEach(call ->
                        calls.add(new Call(call.getKey().toUpperCase(Locale.ROOT), path.getKey(), call.getValue()))));
        return calls;
    }

    /** What a part refers to, or itself. */
    JsonNode resolved(JsonNode part) {
        var reference = part.path("$ref").asString("");
        return reference.isEmpty() ? part : document.at(reference.substring(1));
    }

    /**
     * Fails unless the document has each address of the panel's API that these classes answer, as it is, and
     * no other.
     */
    public void requireAllOf(Stream<Class<?>> classes) {
        var answered = new TreeMap<String, Method>();
        classes.forEach(type -> Stream.of(type.getDeclaredMethods())
                .forEach(method -> addresses(type, method).forEach(address -> answered.put(address, method))));
        var described =
                calls().stream().collect(Collectors.toMap(call -> call.method() + " " + call.path(), call -> call));

        assertThat(described.keySet()).as("the addresses of openapi.json").isEqualTo(answered.keySet());
        answered.forEach((address, method) -> compare(address, Objects.requireNonNull(described.get(address)), method));
    }

    private static Stream<String> addresses(Class<?> type, Method method) {
        var mapping = AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
        return mapping == null
                ? Stream.empty()
                : paths(AnnotatedElementUtils.findMergedAnnotation(type, RequestMapping.class))
                        .flatMap(base -> paths(mapping).map(base::concat))
                        .filter(path -> path.matches(PanelPaths.API_ROOT + "(/.*)?"))
                        .flatMap(path -> Stream.of(mapping.method()).map(verb -> verb + " " + path));
    }

    private static Stream<String> paths(@Nullable RequestMapping mapping) {
        return mapping == null || mapping.path().length == 0 ? Stream.of("") : Stream.of(mapping.path());
    }

    private void compare(String address, Call call, Method method) {
        var role = method.getAnnotation(Needs.class).value();
        assertThat(call.says().path("security").toString())
                .as("security of " + address)
                .isEqualTo(security(call, role));
        assertThat(described(call)).as("parameters of " + address).isEqualTo(taken(method));
        assertThat(call.says().has("requestBody"))
                .as("whether " + address + " takes a body")
                .isEqualTo(List.of(method.getParameterTypes()).contains(HttpServletRequest.class));
        if (method.getReturnType() == void.class) {
            assertThat(call.says().at("/responses/204").has("description"))
                    .as(address + " has nothing to say")
                    .isTrue();
            return;
        }
        var content = call.says().at("/responses/200/content");
        if (method.getReturnType() != String.class && method.getReturnType() != ResponseEntity.class) {
            compare(address, content.path("application/json").path("schema"), method.getGenericReturnType());
        } else {
            assertThat(content.size()).as("kinds of answers of " + address).isPositive();
        }
    }

    /** An operator who changes something shows the token of the screens as well. */
    private static String security(Call call, Role role) {
        var act = call.method().equals("GET") ? "" : ",\"act\":[]";
        return "[{\"token\":[\"" + role.scope() + "\"]},{\"operator\":[\"" + role.word() + "\"]" + act + "}]";
    }

    private Set<String> described(Call call) {
        var all = Stream.concat(
                document.path("paths").path(call.path()).path("parameters").valueStream(),
                call.says().path("parameters").valueStream());
        return all.map(this::resolved)
                .map(parameter -> parameter.path("in").asString() + " "
                        + parameter.path("name").asString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> taken(Method method) {
        var taken = new TreeSet<String>();
        for (var parameter : method.getParameters()) {
            var header = parameter.getAnnotation(RequestHeader.class);
            if (parameter.isAnnotationPresent(PathVariable.class)) {
                taken.add("path " + parameter.getName());
            } else if (parameter.isAnnotationPresent(RequestParam.class)) {
                taken.add("query " + parameter.getName());
            } else if (header != null) {
                taken.add("header " + header.name());
            }
        }
        return taken;
    }

    /** Whether a schema is that of a type, as it stands in an answer. */
    private void compare(String where, JsonNode schema, Type type) {
        var given = resolved(schema);
        if (type instanceof ParameterizedType generic) {
            var isList = generic.getRawType() == List.class;
            var inner = generic.getActualTypeArguments()[isList ? 0 : 1];
            require(where, given, isList ? "array" : "object");
            if (inner == Object.class) {
                return; // settings, whose schema is made of their descriptions
            }
            compare(where + "[]", given.path(isList ? "items" : "additionalProperties"), inner);
        } else if (type instanceof Class<?> plain && plain.isRecord()) {
            require(where, given, "object");
            compareMembers(where, given, plain.getRecordComponents());
        } else if (type instanceof Class<?> word && word.isEnum()) {
            require(where, given, "string");
            var words = Stream.of(word.getEnumConstants()).map(Object::toString).toList();
            assertThat(given.path("enum").valueStream().map(JsonNode::asString))
                    .as("words of " + where)
                    .containsExactlyElementsOf(words);
        } else {
            require(where, given, simple(type));
            assertThat(given.has("format")).as(where + " is a moment").isEqualTo(type == Instant.class);
        }
        given.propertyNames().forEach(name -> assertThat(NO_MORE_THAN_WORDS.contains(name)
                        || Set.of("type", "format", "items", "properties", "required", "additionalProperties")
                                .contains(name))
                .as(name + " of " + where)
                .isTrue());
    }

    private void compareMembers(String where, JsonNode given, RecordComponent[] components) {
        var names = Stream.of(components).map(RecordComponent::getName).toList();
        assertThat(given.path("properties").propertyNames()).as(where).containsExactlyInAnyOrderElementsOf(names);
        var always = Stream.of(components)
                .filter(component -> !isLeftOut(component))
                .map(RecordComponent::getName)
                .toList();
        assertThat(given.path("required").valueStream().map(JsonNode::asString))
                .as("what is always there in " + where)
                .containsExactlyInAnyOrderElementsOf(always);
        for (var component : components) {
            var member = resolved(given.path("properties").path(component.getName()));
            var here = where + "." + component.getName();
            var mayBeNull = component.getAnnotatedType().isAnnotationPresent(Nullable.class) && !isLeftOut(component);
            assertThat(mayBeNull(member)).as(here + " may be null").isEqualTo(mayBeNull);
            compare(here, mayBeNull ? withoutNull(member) : member, component.getGenericType());
        }
    }

    private static boolean isLeftOut(RecordComponent component) {
        var mayBeNull = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return mayBeNull && isLeftOut(component.getDeclaringRecord(), JsonInclude.Include.NON_NULL)
                || mayBeNull && isLeftOut(component.getAccessor(), JsonInclude.Include.NON_NULL)
                || isLeftOut(component.getAccessor(), JsonInclude.Include.NON_EMPTY);
    }

    private static boolean isLeftOut(AnnotatedElement element, JsonInclude.Include when) {
        var include = element.getAnnotation(JsonInclude.class);
        return include != null && include.value() == when;
    }

    private static boolean mayBeNull(JsonNode schema) {
        return schema.has("oneOf") || schema.path("type").isArray();
    }

    /** What a member is when it is something. */
    private static JsonNode withoutNull(JsonNode schema) {
        if (schema.has("oneOf")) {
            return schema.path("oneOf").path(0);
        }
        return ((ObjectNode) schema.deepCopy())
                .put("type", schema.path("type").path(0).asString());
    }

    private static void require(String where, JsonNode schema, String type) {
        assertThat(schema.path("type").asString("")).as("the type of " + where).isEqualTo(type);
    }

    private static String simple(Type type) {
        var known = Map.<Type, String>of(
                int.class, "integer",
                Integer.class, "integer",
                long.class, "integer",
                Long.class, "integer",
                double.class, "number",
                Double.class, "number",
                boolean.class, "boolean",
                Boolean.class, "boolean",
                String.class, "string",
                Instant.class, "string");
        return known.getOrDefault(type, "nothing that an answer has held so far: " + type);
    }
}
