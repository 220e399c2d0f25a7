package dev.sluice.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.chaos.attack.AttackClass;
import dev.sluice.chaos.attack.AttackClasses;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FaultTableTest {

    /** To update the page after a change of the classes: {@code .ci/chaos --table docs/faults.md}. */
    @Test
    void thePageHasARowForEachClassAndNoOther() throws IOException {
        assertThat(FaultTable.ids(Path.of("..", "docs", "faults.md")))
                .containsExactlyElementsOf(
                        AttackClasses.all().stream().map(AttackClass::id).toList());
    }
}
