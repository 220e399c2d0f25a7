package dev.sluice.exporter.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * A Secret that is mounted as the kubelet mounts Secrets. The files are links to files in a folder, and the path of
 * this folder is also a link. When the link to the folder is replaced, all files change atomically.
 */
public final class MountedSecret {

    private static final Path DATA = Path.of("..data");

    private final Path folder;
    private int version;

    /** Mounts a Secret in the folder. */
    public MountedSecret(Path folder, Map<String, String> files) throws IOException {
        this.folder = Files.createDirectories(folder);
        replace(files);
        for (String name : files.keySet()) {
            Files.createSymbolicLink(folder.resolve(name), DATA.resolve(name));
        }
    }

    /** Returns the path of a file. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Replaces the content of the files. */
    public void replace(Map<String, String> files) throws IOException {
        version++;
        Path next = Path.of("..version_" + version);
        Files.createDirectory(folder.resolve(next));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(next).resolve(file.getKey()), file.getValue());
        }
        Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), next);
        Files.move(link, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
    }
}
