package dev.sluice.adapter.config;

import java.util.Locale;

/** An API group that the adapter serves and that an APIService can register. */
public enum ApiGroup {
    EXTERNAL("v1beta1.external.metrics.k8s.io"),
    CUSTOM("v1beta2.custom.metrics.k8s.io");

    private final String apiService;

    ApiGroup(String apiService) {
        this.apiService = apiService;
    }

    /** Returns the name of the group's APIService. */
    public String apiService() {
        return apiService;
    }

    /** Returns the group's name in settings. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
