package dev.sluice.exporter.rules;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All series that a query may use: the families that Sluice publishes, the recording rules, and a short list of
 * third-party series.
 */
final class Catalogue {

    /** Includes the adapter's own metrics, from docs/autoscaler-adapter.md, and the objectives of a site. */
    private static final Set<String> OF_OTHERS = Set.of("""
            up ALERTS qos_le:slurm_job_wait_seconds:objective account_le:slurm_job_wait_by_account_seconds:objective
            account:slurm_account_cost_total:budget sluice_adapter_build_info sluice_adapter_requests_total
            sluice_adapter_request_seconds_bucket sluice_adapter_cluster_age_seconds sluice_adapter_cluster_trusted
            sluice_adapter_certificate_expiry_timestamp_seconds sluice_adapter_certificate_lifetime_seconds
            sluice_adapter_value DCGM_FI_DEV_GPU_UTIL DCGM_FI_DEV_XID_ERRORS DCGM_EXP_XID_ERRORS_COUNT
            DCGM_FI_DEV_GPU_TEMP DCGM_FI_DEV_POWER_USAGE DCGM_FI_DEV_FB_USED DCGM_FI_DEV_FB_FREE
            DCGM_FI_PROF_SM_ACTIVE DCGM_FI_PROF_PIPE_TENSOR_ACTIVE DCGM_FI_PROF_DRAM_ACTIVE
            DCGM_FI_PROF_NVLINK_TX_BYTES DCGM_FI_DEV_SM_CLOCK DCGM_FI_DEV_CLOCKS_EVENT_REASONS
            DCGM_FI_DEV_CLOCK_THROTTLE_REASONS aggregator_unavailable_apiservice kube_horizontalpodautoscaler_info
            kube_horizontalpodautoscaler_status_condition kube_horizontalpodautoscaler_status_desired_replicas
            kube_horizontalpodautoscaler_status_current_replicas kube_pod_container_status_restarts_total
            container_cpu_usage_seconds_total container_memory_working_set_bytes
            """.strip().split("\\s+", -1));

    private final Set<String> names = new TreeSet<>();
    private final Set<String> counters = new HashSet<>();

    private Catalogue() {
        names.addAll(OF_OTHERS);
        OF_OTHERS.stream().filter(name -> name.endsWith("_total")).forEach(counters::add);
        for (MetricFamily family : MetricCatalog.families()) {
            if (family.type() == MetricType.HISTOGRAM) {
                for (String suffix : List.of("_bucket", "_sum", "_count")) {
                    names.add(family.name() + suffix);
                    counters.add(family.name() + suffix);
                }
            } else {
                names.add(family.name());
            }
            if (family.type() == MetricType.COUNTER) {
                counters.add(family.name());
            }
        }
    }

    /** Returns the catalogue without recording rules. */
    static Catalogue ofFamilies() {
        return new Catalogue();
    }

    /** Returns the catalogue with the recording rules of {@code alerts/}. */
    static Catalogue withRules(List<Rule> rules) {
        Catalogue catalogue = new Catalogue();
        rules.stream().filter(Rule::recording).map(Rule::name).forEach(catalogue.names::add);
        return catalogue;
    }

    /** Returns true if the series is a counter. Queries must read counters with rate or increase. */
    boolean counter(String series) {
        return counters.contains(series);
    }

    /** Returns the series of an expression that do not exist. */
    Set<String> unknown(String expression) {
        Set<String> unknown = new TreeSet<>(PromQl.series(expression));
        unknown.removeAll(names);
        return unknown;
    }
}
