package dev.sluice.fakecloudwatch;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A received request and its result. */
public final class PutRequest {

    private final Head head;
    private final byte[] wireBody;
    private final byte[] body;
    private final String namespace;
    private final List<PutDatum> data;
    private final Optional<Refusal> refusal;

    /** The head of a request; header names are in lower case. */
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

    /** Returns the headers, by name in lower case. */
    public Map<String, List<String>> headers() {
        return head.headers();
    }

    /** Returns the received body, possibly compressed. */
    public byte[] wireBody() {
        return wireBody.clone();
    }

    public byte[] body() {
        return body.clone();
    }

    /** Returns the CloudWatch namespace; empty if the request was refused before the namespace was read. */
    public String namespace() {
        return namespace;
    }

    /** Returns the data; empty for a refused request. */
    public List<PutDatum> data() {
        return data;
    }

    Optional<Refusal> refusal() {
        return refusal;
    }
}
