package dev.sluice.exporter.access;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All addresses with a common prefix, such as {@code 10.0.0.0/8}, or a single address.
 *
 * @param network an address of the range
 * @param bits number of leading bits that all addresses of the range have in common
 */
public record AddressRange(InetAddress network, int bits) {

    /**
     * Matches IPv4 addresses with four numbers, and IPv6 addresses. Java parses such texts without a request to a name
     * server.
     */
    private static final Pattern LITERAL = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private static final Pattern RANGE = Pattern.compile("([^/]+)(?:/(\\d{1,3}))?");

    /** Returns the range; empty if the text is not a valid range. A prefix of 0 bits (all addresses) is invalid. */
    public static Optional<AddressRange> parse(String text) {
        Matcher parts = RANGE.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return address(parts.group(1)).flatMap(address -> {
            int all = address.getAddress().length * Byte.SIZE;
            int bits =
                    Optional.ofNullable(parts.group(2)).map(Integer::parseInt).orElse(all);
            return bits < 1 || bits > all ? Optional.empty() : Optional.of(new AddressRange(address, bits));
        });
    }

    /** Parses an address; empty for a host name. An IPv4-mapped IPv6 address becomes an IPv4 address. */
    public static Optional<InetAddress> address(String literal) {
        try {
            return LITERAL.matcher(literal).matches() ? Optional.of(InetAddress.getByName(literal)) : Optional.empty();
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
