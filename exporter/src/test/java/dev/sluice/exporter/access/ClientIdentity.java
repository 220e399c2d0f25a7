package dev.sluice.exporter.access;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A client certificate under {@code src/test/resources/tls} with an elliptic curve key. The client presents the
 * certificate even if the server requests a certificate of another authority.
 */
final class ClientIdentity extends X509ExtendedKeyManager {

    private static final String ALIAS = "client";

    private final X509Certificate certificate;
    private final PrivateKey key;

    ClientIdentity(String name) throws GeneralSecurityException, IOException {
        String base64 = TlsClient.text(name + "-key").replaceAll("-----[A-Z ]+-----", "");
        certificate = TlsClient.certificate(name);
        key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {certificate};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
