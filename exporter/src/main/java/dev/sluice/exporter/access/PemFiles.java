package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.Pem;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.common.tls.UnusableCertificate;
import dev.sluice.common.tls.UnusableFile;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
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
                .ifPresent(
                        file -> read(section, List.of(file), contents -> authorities(file, contents.get(0)), problems));
        List<NamedFile> pair = Stream.concat(
                        config.certFile().map(path -> new NamedFile("certFile", path)).stream(),
                        config.keyFile().map(path -> new NamedFile("keyFile", path)).stream())
                .toList();
        if (pair.size() == 2) {
            read(section, pair, contents -> certificate(pair, contents), problems);
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

    /**
     * Reads the certificate.
     *
     * @param contents content of each file
     */
    static ServerCertificate certificate(List<NamedFile> files, List<String> contents) throws UnusableFile {
        try {
            ServerCertificate certificate = ServerCertificate.of(contents.get(0), contents.get(1));
            return files.size() > 2 ? certificate.withClients(authorities(files.get(2), contents.get(2))) : certificate;
        } catch (UnusableCertificate e) {
            throw switch (e.problem()) {
                case NO_CERTIFICATE -> noCertificate(files.get(0));
                case NO_KEY -> files.get(1).unusable("holds no unencrypted private key (PEM)");
                case OTHER_KEY ->
                    files.get(1).unusable("holds a key that does not match the certificate in tls.certFile");
            };
        }
    }

    private static List<X509Certificate> authorities(NamedFile file, String text) throws UnusableFile {
        try {
            return Pem.certificates(text);
        } catch (CertificateException e) {
            throw noCertificate(file);
        }
    }

    private static UnusableFile noCertificate(NamedFile file) {
        return file.unusable("holds no certificate (PEM)");
    }
}
