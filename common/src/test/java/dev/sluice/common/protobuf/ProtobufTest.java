package dev.sluice.common.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes were written by hand from the documentation of protocol buffers. */
class ProtobufTest {

    @ParameterizedTest
    @CsvSource({"7800,0", "787f,127", "788001,128", "78ffffffffffffffffff01,-1"})
    void readsNumbers(String bytes, long value) throws MalformedMessage {
        var reader = new ProtobufReader(HexFormat.of().parseHex(bytes));

        assertThat(reader.next()).isTrue();
        assertThat(reader.field()).isEqualTo(15);
        assertThat(reader.number(7)).isEqualTo(value);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void passesOverWhatIsNotReadAndWhatIsOfAnotherType() throws MalformedMessage {
        // A double in field 1, a message in 2, a number in 3, a text in 4.
        var reader = new ProtobufReader(
                HexFormat.of().parseHex("09000000000000f03f" + "12040a02696e" + "1803" + "22036f7574"));

        List<Object> read = new ArrayList<>();
        while (reader.next()) {
            switch (reader.field()) {
                case 3 -> read.add(reader.text("no text") + reader.message().next());
                case 4 -> read.add(reader.number(-1) + reader.text(""));
                default -> {}
            }
        }
        assertThat(read).containsExactly("no textfalse", "-1out");
    }

    @Test
    void saysWhatIsWrongWithAMessage() {
        var reader = new ProtobufReader(HexFormat.of().parseHex("0a05616263"));

        assertThatThrownBy(() -> {
                    while (reader.next()) {
                        reader.message();
                    }
                })
                .isInstanceOf(MalformedMessage.class)
                .hasMessage("the message ends before its field 1");
    }
}
