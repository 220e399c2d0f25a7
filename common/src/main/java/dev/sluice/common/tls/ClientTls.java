package dev.sluice.common.tls;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a client checks a server in TLS, and shows who it is. All files are PEM.
 *
 * @param caFile whom to trust in place of those that Java trusts
 * @param certFile the certificate that is shown to the server
 * @param keyFile the private key of that certificate
 * @param verifyHost whether the server's certificate must be for the host of the URL
 */
public record ClientTls(Optional<Path> caFile, Optional<Path> certFile, Optional<Path> keyFile, boolean verifyHost) {

    /** As Java trusts, and without a certificate of our own. */
    public static final ClientTls DEFAULTS = new ClientTls(Optional.empty(), Optional.empty(), Optional.empty(), true);

    Map<ClientTlsFiles.Part, Path> paths() {
        Map<ClientTlsFiles.Part, Path> paths = new EnumMap<>(ClientTlsFiles.Part.class);
        caFile.ifPresent(path -> paths.put(ClientTlsFiles.Part.CA, path));
        certFile.ifPresent(path -> paths.put(ClientTlsFiles.Part.CERTIFICATE, path));
        keyFile.ifPresent(path -> paths.put(ClientTlsFiles.Part.KEY, path));
        return paths;
    }
}
