package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fixtures.Capture;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustTest {

    @Test
    void readsTheCapturedConfigMap() {
        Trust trust = Trust.of(new JsonObject(
                Capture.ofKubernetes("1.36").text("auth/configmap-extension-apiserver-authentication.json")));

        assertThat(trust.clientAuthorities())
                .singleElement()
                .satisfies(
                        ca -> assertThat(ca.getSubjectX500Principal().getName()).isEqualTo("CN=r4-ca"));
        assertThat(trust.proxyAuthorities())
                .singleElement()
                .satisfies(
                        ca -> assertThat(ca.getSubjectX500Principal().getName()).isEqualTo("CN=r4-front-proxy-ca"));
        assertThat(trust.proxyNames()).containsExactly("front-proxy-client");
        assertThat(trust.userHeaders()).containsExactly("X-Remote-User");
        assertThat(trust.uidHeaders()).containsExactly("X-Remote-Uid");
        assertThat(trust.groupHeaders()).containsExactly("X-Remote-Group");
        assertThat(trust.extraPrefixes()).containsExactly("X-Remote-Extra-");
    }

    @Test
    void anEmptyOneTrustsNobody() {
        assertThat(Trust.of(new JsonObject())).isEqualTo(Trust.NOBODY);
        assertThat(Trust.of(new JsonObject("{\"data\":{\"client-ca-file\":\" \",\"requestheader-uid-headers\":\"\"}}"))
                        .uidHeaders())
                .isEqualTo(List.of());
    }

    /** An empty list of allowed names allows every name. The parser must therefore not ignore an invalid name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7 | data is not an object",
                "null | data is not an object",
                "{\"requestheader-allowed-names\": 7} | requestheader-allowed-names is not a text",
                "{\"requestheader-allowed-names\": null} | requestheader-allowed-names is not a text",
                "{\"requestheader-allowed-names\": [\"a\"]} | requestheader-allowed-names is not a text",
                "{\"requestheader-allowed-names\": \"[1]\"} | requestheader-allowed-names is not a JSON array of names",
                "{\"requestheader-allowed-names\": \"[[\\\"a\\\"]]\"}"
                        + " | requestheader-allowed-names is not a JSON array of names",
                "{\"requestheader-allowed-names\": \"null\"}"
                        + " | requestheader-allowed-names is not a JSON array of names",
                "{\"client-ca-file\": {}} | client-ca-file is not a text",
            })
    void refusesAnotherType(String data, String complaint) {
        JsonObject configMap = new JsonObject("{\"data\":" + data + "}");

        assertThatThrownBy(() -> Trust.of(configMap))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(complaint);
    }

    @ParameterizedTest
    @CsvSource({
        "client-ca-file, client-ca-file has no usable certificates",
        "requestheader-client-ca-file, requestheader-client-ca-file has no usable certificates",
        "requestheader-allowed-names, requestheader-allowed-names is not a JSON array of names",
        "requestheader-group-headers, requestheader-group-headers is not a JSON array of names",
    })
    void saysWhichMemberMakesNoSense(String member, String complaint) {
        JsonObject configMap = new JsonObject().put("data", new JsonObject().put(member, "{nonsense"));

        assertThatThrownBy(() -> Trust.of(configMap))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(complaint);
    }
}
