package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.controller.ControllerConf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmctldReaderTest {

    @ParameterizedTest
    @CsvSource({"associations limits qos, true", "associations qos, false", "none, false", "'', true"})
    void limitsCountUnlessSlurmctldShowsThatItDoesNotEnforceThem(String enforced, boolean counted) {
        List<JsonTree> values = enforced.isEmpty()
                ? List.of()
                : List.<String>of(enforced.split(" ", -1)).stream()
                        .<JsonTree>map(JsonTree.Text::new)
                        .toList();
        JsonTree conf = new JsonTree.Members(Map.of(
                "slurm_conf_meta",
                new JsonTree.Members(Map.of("BOOT_TIME", new JsonTree.Amount(1))),
                "slurm_conf",
                new JsonTree.Members(Map.of("AccountingStorageEnforce", new JsonTree.Elements(values)))));

        assertThat(SlurmctldReader.conf(conf).map(ControllerConf::enforcesLimits))
                .contains(counted);
    }
}
