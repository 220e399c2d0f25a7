package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a number has nothing of the number before. One reader serves all numbers of a response. */
class WrappedNumberTest {

    private final WrappedNumber number = new WrappedNumber();

    private void read(String object) {
        number.begin();
        for (String member : object.split(",", -1)) {
            String[] both = member.split(":", -1);
            number.name(both[0]);
            switch (both[1]) {
                case "true", "false" -> number.flag(Boolean.parseBoolean(both[1]));
                case "text" -> number.other();
                default -> number.number(Long.parseLong(both[1]));
            }
        }
        number.end();
    }

    @BeforeEach
    void readFive() {
        read("set:true,infinite:false,number:5");
        assertThat(number.hasValue()).isTrue();
        assertThat(number.misread()).isFalse();
        assertThat(number.value()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "infinite:false,number:6",
                "set:true,infinite:false",
                "set:true,infinite:true,number:6",
                "set:false,number:6"
            })
    void hasNoValueOfTheNumberBefore(String object) {
        read(object);

        assertThat(number.hasValue()).isFalse();
        assertThat(number.misread()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"number:6", "unit:text"})
    void isNoNumberWithoutAFlagOfItsOwn(String object) {
        read(object);

        assertThat(number.misread()).isTrue();
    }

    @Test
    void isReadAfterANumberThatWasNot() {
        read("set:true,infinite:true,number:text");
        assertThat(number.misread()).isTrue();

        read("set:true,number:6");
        assertThat(number.misread()).isFalse();
        assertThat(number.hasValue()).isTrue();
        assertThat(number.value()).isEqualTo(6);
    }
}
