package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowTableTest {

    private final RowTable table = new RowTable(0, 0, 2);

    @Test
    void aRemovedRowLeavesNoReferences() {
        for (int id = 1; id <= 3; id++) {
            int row = table.add(id);
            table.setValue(row, 0, "a" + id);
            table.setValue(row, 1, "b" + id);
        }

        table.removeIf(row -> table.id(row) != 2);
        int added = table.add(4);

        assertThat(table.getValue(table.row(2), 0)).isEqualTo("a2");
        assertThat(table.getValue(table.row(2), 1)).isEqualTo("b2");
        assertThat(table.getValue(added, 0)).isNull();
        assertThat(table.getValue(added, 1)).isNull();
    }
}
