package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.slurm.SlurmRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmctldReaderTest {

    @ParameterizedTest
    @CsvSource({"associations limits qos, true", "associations qos, false", "none, false", "'', false", "absent, true"})
    void limitsCountUnlessSlurmctldShowsThatItDoesNotEnforceThem(String enforced, boolean counted) {
        String words = enforced.isEmpty() ? "" : "'" + enforced.replace(" ", "','") + "'";
        String member = enforced.equals("absent") ? "" : "'AccountingStorageEnforce':[" + words + "]";
        String conf = "{'slurm_conf_meta':{'BOOT_TIME':1},'slurm_conf':{" + member + "}}";

        assertThat(SlurmctldReader.CONF
                        .read(JsonTree.ofText(conf.replace('\'', '"')))
                        .map(ControllerConf::enforcesLimits))
                .contains(counted);
    }

    @Test
    void refusesLicensesAndReservationsWithoutAName() {
        assertThat(SlurmRequest.LICENSES
                        .records()
                        .read(JsonTree.ofText("{\"LicenseName\":\"\",\"Total\":1,\"Used\":0}")))
                .isEmpty();
        assertThat(SlurmRequest.RESERVATIONS
                        .records()
                        .read(JsonTree.ofText("{\"name\":\"\",\"start_time\":1,\"end_time\":2}")))
                .isEmpty();
    }
}
