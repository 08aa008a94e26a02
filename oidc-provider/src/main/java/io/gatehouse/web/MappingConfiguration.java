package io.gatehouse.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Finds the endpoint of a path with a room in it without comparing the path with those of all endpoints, most
 * of which are the panel's: that was a quarter of a look at a place. Spring has an index of paths without
 * variables; here each path lies in it under its first and third segment.
 *
 * <p>Spring compares the path with all endpoints where none under its key answers the request. So a key
 * decides nothing but the order in which endpoints are tried. It would hide an endpoint only behind another
 * one that answers the same request with a less specific path of the same third segment.
 */
@Configuration(proxyBeanMethods = false)
class MappingConfiguration implements WebMvcRegistrations {

    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new Indexed();
    }

    private static final class Indexed extends RequestMappingHandlerMapping {

        @Override
        protected Set<String> getDirectPaths(RequestMappingInfo endpoint) {
            return endpoint.getPatternValues().stream().map(Indexed::key).collect(Collectors.toSet());
        }

        @Override
        protected @Nullable HandlerMethod lookupHandlerMethod(String path, HttpServletRequest request)
                throws Exception {
            return super.lookupHandlerMethod(key(path), request);
        }

        @Override
        protected void handleMatch(RequestMappingInfo endpoint, String key, HttpServletRequest request) {
            super.handleMatch(endpoint, ServletRequestPathUtils.getCachedPathValue(request), request);
        }

        /** {@code /rooms/place} of {@code /rooms/shop/place} and of {@code /rooms/{room}/place}. */
        private static String key(String path) {
            var second = path.indexOf('/', 1);
            var third = second < 0 ? -1 : path.indexOf('/', second + 1);
            if (third < 0) {
                return path;
            }
            var fourth = path.indexOf('/', third + 1);
            return path.substring(0, second) + path.substring(third, fourth < 0 ? path.length() : fourth);
        }
    }
}
