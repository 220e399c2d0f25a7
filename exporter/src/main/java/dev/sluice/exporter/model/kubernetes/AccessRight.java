package dev.sluice.exporter.model.kubernetes;

/**
 * Whether the exporter's account has a permission, according to the API server (SelfSubjectAccessReview).
 *
 * @param source source that needs the permission, such as {@code kube-hpas}
 * @param verb verb as in roles, such as {@code watch}
 * @param resource human-readable resource with its API group and namespace
 * @param allowed whether the permission is granted
 */
public record AccessRight(String source, String verb, String resource, boolean allowed) {}
