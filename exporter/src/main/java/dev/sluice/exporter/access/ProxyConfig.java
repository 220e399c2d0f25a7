package dev.sluice.exporter.access;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.Quotes;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.TextType;
import dev.sluice.exporter.config.schema.WordsType;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The authenticating proxy in front of the API. The headers from the proxy contain the user. */
@ConfigSection(
        "Reads the user from a header of an authenticating proxy. Users see their own jobs in full, operators all"
                + " jobs. Other requests and requests without a user are answered as without this section; unreadable headers"
                + " are refused.")
public record ProxyConfig(
        @Key(
                meaning = "Header with the Slurm user name. The proxy must set it in each request, and remove the"
                        + " client's own one.",
                example = "X-Auth-Request-Preferred-Username",
                pattern = ProxyConfig.HEADER,
                expected = "name of an HTTP header")
        String userHeader,

        @Key(
                meaning = "Header with the groups of the user, separated by commas. The same rules apply.",
                absent = "no groups",
                example = "X-Auth-Request-Groups",
                pattern = ProxyConfig.HEADER,
                expected = "name of an HTTP header")
        Optional<String> groupsHeader,

        @Key(
                meaning = "Addresses of the proxies, such as `10.1.2.3` or `10.1.2.0/24`, separated by commas. Other"
                        + " addresses are not trusted. `X-Forwarded-For` is never read.",
                absent = "any address, with a certificate of `certificates`",
                example = "127.0.0.1",
                type = AddressesType.class)
        List<AddressRange> addresses,

        @Key(
                meaning = "Names of the proxies in their client certificates (DNS name or common name), separated by"
                        + " commas. Needs `api.tls.clientCaFile`. With `addresses`, both must match.",
                absent = "no certificate required, with `addresses`",
                example = "oauth2-proxy",
                pattern = ProxyConfig.NAME,
                expected = "names, separated by commas")
        List<String> certificates,

        @Key(
                meaning = "Users who see everything, separated by commas.",
                absent = "no user",
                example = "root",
                pattern = ProxyConfig.NAME,
                expected = "names, separated by commas")
        List<String> operators,

        @Key(
                meaning = "Groups whose users see everything, separated by commas. Needs `groupsHeader`.",
                absent = "no group",
                example = "hpc-admins",
                pattern = ProxyConfig.NAME,
                expected = "names, separated by commas")
        List<String> operatorGroups,

        @Key(
                meaning = "Shows a user no jobs of other users, as Slurm does with `PrivateData=jobs`. Slurm 26.05 and"
                        + " newer report PrivateData themselves; set this key for older versions.",
                byDefault = "false")
        boolean ownJobsOnly) {

    static final String HEADER = "[A-Za-z0-9-]+";
    static final String NAME = "\\P{Cntrl}+";

    public ProxyConfig {
        addresses = List.copyOf(addresses);
        certificates = List.copyOf(certificates);
        operators = List.copyOf(operators);
        operatorGroups = List.copyOf(operatorGroups);
    }

    @ConfigSection.Check
    static void proxyIsNamed(SectionValues in) {
        if (!in.has("addresses") && !in.has("certificates")) {
            in.problem("addresses", "missing; expected addresses, certificates or both");
        }
        if (in.has("operatorGroups") && !in.has("groupsHeader")) {
            in.problem("groupsHeader", "missing; operatorGroups needs the header with the groups");
        }
    }

    /** A list of address ranges, such as {@code 10.0.0.0/8, 127.0.0.1}. */
    static final class AddressesType implements WordsType<AddressRange> {

        @Override
        public String description() {
            return "addresses or ranges such as 10.1.2.0/24, separated by commas";
        }

        @Override
        public List<AddressRange> parse(String text, Location location) throws BadValue {
            List<AddressRange> ranges = new ArrayList<>();
            for (String word : TextType.words(text)) {
                ranges.add(AddressRange.parse(word)
                        .orElseThrow(() -> new BadValue("expected " + description() + ", got " + Quotes.quote(word))));
            }
            return ranges;
        }
    }

    /**
     * All addresses with a common prefix, such as {@code 10.0.0.0/8}, or a single address.
     *
     * @param network an address of the range
     * @param bits number of leading bits that all addresses of the range have in common
     */
    public record AddressRange(InetAddress network, int bits) {

        /**
         * Matches IPv4 addresses with four numbers, and IPv6 addresses without a scope. Java parses such texts without
         * a request to a name server.
         */
        private static final Pattern LITERAL =
                Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

        private static final Pattern RANGE = Pattern.compile("([^/]+)(?:/(\\d{1,3}))?");

        /** Returns the range; empty if the text is not a valid range. A prefix of 0 bits (all addresses) is invalid. */
        public static Optional<AddressRange> parse(String text) {
            Matcher parts = RANGE.matcher(text);
            if (!parts.matches()) {
                return Optional.empty();
            }
            return address(parts.group(1)).flatMap(address -> {
                int all = address.getAddress().length * Byte.SIZE;
                int bits = Optional.ofNullable(parts.group(2))
                        .map(Integer::parseInt)
                        .orElse(all);
                return bits < 1 || bits > all ? Optional.empty() : Optional.of(new AddressRange(address, bits));
            });
        }

        /** Parses an address; empty for a host name. An IPv4-mapped IPv6 address becomes an IPv4 address. */
        public static Optional<InetAddress> address(String literal) {
            try {
                return LITERAL.matcher(literal).matches()
                        ? Optional.of(InetAddress.getByName(literal))
                        : Optional.empty();
            } catch (UnknownHostException e) {
                return Optional.empty();
            }
        }

        public boolean contains(InetAddress address) {
            byte[] own = network.getAddress();
            byte[] other = address.getAddress();
            int rest = own.length * Byte.SIZE - bits;
            return own.length == other.length
                    && new BigInteger(own).shiftRight(rest).equals(new BigInteger(other).shiftRight(rest));
        }

        @Override
        public String toString() {
            return network.getHostAddress() + "/" + bits;
        }
    }
}
