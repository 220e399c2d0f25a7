package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.Pem;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.common.tls.UnusableFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the files of servers, checks the files of clients, and reports problems by configuration key. */
public final class PemFiles {

    private PemFiles() {}

    /**
     * Returns the problems of the files that Sluice uses as a client; each line begins with the key's path. The
     * connections load these files themselves.
     *
     * @param section path of the section, such as {@code clusters[0].slurm.tls}
     */
    public static List<String> problems(String section, TlsConfig config) {
        List<String> problems = new ArrayList<>();
        config.caFile()
                .map(path -> new NamedFile("caFile", path))
                .ifPresent(file ->
                        read(section, List.of(file), contents -> Pem.certificates(file, contents.get(0)), problems));
        List<NamedFile> pair = Stream.concat(
                        config.certFile().map(path -> new NamedFile("certFile", path)).stream(),
                        config.keyFile().map(path -> new NamedFile("keyFile", path)).stream())
                .toList();
        if (pair.size() == 2) {
            read(section, pair, contents -> ServerCertificate.of(pair, contents), problems);
        }
        return problems;
    }

    /** Returns the certificate file, the key file and, if configured, the file of the client authorities. */
    static List<NamedFile> of(ServerTlsConfig config) {
        List<NamedFile> files = new ArrayList<>();
        files.add(new NamedFile("tls.certFile", config.certFile()));
        files.add(new NamedFile("tls.keyFile", config.keyFile()));
        config.clientCaFile().ifPresent(file -> files.add(new NamedFile("tls.clientCaFile", file)));
        return files;
    }

    /** Returns the value of usable files; for unusable files, adds a problem and returns empty. */
    static <T> Optional<ReloadingFiles<T>> read(
            String section, List<NamedFile> files, ReloadingFiles.Maker<T> maker, List<String> problems) {
        try {
            return Optional.of(new ReloadingFiles<>(files, maker));
        } catch (UnusableFile e) {
            problems.add(section + "." + e.key() + ": " + e.getMessage());
            return Optional.empty();
        }
    }
}
