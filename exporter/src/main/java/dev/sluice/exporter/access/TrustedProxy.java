package dev.sluice.exporter.access;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Reads the identity of a request's user from the headers of a configured proxy. Other requests have no identity. */
public final class TrustedProxy {

    private static final int DNS_NAME = 2;

    /** Maximum length of the groups header: a user of Active Directory can have a thousand groups. */
    private static final int MAX_GROUPS_LENGTH = 1 << 16;

    /**
     * A Unix user name, with or without a domain. Matches neither spaces nor the comma that joins repeated headers, so
     * a header with two values never identifies a user.
     */
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,127}");

    private final List<ProxyConfig> config;

    /**
     * @param config configuration of the proxy; at most one
     */
    private TrustedProxy(List<ProxyConfig> config) {
        this.config = config;
    }

    /** Returns an instance that trusts no proxy. */
    public static TrustedProxy none() {
        return new TrustedProxy(List.of());
    }

    public static TrustedProxy of(ProxyConfig config) {
        return new TrustedProxy(List.of(config));
    }

    /**
     * The other end of a connection.
     *
     * @param address IP address; a string that is not an IP address matches no range
     * @param certificate verified client certificate
     */
    public record Peer(String address, Optional<X509Certificate> certificate) {}

    /**
     * The user of a request.
     *
     * @param user Slurm user name
     * @param operator true if this user sees everything
     */
    public record Identity(String user, boolean operator) {}

    /** The proxy's headers name a user, but cannot be read. Without this failure, the reader would look like nobody. */
    public static final class UnreadableIdentity extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /** Returns true if users see no jobs of other users. */
    public boolean ownJobsOnly() {
        return config.stream().anyMatch(ProxyConfig::ownJobsOnly);
    }

    /** Returns the maximum size of the identity in the headers of a request. */
    public int maxHeaderBytes() {
        return config.stream().anyMatch(present -> present.groupsHeader().isPresent()) ? MAX_GROUPS_LENGTH : 0;
    }

    /** Returns the headers that a response depends on. */
    public List<String> headers() {
        return config.stream()
                .flatMap(present -> Stream.concat(Stream.of(present.userHeader()), present.groupsHeader().stream()))
                .toList();
    }

    /**
     * Returns the user's identity; empty if the request does not come from the proxy, or if the proxy names no user.
     *
     * @param header returns all values of the header with a name
     * @throws UnreadableIdentity if the proxy's headers cannot be read
     */
    public Optional<Identity> identify(Peer peer, Function<String, List<String>> header) {
        return config.stream()
                .filter(present -> trusts(present, peer))
                .flatMap(present -> identity(present, header).stream())
                .findFirst();
    }

    private static boolean trusts(ProxyConfig config, Peer peer) {
        boolean named = !config.addresses().isEmpty() || !config.certificates().isEmpty();
        boolean address = config.addresses().isEmpty()
                || AddressRange.address(peer.address())
                        .filter(from -> config.addresses().stream().anyMatch(range -> range.contains(from)))
                        .isPresent();
        boolean certificate = config.certificates().isEmpty()
                || peer.certificate()
                        .filter(shown -> names(shown).stream().anyMatch(config.certificates()::contains))
                        .isPresent();
        return named && address && certificate;
    }

    private static Optional<Identity> identity(ProxyConfig config, Function<String, List<String>> header) {
        List<String> users = header.apply(config.userHeader());
        List<String> groups = config.groupsHeader().map(header).orElse(List.of());
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
        Set<String> member = Set.copyOf(groups.stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .toList());
        boolean operator = config.operators().contains(users.get(0))
                || config.operatorGroups().stream().anyMatch(member::contains);
        return Optional.of(new Identity(users.get(0), operator));
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
