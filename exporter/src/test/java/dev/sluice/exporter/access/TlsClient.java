package dev.sluice.exporter.access;

import dev.sluice.common.RawConnection;
import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ServerCertificate;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** One connection. Over TLS, the client trusts both authorities under {@code src/test/resources/tls}. */
public final class TlsClient extends RawConnection {

    private TlsClient(Socket socket) {
        super(socket);
    }

    /** Connects without TLS. */
    public static TlsClient plain(int port) throws IOException {
        return new TlsClient(SocketFactory.getDefault().createSocket(InetAddress.getLoopbackAddress(), port));
    }

    /** Connects without TLS from another address of this machine, such as 127.0.0.2. */
    public static TlsClient plainFrom(String address, int port) throws IOException {
        return new TlsClient(new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0));
    }

    /** Connects over TLS to a server whose certificate must be for localhost. */
    public static TlsClient secure(int port) throws IOException {
        return secure(port, Optional.empty());
    }

    /** Connects over TLS with one of the client certificates. */
    public static TlsClient showing(int port, String certificate) throws IOException {
        return secure(port, Optional.of(certificate));
    }

    /** Connects with TLS 1.2 and a cipher, such as AES_128_GCM_SHA256, and returns the protocol. */
    public static String handshake(int port, String cipher) throws IOException {
        try (SSLSocket socket = (SSLSocket)
                context(Optional.empty()).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setEnabledCipherSuites(
                    new String[] {"TLS_ECDHE_ECDSA_WITH_" + cipher, "TLS_ECDHE_RSA_WITH_" + cipher});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    private static TlsClient secure(int port, Optional<String> certificate) throws IOException {
        SSLSocket socket = (SSLSocket) context(certificate)
                .getSocketFactory()
                .createSocket(new Socket(InetAddress.getLoopbackAddress(), port), "localhost", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new TlsClient(socket);
    }

    /** Returns a file under {@code src/test/resources/tls}. The given name has no extension. */
    public static Path pem(String name) {
        return Path.of("src", "test", "resources", "tls", name + ".pem").toAbsolutePath();
    }

    /** Returns the content of a file under {@code src/test/resources/tls}. */
    public static String text(String name) throws IOException {
        return Files.readString(pem(name));
    }

    private static SSLContext context(Optional<String> certificate) throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (String authority : List.of("ca", "other-ca")) {
                trusted.setCertificateEntry(authority, certificate(authority));
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    certificate.isEmpty() ? null : new KeyManager[] {identity(certificate.get())},
                    trust.getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static KeyManager identity(String name) throws IOException {
        try {
            List<NamedFile> files = List.of(new NamedFile("cert", pem(name)), new NamedFile("key", pem(name + "-key")));
            return ServerCertificate.of(files, List.of(text(name), text(name + "-key")))
                    .keyManager();
        } catch (NamedFile.Unusable e) {
            throw new IOException(e);
        }
    }

    /** Returns a certificate under {@code src/test/resources/tls}. */
    public static X509Certificate certificate(String name) throws IOException {
        try (InputStream in = new FileInputStream(pem(name).toFile())) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
