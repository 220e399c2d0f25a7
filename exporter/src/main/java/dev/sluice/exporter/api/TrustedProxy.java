package dev.sluice.exporter.api;

import dev.sluice.exporter.access.ProxyConfig;
import dev.sluice.exporter.access.ProxyConfig.AddressRange;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Reads the user of a request from the headers of a configured proxy. Other requests have no user.
 *
 * @param config configuration of the proxy; empty to trust no proxy
 */
public record TrustedProxy(Optional<ProxyConfig> config) {

    private static final int DNS_NAME = 2;

    /** Maximum length of the groups header: a user of Active Directory can have a thousand groups. */
    private static final int MAX_GROUPS_LENGTH = 1 << 16;

    /**
     * A Unix user name, with or without a domain. Matches neither spaces nor the comma that joins repeated headers, so
     * a header with two values never identifies a user.
     */
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,127}");

    /** The proxy's headers name a user, but cannot be read. Without this failure, the reader would look like nobody. */
    static final class UnreadableIdentity extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /** Returns the maximum size of the identity in the headers of a request. */
    int maxHeaderBytes() {
        return config.flatMap(ProxyConfig::groupsHeader).isPresent() ? MAX_GROUPS_LENGTH : 0;
    }

    /** Returns the headers that a response depends on. */
    List<String> headers() {
        return config.stream()
                .flatMap(present -> Stream.concat(Stream.of(present.userHeader()), present.groupsHeader().stream()))
                .toList();
    }

    /**
     * Returns the visibility for the reader of a request. The request has no reader if it does not come from the proxy,
     * or if the proxy names no user.
     *
     * @param configured visibility for requests without a reader, before {@code ownJobsOnly}
     * @throws UnreadableIdentity if the proxy's headers cannot be read
     */
    Visibility visibility(HttpServerRequest request, Visibility configured) {
        boolean ownJobsOnly = config.filter(ProxyConfig::ownJobsOnly).isPresent();
        PrivateData ofOthers = new PrivateData(ownJobsOnly, ownJobsOnly);
        Visibility anybody = configured.within(ofOthers);
        return config.filter(present -> trusts(present, request))
                .flatMap(present -> user(present, request.headers())
                        .map(user -> isOperator(present, user, request.headers())
                                ? Visibility.ALL
                                : anybody.forReader(user, ofOthers)))
                .orElse(anybody);
    }

    private static boolean trusts(ProxyConfig config, HttpServerRequest request) {
        boolean named = !config.addresses().isEmpty() || !config.certificates().isEmpty();
        boolean address = config.addresses().isEmpty()
                || Optional.ofNullable(request.connection().remoteAddress())
                        .flatMap(from -> AddressRange.address(from.hostAddress()))
                        .filter(from -> config.addresses().stream().anyMatch(range -> range.contains(from)))
                        .isPresent();
        boolean certificate = config.certificates().isEmpty()
                || certificate(request)
                        .filter(shown -> names(shown).stream().anyMatch(config.certificates()::contains))
                        .isPresent();
        return named && address && certificate;
    }

    /** Returns the client's certificate, verified in the TLS handshake; empty if the client sent no certificate. */
    static Optional<X509Certificate> certificate(HttpServerRequest request) {
        if (!request.isSSL()) {
            return Optional.empty();
        }
        try {
            Certificate first = request.connection().sslSession().getPeerCertificates()[0];
            return first instanceof X509Certificate certificate ? Optional.of(certificate) : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> user(ProxyConfig config, MultiMap headers) {
        List<String> users = headers.getAll(config.userHeader());
        List<String> groups = groups(config, headers);
        // Some proxies send empty headers for readers who have not logged in.
        if (Stream.concat(users.stream(), groups.stream()).allMatch(String::isBlank)) {
            return Optional.empty();
        }
        if (users.size() != 1
                || !USER.matcher(users.get(0)).matches()
                || groups.size() > 1
                || groups.stream().anyMatch(TrustedProxy::isMalformed)) {
            throw new UnreadableIdentity();
        }
        return Optional.of(users.get(0));
    }

    private static List<String> groups(ProxyConfig config, MultiMap headers) {
        return config.groupsHeader().map(headers::getAll).orElse(List.of());
    }

    private static boolean isOperator(ProxyConfig config, String user, MultiMap headers) {
        return config.operators().contains(user)
                || groups(config, headers).stream()
                        .flatMap(value -> Stream.of(value.split(",", -1)))
                        .map(String::strip)
                        .anyMatch(config.operatorGroups()::contains);
    }

    private static boolean isMalformed(String groups) {
        return groups.length() > MAX_GROUPS_LENGTH || groups.chars().anyMatch(Character::isISOControl);
    }

    private static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = Optional.ofNullable(certificate.getSubjectAlternativeNames())
                    .orElse(List.of());
            alternatives.stream()
                    .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
                    .forEach(name -> names.add(String.valueOf(name.get(1))));
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
        } catch (CertificateParsingException | InvalidNameException e) {
            return List.of();
        }
        return names;
    }
}
