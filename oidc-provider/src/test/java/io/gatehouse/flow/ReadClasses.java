package io.gatehouse.flow;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * What Spring reads of class files, kept for all applications that a JVM of tests starts: each looks for
 * annotations in some thousand of them. Spring Boot finds this by its name in {@code spring.factories}.
 */
final class ReadClasses implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** Where Spring Boot puts a reader for one application, unless there is one. */
    private static final String NAME = "org.springframework.boot.autoconfigure.internalCachingMetadataReaderFactory";

    private static final MetadataReaderFactory FILES = MetadataReaderFactory.create(new DefaultResourceLoader());

    /** By the name of the class, or the file. */
    private static final Map<Object, MetadataReader> READ = new ConcurrentHashMap<>();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (context.getBeanFactory() instanceof BeanDefinitionRegistry registry) {
            registry.registerBeanDefinition(
                    NAME,
                    BeanDefinitionBuilder.rootBeanDefinition(MetadataReaderFactory.class, Kept::new)
                            .getBeanDefinition());
        }
    }

    private static final class Kept implements MetadataReaderFactory {

        @Override
        public MetadataReader getMetadataReader(String className) throws IOException {
            var known = READ.get(className);
            return known == null ? keep(className, FILES.getMetadataReader(className)) : known;
        }

        @Override
        public MetadataReader getMetadataReader(Resource file) throws IOException {
            var known = READ.get(file);
            return known == null ? keep(file, FILES.getMetadataReader(file)) : known;
        }

        @Override
        public ResourceLoader getResourceLoader() {
            return FILES.getResourceLoader();
        }

        private static MetadataReader keep(Object of, MetadataReader read) {
            READ.put(of, read);
            return read;
        }
    }
}
