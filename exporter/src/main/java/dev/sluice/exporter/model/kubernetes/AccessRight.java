package dev.sluice.exporter.model.kubernetes;

/**
 * Whether our account may do one thing, as the API server itself decides (SelfSubjectAccessReview).
 *
 * @param source name of the source that needs the right, such as {@code kube-hpas}
 * @param verb as in roles, such as {@code watch}
 * @param resource what the verb applies to, with its API group and namespace, for people
 * @param allowed the decision
 */
public record AccessRight(String source, String verb, String resource, boolean allowed) {}
