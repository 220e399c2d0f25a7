package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Hostlist;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Hostlists as sets, each expanded once. */
final class HostNames {

    private final Map<String, Set<String>> sets = new HashMap<>();

    Set<String> of(String hostlist) {
        return sets.computeIfAbsent(
                hostlist, text -> Set.copyOf(Hostlist.parse(text).names()));
    }
}
