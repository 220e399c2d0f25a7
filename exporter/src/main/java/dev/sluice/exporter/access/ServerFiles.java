package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.Pem;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.common.tls.UnusableCertificate;
import dev.sluice.common.tls.UnusableFile;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads a server's certificate files and reports problems by configuration key. */
final class ServerFiles {

    private ServerFiles() {}

    /** Returns the certificate file, the key file and, if configured, the file of the client authorities. */
    static List<NamedFile> of(ServerTlsConfig config) {
        List<NamedFile> files = new ArrayList<>();
        files.add(new NamedFile("tls.certFile", config.certFile()));
        files.add(new NamedFile("tls.keyFile", config.keyFile()));
        config.clientCaFile().ifPresent(file -> files.add(new NamedFile("tls.clientCaFile", file)));
        return files;
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

    static List<X509Certificate> authorities(NamedFile file, String text) throws UnusableFile {
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
