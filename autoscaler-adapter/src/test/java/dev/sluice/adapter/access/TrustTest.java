package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fixtures.Capture;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustTest {

    static final ConfigMap CONFIG_MAP = Serialization.unmarshal(
            Capture.ofKubernetes("1.36").text("auth/configmap-extension-apiserver-authentication.json"),
            ConfigMap.class);

    @Test
    void readsTheCapturedConfigMap() {
        Trust trust = Trust.of(CONFIG_MAP.getData());
        assertThat(trust.authorities())
                .singleElement()
                .satisfies(
                        ca -> assertThat(ca.getSubjectX500Principal().getName()).isEqualTo("CN=r4-front-proxy-ca"));
        assertThat(trust.names()).containsExactly("front-proxy-client");
    }

    @Test
    void anEmptyOneTrustsNobody() {
        assertThat(Trust.of(Map.of("requestheader-client-ca-file", " ", "requestheader-allowed-names", "")))
                .isEqualTo(Trust.NOBODY);
        assertThat(Trust.NOBODY.authorities()).isEqualTo(List.of());
    }

    /** An empty list of allowed names allows every name. The parser must therefore not ignore an invalid name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "requestheader-allowed-names | [1] | is not a JSON array of names",
                "requestheader-allowed-names | [[\"a\"]] | is not a JSON array of names",
                "requestheader-allowed-names | {nonsense | is not a JSON array of names",
                "requestheader-client-ca-file | {nonsense | has no usable certificates",
            })
    void refusesWhatMakesNoSense(String member, String value, String complaint) {
        assertThatThrownBy(() -> Trust.of(Map.of(member, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(member + " " + complaint);
    }
}
