package dev.sluice.exporter.rules;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The few third-party series that rules and dashboards may use, with their reliable labels. */
final class ForeignSeries {

    /** Labels that Prometheus adds to all scraped series. */
    static final Set<String> OF_THE_SCRAPE = Set.of("job", "instance");

    private static final Set<String> OF_A_POD = Set.of("namespace", "pod", "container");
    private static final Set<String> OF_AN_HPA = Set.of("namespace", "horizontalpodautoscaler");
    /**
     * Up to May 2026, dcgm-exporter's label for the machine was {@code Hostname}. Since then, the label is
     * {@code hostname}.
     */
    private static final Set<String> OF_A_GPU = Set.of(
            "cluster", "Hostname", "hostname", "gpu", "UUID", "device", "modelName", "hpc_job", "namespace", "pod");

    private static final Map<String, Set<String>> LABELS = Map.ofEntries(
            Map.entry("up", Set.of()),
            // Prometheus itself writes this series for every alert. The other labels of the series are the labels of
            // the alert.
            Map.entry(
                    "ALERTS",
                    Set.of(
                            "alertname",
                            "alertstate",
                            "severity",
                            "component",
                            "cluster",
                            "partition",
                            "namespace",
                            "nodeset",
                            "node",
                            "source",
                            "machine",
                            "gpu",
                            "job_id",
                            "user",
                            "account")),
            // Objectives of a site, as in alerts/README.md.
            Map.entry("qos_le:slurm_job_wait_seconds:objective", Set.of("qos", "le")),
            Map.entry("account_le:slurm_job_wait_by_account_seconds:objective", Set.of("account", "le")),
            // The autoscaler adapter's own metrics, from docs/autoscaler-adapter.md.
            Map.entry("sluice_adapter_build_info", Set.of("version")),
            Map.entry("sluice_adapter_requests_total", Set.of("metric", "code")),
            Map.entry("sluice_adapter_request_seconds_bucket", Set.of("metric", "le")),
            Map.entry("sluice_adapter_cluster_age_seconds", Set.of("cluster")),
            Map.entry("sluice_adapter_cluster_trusted", Set.of("cluster")),
            Map.entry("sluice_adapter_certificate_expiry_timestamp_seconds", Set.of()),
            Map.entry("sluice_adapter_certificate_lifetime_seconds", Set.of()),
            Map.entry("sluice_adapter_certificate_trusted", Set.of()),
            Map.entry(
                    "sluice_adapter_value",
                    Set.of("metric", "cluster", "namespace", "resource", "nodeset", "partition")),
            Map.entry("DCGM_FI_DEV_GPU_UTIL", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_XID_ERRORS", OF_A_GPU),
            Map.entry("DCGM_EXP_XID_ERRORS_COUNT", with(OF_A_GPU, "xid", "window_size_in_ms")),
            Map.entry("DCGM_FI_DEV_GPU_TEMP", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_POWER_USAGE", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_FB_USED", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_FB_FREE", OF_A_GPU),
            Map.entry("DCGM_FI_PROF_SM_ACTIVE", OF_A_GPU),
            Map.entry("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", OF_A_GPU),
            Map.entry("DCGM_FI_PROF_DRAM_ACTIVE", OF_A_GPU),
            Map.entry("DCGM_FI_PROF_NVLINK_TX_BYTES", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_SM_CLOCK", OF_A_GPU),
            // The name since DCGM 3.3, and the name before.
            Map.entry("DCGM_FI_DEV_CLOCKS_EVENT_REASONS", OF_A_GPU),
            Map.entry("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", OF_A_GPU),
            // The API server's own metric, for each APIService.
            Map.entry("aggregator_unavailable_apiservice", Set.of("name")),
            Map.entry(
                    "kube_horizontalpodautoscaler_info",
                    with(OF_AN_HPA, "scaletargetref_api_version", "scaletargetref_kind", "scaletargetref_name")),
            Map.entry("kube_horizontalpodautoscaler_status_condition", with(OF_AN_HPA, "condition", "status")),
            Map.entry("kube_horizontalpodautoscaler_status_desired_replicas", OF_AN_HPA),
            Map.entry("kube_horizontalpodautoscaler_status_current_replicas", OF_AN_HPA),
            Map.entry("kube_pod_container_status_restarts_total", OF_A_POD),
            Map.entry("container_cpu_usage_seconds_total", OF_A_POD),
            Map.entry("container_memory_working_set_bytes", OF_A_POD));

    private ForeignSeries() {}

    /** Returns the labels by series name, without labels from the scrape. */
    static Map<String, Set<String>> labels() {
        return LABELS;
    }

    private static Set<String> with(Set<String> labels, String... more) {
        HashSet<String> all = new HashSet<>(labels);
        all.addAll(Set.of(more));
        return Set.copyOf(all);
    }
}
