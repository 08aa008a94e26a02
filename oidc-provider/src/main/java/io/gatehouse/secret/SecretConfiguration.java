package io.gatehouse.secret;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Finds the master key in the settings, or makes one at the first start and keeps it in the data folder. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecretProperties.class)
class SecretConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(SecretConfiguration.class);
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    @Bean
    MasterKey masterKey(SecretProperties properties, StoreProperties stored, SecureRandom random) {
        var given = properties.masterKey();
        if (given == null && stored.store() != StoreKind.EMBEDDED) {
            throw new InvalidSettingException(
                    "gatehouse.master-key",
                    "must be set, and be the same on all nodes, where nodes share a store",
                    "$(openssl rand -base64 32)");
        }
        try {
            return given != null ? read("gatehouse.master-key", given) : kept(stored.data(), random);
        } catch (IOException unusable) {
            throw new InvalidSettingException(
                    "gatehouse.data", "cannot keep the master key there: " + unusable, "./data");
        }
    }

    private static MasterKey kept(Path folder, SecureRandom random) throws IOException {
        var file = folder.resolve("master.key");
        if (Files.notExists(file)) {
            Files.createDirectories(folder);
            create(file, random);
        }
        if (ContainerVolume.goesWithContainer(folder)) {
            LOG.warn(
                    "{} goes with this container, and with it the master key, every place and every admission: mount a"
                            + " volume that has a name there (docker run --volume gatehouse:{})",
                    folder,
                    folder);
        }
        return read("gatehouse.data (" + file + ")", Files.readString(file));
    }

    private static void create(Path file, SecureRandom random) throws IOException {
        try {
            Files.createFile(file, OWNER_ONLY);
            Files.writeString(
                    file,
                    Base64.getEncoder().encodeToString(RandomBytes.of(32, random)) + "\n",
                    StandardOpenOption.WRITE);
            LOG.info("made a master key in {}; back it up: without it no place can be recognised", file);
        } catch (FileAlreadyExistsException madeMeanwhile) {
            LOG.debug("another process has just made {}", file);
        }
    }

    private static MasterKey read(String property, String text) {
        try {
            return new MasterKey(Base64.getDecoder().decode(text.strip()));
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(
                    property,
                    "must be 32 random bytes or more in Base64 (" + unusable.getMessage() + ")",
                    "$(openssl rand -base64 32)");
        }
    }
}
