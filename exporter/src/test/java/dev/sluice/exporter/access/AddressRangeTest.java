package dev.sluice.exporter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.ProxyConfig.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "10.1.2.0/24,10.1.2.0,true",
        "10.1.2.0/24,10.1.2.255,true",
        "10.1.2.0/24,10.1.3.0,false",
        "10.1.2.77/24,10.1.2.1,true",
        "10.1.2.128/25,10.1.2.127,false",
        "10.1.2.128/25,10.1.2.128,true",
        "127.0.0.1,127.0.0.1,true",
        "127.0.0.1,127.0.0.2,false",
        "127.0.0.1,::ffff:127.0.0.1,true",
        "127.0.0.1,::1,false",
        "fd00::/8,fdff::1,true",
        "fd00::/8,fe00::1,false",
        "::1,::1,true"
    })
    void knowsTheAddressesOfARange(String range, String address, boolean within) throws UnknownHostException {
        assertThat(AddressRange.parse(range).orElseThrow().contains(InetAddress.getByName(address)))
                .isEqualTo(within);
    }

    /** A scope would be ignored: the range would look narrower than it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "[::1]", "fe80::1%2", "[fe80::1%2]", "fe80::/10%2", "10.1.2", "::1/129", "::/0"})
    void refusesWhatIsNotAnAddressOrRange(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }
}
