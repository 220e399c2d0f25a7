package dev.sluice.common.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the protocol buffers code. The tests of both programs also compare this code with Google's library. */
class ProtobufTest {

    @Test
    void writesByteByByte() {
        // Fields 1 (text), 2 (number), 3 (double), 4 (sint) and 300 (message with one number), according to the
        // documentation.
        byte[] bytes = new ProtobufWriter()
                .text(1, "ab")
                .number(2, 300)
                .real(3, 300)
                .signed(4, -2)
                .message(300, new ProtobufWriter().number(1, 1))
                .toBytes();

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("0a026162" + "10ac02" + "190000000000c07240" + "2003" + "e212020801");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_384, Integer.MAX_VALUE, Long.MAX_VALUE, -1})
    void readsTheNumbersThatItWrites(long value) throws MalformedMessage {
        var reader = new ProtobufReader(new ProtobufWriter().number(15, value).toBytes());

        assertThat(reader.next()).isTrue();
        assertThat(reader.field()).isEqualTo(15);
        assertThat(reader.number(7)).isEqualTo(value);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void passesOverWhatIsNotReadAndWhatIsOfAnotherType() throws MalformedMessage {
        var reader = new ProtobufReader(new ProtobufWriter()
                .real(1, 1)
                .message(2, new ProtobufWriter().text(1, "in"))
                .number(3, 3)
                .text(4, "out")
                .toBytes());

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
    void startsAnewWhereItIsCleared() {
        var writer = new ProtobufWriter().text(1, "x".repeat(1000));
        writer.clear();

        assertThat(writer.number(1, 1).toBytes()).containsExactly(8, 1);
        writer.appendTo((bytes, count) -> assertThat(count).isEqualTo(2));
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
