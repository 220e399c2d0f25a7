package dev.sluice.exporter.model.kubernetes;

/**
 * Whether the exporter's account has a right, as decided by the API server (SelfSubjectAccessReview).
 *
 * @param source source that needs the right, such as {@code kube-hpas}
 * @param verb verb as in roles, such as {@code watch}
 * @param resource human-readable resource with its API group and namespace
 * @param allowed whether the right is granted
 */
public record AccessRight(String source, String verb, String resource, boolean allowed) {}
