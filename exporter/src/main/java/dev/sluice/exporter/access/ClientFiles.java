package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.UnusableFile;
import dev.sluice.exporter.config.network.TlsConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the PEM files that Sluice uses as a client. The connections load the files themselves. */
public final class ClientFiles {

    private ClientFiles() {}

    /**
     * Returns the problems of the files' content; each line begins with the key's path.
     *
     * @param section path of the section, such as {@code clusters[0].slurm.tls}
     */
    public static List<String> problems(String section, TlsConfig config) {
        List<String> problems = new ArrayList<>();
        config.caFile().ifPresent(file -> check(section, problems, new NamedFile("caFile", file)));
        Optional<NamedFile> cert = config.certFile().map(file -> new NamedFile("certFile", file));
        Optional<NamedFile> key = config.keyFile().map(file -> new NamedFile("keyFile", file));
        if (cert.isPresent() && key.isPresent()) {
            try {
                List<NamedFile> files = List.of(cert.get(), key.get());
                ServerFiles.certificate(
                        files, List.of(files.get(0).content(), files.get(1).content()));
            } catch (UnusableFile e) {
                problems.add(section + "." + e.key() + ": " + e.getMessage());
            }
        }
        return problems;
    }

    private static void check(String section, List<String> problems, NamedFile file) {
        try {
            ServerFiles.authorities(file, file.content());
        } catch (UnusableFile e) {
            problems.add(section + "." + e.key() + ": " + e.getMessage());
        }
    }
}
