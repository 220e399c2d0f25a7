package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.ControllerConf;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.PrivateData;
import dev.sluice.exporter.model.controller.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads licenses, reservations and slurmctld's configuration. */
public final class SlurmctldReader {

    private SlurmctldReader() {}

    public static Optional<License> license(JsonTree json) {
        String name = json.at("LicenseName").name();
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new License(
                        name,
                        json.at("Nodes").name(),
                        json.at("Total").count(),
                        json.at("Used").count(),
                        json.at("Free").count(),
                        json.at("Reserved").count()));
    }

    public static Optional<Reservation> reservation(JsonTree json) {
        String name = json.at("name").name();
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reservation(
                        name,
                        time(json.at("start_time")),
                        time(json.at("end_time")),
                        json.at("node_count").amount().orElse(0),
                        json.at("node_list").name(),
                        json.at("core_count").amount().orElse(0),
                        json.at("partition").name(),
                        json.at("flags").texts()));
    }

    public static Optional<ControllerConf> conf(JsonTree json) {
        JsonTree meta = json.at("slurm_conf_meta");
        JsonTree conf = json.at("slurm_conf");
        return meta.at("BOOT_TIME").amount().isEmpty()
                ? Optional.empty()
                : Optional.of(new ControllerConf(
                        meta.at("SLURM_VERSION").text(),
                        time(meta.at("BOOT_TIME")),
                        meta.at("HashValue").amount().orElse(0),
                        select(
                                conf.at("SelectType").text(),
                                conf.at("SelectTypeParameters").texts()),
                        (int) conf.at("SlurmctldPort").amount().orElse(0),
                        PrivateData.of(conf.at("PrivateData").texts()),
                        enforcesLimits(conf.at("AccountingStorageEnforce").texts()),
                        conf.at("MinJobAge").amount().stream()
                                .mapToObj(Duration::ofSeconds)
                                .findFirst()));
    }

    private static boolean enforcesLimits(List<String> enforced) {
        return enforced.isEmpty() || enforced.contains("limits");
    }

    private static SelectType select(String type, List<String> parameters) {
        return type.isEmpty() ? SelectType.DEFAULT : SelectType.of(type, parameters);
    }

    private static Instant time(JsonTree json) {
        return Instant.ofEpochSecond(json.count());
    }
}
