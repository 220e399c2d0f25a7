package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.slurm.schema.SlurmField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FieldValuesTest {

    private final FieldValues values = new FieldValues(Accelerators.GPUS);

    /**
     * Tests the values of each field. If a value of the previous record remained, the metric would be wrong, and no
     * other check would detect the error.
     */
    @ParameterizedTest
    @EnumSource(SlurmField.class)
    void nothingOfARecordIsLeftForTheNext(SlurmField field) {
        values.number(field, 7);
        values.text(field, "a");
        values.clear();

        assertThat(values.has(field)).isFalse();
        assertThat(values.number(field)).isZero();
        assertThat(values.numberOr(field, 3)).isEqualTo(3);
        assertThat(values.flag(field)).isFalse();
        assertThat(values.text(field)).isEmpty();
        assertThat(values.texts(field)).isEmpty();

        values.number(field, 8);
        values.clear();
        assertThat(values.has(field)).isFalse();
    }

    @Test
    void tellsZeroFromNothing() {
        values.number(SlurmField.JOB_PRIORITY, 0);

        assertThat(values.numberOr(SlurmField.JOB_PRIORITY, 1)).isZero();
    }

    @Test
    void takesTheLastOfSeveralTexts() {
        values.text(SlurmField.JOB_STATE, "PENDING");
        values.text(SlurmField.JOB_STATE, "REQUEUED");

        assertThat(values.text(SlurmField.JOB_STATE)).isEqualTo("REQUEUED");
        assertThat(values.texts(SlurmField.JOB_STATE)).containsExactly("PENDING", "REQUEUED");
    }
}
