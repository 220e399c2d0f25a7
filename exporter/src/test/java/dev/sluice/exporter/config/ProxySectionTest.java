package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.ProxyConfig;
import dev.sluice.exporter.access.ProxyConfig.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the section {@code api.proxy}. */
class ProxySectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";

    @Test
    void readsAllKeys() throws ConfigException {
        ExporterConfig config = Loaded.from(CLUSTER + """
                api:
                  tls: {certFile: c, keyFile: /k, clientCaFile: ca}
                  proxy:
                    userHeader: X-User
                    groupsHeader: X-Groups
                    addresses: 10.1.2.0/24, ::1
                    certificates: oauth2-proxy
                    operators: root, ops
                    operatorGroups: hpc admins, staff
                    ownJobsOnly: true
                """);

        assertThat(config.api().proxy())
                .contains(new ProxyConfig(
                        "X-User",
                        Optional.of("X-Groups"),
                        List.of(range("10.1.2.0/24"), range("::1/128")),
                        List.of("oauth2-proxy"),
                        List.of("root", "ops"),
                        List.of("hpc admins", "staff"),
                        true));
        assertThat(config.api().readsJobNames()).isTrue();
        assertThat(Loaded.from(config.describe())).isEqualTo(config);
        assertThat(Loaded.from(config.describeOnOneLine())).isEqualTo(config);
    }

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
        assertThat(range(range).contains(InetAddress.getByName(address))).isEqualTo(within);
    }

    /** A scope would be ignored: the range would look narrower than it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "[::1]", "fe80::1%2", "[fe80::1%2]", "fe80::/10%2", "10.1.2", "::1/129", "::/0"})
    void refusesWhatIsNotAnAddressOrRange(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }
}
