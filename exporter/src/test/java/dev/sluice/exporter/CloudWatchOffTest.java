package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the JVM does not load the classes of unused features. */
@Tag("slow")
class CloudWatchOffTest {

    /** Loads every class again, except classes of the JDK, and records the loaded classes. */
    private static final class Remembering extends ClassLoader {

        private final Set<String> loaded = ConcurrentHashMap.newKeySet();

        Remembering() {
            super(CloudWatchOffTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    if (in == null
                            || ClassLoader.getPlatformClassLoader().getResource(name.replace('.', '/') + ".class")
                                    != null) {
                        return super.loadClass(name, resolve);
                    }
                    byte[] bytes = in.readAllBytes();
                    loaded.add(name);
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    private static Set<String> loadedBy(Path config) throws Exception {
        Remembering loader = new Remembering();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Object read = loader.loadClass("dev.sluice.exporter.config.ConfigLoader")
                    .getMethod("load", Path.class)
                    .invoke(null, config);
            Class<?> time = loader.loadClass("dev.sluice.exporter.poll.Time");
            Object app = loader.loadClass("dev.sluice.exporter.ExporterApp")
                    .getMethod("start", read.getClass(), time, Map.class, String.class, Consumer.class)
                    .invoke(null, read, time.getMethod("system").invoke(null), Map.of(), "test", (Consumer<String>)
                            unused -> {});
            ((AutoCloseable) app).close();
            return Set.copyOf(loader.loaded);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void nothingOfTheSdkIsLoadedWhileCloudWatchIsOff(@TempDir Path folder) throws Exception {
        String off = """
                clusters: [{name: a, slurm: {url: 'http://127.0.0.1:9'}}]
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """;
        Set<String> whileOff = loadedBy(Files.writeString(folder.resolve("off.yaml"), off));
        Set<String> whileOn =
                loadedBy(Files.writeString(folder.resolve("on.yaml"), off + "cloudwatch: {enabled: true}\n"));

        assertThat(whileOff)
                .contains("dev.sluice.exporter.ExporterApp")
                .noneMatch(name -> name.startsWith("software.amazon"));
        assertThat(whileOn).anyMatch(name -> name.startsWith("software.amazon"));
    }
}
