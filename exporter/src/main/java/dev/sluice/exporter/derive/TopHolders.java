package dev.sluice.exporter.derive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The users, or accounts, with the largest use, and the rest of them as one.
 *
 * @param top name and use, largest use first
 * @param other the sum over those who are not among the top
 * @param folded how many those are
 */
public record TopHolders(List<Map.Entry<String, Holder>> top, Holder other, int folded) {

    public TopHolders {
        top = List.copyOf(top);
    }

    /** Picks the top; equal uses are told apart by name, so that the choice does not flap. */
    static TopHolders of(Map<String, Holder> holders, int limit) {
        List<Map.Entry<String, Holder>> sorted = new ArrayList<>(holders.size());
        holders.forEach((name, holder) -> sorted.add(Map.entry(name, holder)));
        sorted.sort(
                Map.Entry.<String, Holder>comparingByValue(Holder.BY_USE).thenComparing(Map.Entry.comparingByKey()));
        int kept = Math.min(limit, sorted.size());
        Holder other = Holder.NOTHING;
        for (Map.Entry<String, Holder> entry : sorted.subList(kept, sorted.size())) {
            other = other.plus(entry.getValue());
        }
        return new TopHolders(sorted.subList(0, kept), other, sorted.size() - kept);
    }
}
