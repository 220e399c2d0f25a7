package dev.sluice.fakecloudwatch;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request as it came, and what became of it. */
public final class PutRequest {

    private final Head head;
    private final byte[] wireBody;
    private final byte[] body;
    private final String namespace;
    private final List<PutDatum> data;
    private final Optional<Refusal> refusal;

    /** How a request begins; the names of headers are in lower case. */
    record Head(String method, URI uri, Map<String, List<String>> headers) {}

    PutRequest(
            Head head, byte[] wireBody, byte[] body, String namespace, List<PutDatum> data, Optional<Refusal> refusal) {
        this.head = head;
        this.wireBody = wireBody.clone();
        this.body = body.clone();
        this.namespace = namespace;
        this.data = List.copyOf(data);
        this.refusal = refusal;
    }

    public String method() {
        return head.method();
    }

    public URI uri() {
        return head.uri();
    }

    /** By name in lower case. */
    public Map<String, List<String>> headers() {
        return head.headers();
    }

    /** As it came, perhaps compressed. */
    public byte[] wireBody() {
        return wireBody.clone();
    }

    /** What it says, not compressed. */
    public byte[] body() {
        return body.clone();
    }

    /** CloudWatch namespace; empty where the request was refused before that was known. */
    public String namespace() {
        return namespace;
    }

    /** Empty where the request was refused. */
    public List<PutDatum> data() {
        return data;
    }

    /** Why it was refused. */
    public Optional<Refusal> refusal() {
        return refusal;
    }
}
