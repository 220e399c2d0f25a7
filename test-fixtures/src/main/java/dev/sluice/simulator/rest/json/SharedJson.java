package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.simulator.rest.text.Hostlist;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Bodies of {@code /licenses/} and {@code /reservations/}. */
public final class SharedJson {
    private SharedJson() {}

    public static void licenses(SlurmJson json, Rendering rendering) {
        Map<String, Integer> used = rendering.view().licensesUsed();
        json.objects("licenses", rendering.view().definition().licenses().entrySet(), (item, license) -> {
            int inUse = used.getOrDefault(license.getKey(), 0);
            item.text("LicenseName", license.getKey())
                    .number("Total", license.getValue())
                    .number("Used", inUse)
                    .number("Free", license.getValue() - inUse)
                    .flag("Remote", false)
                    .zeros("Reserved", "LastConsumed", "LastDeficit", "LastUpdate");
            if (rendering.version().atLeast(ApiVersion.V44)) {
                item.text("Nodes", "");
            }
        });
        rendering.lastUpdate(json);
        Envelope.close(json, rendering);
    }

    public static void reservations(SlurmJson json, Rendering rendering) {
        json.objects("reservations", rendering.view().reservations(), (item, r) -> reservation(item, r, rendering));
        rendering.lastUpdate(json);
        Envelope.close(json, rendering);
    }

    private static void reservation(SlurmJson json, Reservation reservation, Rendering rendering) {
        int cpus = rendering.view().definition().nodes().stream()
                .filter(spec -> reservation.nodes().contains(spec.name()))
                .mapToInt(NodeSpec::cpus)
                .sum();
        List<String> flags = Stream.concat(
                        reservation.maintenance() ? Stream.of("MAINT") : Stream.<String>of(),
                        Stream.of("IGNORE_JOBS", "SPEC_NODES"))
                .toList();
        json.text("accounts", reservation.account())
                .text("burst_buffer", "")
                .number("core_count", cpus)
                .texts("core_specializations", List.of());
        rendering.time(json, "end_time", reservation.endAt());
        json.text("features", "")
                .texts("flags", flags)
                .blanks("groups", "licenses")
                .number("max_start_delay", 0)
                .text("name", reservation.name())
                .number("node_count", reservation.nodes().size())
                .text("node_list", Hostlist.of(reservation.nodes()))
                .text("partition", "")
                .object("purge_completed", purge -> purge.wrapped("time", 300));
        rendering.time(json, "start_time", reservation.startAt());
        json.text("tres", "cpu=" + cpus).text("users", String.join(",", reservation.users()));
    }
}
