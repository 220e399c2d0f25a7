package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.model.controller.Reservation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of reservations whose jobs may be on no others. */
public final class Reservations {

    private static final String FLEX = "FLEX";

    private final Map<String, NodeBits> byName = new HashMap<>();
    private final NodeIndex lists;

    public Reservations(List<Reservation> reservations, NodeIndex lists) {
        this.lists = lists;
        for (Reservation reservation : reservations) {
            if (!reservation.nodeList().isEmpty() && !reservation.flags().contains(FLEX)) {
                byName.put(reservation.name(), lists.list(reservation.nodeList()));
            }
        }
    }

    /** Whether a job of the reservation can be on the nodes of the reservation alone; of one that is not known it can. */
    public boolean binds(String name) {
        return byName.containsKey(name);
    }

    /** The nodes; none of a reservation that does not bind. */
    public NodeBits nodes(String name) {
        NodeBits known = byName.get(name);
        return known == null ? lists.list("") : known;
    }
}
