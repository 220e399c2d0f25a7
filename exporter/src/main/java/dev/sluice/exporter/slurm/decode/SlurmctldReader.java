package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.model.controller.ControllerConf;
import dev.sluice.exporter.model.controller.ControllerConf.PrivateData;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads licenses, reservations and slurmctld's configuration. */
public final class SlurmctldReader {

    public static final RecordList<Controller> CONTROLLERS = RecordList.named(
            List.of("pings"),
            Set.of(),
            SlurmctldReader::controller,
            Comparator.comparing(Controller::host)
                    .thenComparing(Controller::role)
                    .thenComparing(Controller::up));

    /** The members of a response to conf. */
    public static final RecordList<ControllerConf> CONF = RecordList.unnamed(
            List.of(), new TreeSet<>(Set.of("slurm_conf", "slurm_conf_meta")), SlurmctldReader::conf);

    private SlurmctldReader() {}

    public static Optional<License> license(JsonTree json) {
        String name = json.name("LicenseName");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new License(
                        name,
                        json.name("Nodes"),
                        json.count("Total"),
                        json.count("Used"),
                        json.count("Free"),
                        json.count("Reserved")));
    }

    /** Reads a controller in slurmrestd's response to ping, which has a different format in older API versions. */
    private static Optional<Controller> controller(JsonTree json) {
        String host = json.name("hostname");
        boolean up = json.flag("responding") || json.name("pinged").equals("UP");
        boolean primary = json.flag("primary") || json.name("mode").equals("primary");
        return host.isEmpty()
                ? Optional.empty()
                : Optional.of(new Controller(host, primary ? "primary" : "backup", up));
    }

    public static Optional<Reservation> reservation(JsonTree json) {
        String name = json.name("name");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reservation(
                        name,
                        time(json.at("start_time")),
                        time(json.at("end_time")),
                        json.amount("node_count").orElse(0),
                        json.name("node_list"),
                        json.amount("core_count").orElse(0),
                        json.name("partition"),
                        json.texts("flags")));
    }

    private static Optional<ControllerConf> conf(JsonTree json) {
        JsonTree meta = json.at("slurm_conf_meta");
        JsonTree conf = json.at("slurm_conf");
        return meta.amount("BOOT_TIME").isEmpty()
                ? Optional.empty()
                : Optional.of(new ControllerConf(
                        meta.text("SLURM_VERSION"),
                        time(meta.at("BOOT_TIME")),
                        meta.amount("HashValue").orElse(0),
                        select(conf.text("SelectType"), conf.texts("SelectTypeParameters")),
                        (int) conf.amount("SlurmctldPort").orElse(0),
                        PrivateData.of(conf.texts("PrivateData")),
                        enforcesLimits(conf.texts("AccountingStorageEnforce")),
                        conf.amount("MinJobAge").stream()
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
