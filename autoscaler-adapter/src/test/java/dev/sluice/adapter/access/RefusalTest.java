package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.adapter.access.AccessRequest.ResourceAttributes;
import dev.sluice.adapter.access.Reviews.Verdict;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusalTest {

    private static final Verdict NO = new Verdict(false, "");

    private static String refusal(String user, String verb, ResourceAttributes resource, Verdict verdict) {
        AccessRequest request = new AccessRequest(verb, "/ignored", Optional.of(resource), List.of(), List.of());
        return Refusal.of(new User(user, "", List.of(), Map.of()), request, verdict);
    }

    @Test
    void aSubresourceOfAnObjectIsRefusedAsTheRealApiServerRefusedIt() throws IOException {
        JsonNode captured =
                new ObjectMapper().readTree(Capture.ofKubernetes("1.36").bytes("errors/403-jane-scale-patch.json"));
        ResourceAttributes scale =
                new ResourceAttributes("slinky.slurm.net", "v1beta1", "slurm", "nodesets", "scale", "slurm-worker-cpu");
        assertThat(refusal("jane", "patch", scale, NO))
                .isEqualTo(captured.get("message").asText());
    }

    @Test
    void aPathIsRefusedWithTheReason() {
        AccessRequest request = new AccessRequest("get", "/metrics", Optional.empty(), List.of(), List.of());
        User user = new User("jane", "", List.of(), Map.of());
        assertThat(Refusal.of(user, request, new Verdict(false, "no rule <b>")))
                .as("the reason is the authorizer's own")
                .isEqualTo("forbidden: User \"jane\" cannot get path \"/metrics\": no rule <b>");
    }

    @Test
    void whatLooksLikeHtmlDoesNotAnyMore() {
        AccessRequest request = new AccessRequest("get", "/<a>&", Optional.empty(), List.of(), List.of());
        User user = new User("<script>", "", List.of(), Map.of());
        assertThat(Refusal.of(user, request, NO))
                .isEqualTo("forbidden: User \"&lt;script&gt;\" cannot get path \"/&lt;a&gt;&amp;\"");
    }

    /**
     * Most examples are from the documentation of Go's package strconv. Some further examples are derived from these
     * examples.
     */
    @Test
    void quotesAsGoDoes() {
        assertThat(Refusal.quoted("hi\nthere\u0000\u0007\u000b\u007f")).isEqualTo("\"hi\\nthere\\x00\\a\\v\\x7f\"");
        assertThat(Refusal.quoted("\"Fran & Freddie's Diner\t\u263a\""))
                .isEqualTo("\"\\\"Fran & Freddie's Diner\\t\u263a\\\"\"");
        assertThat(Refusal.quoted("\u00a0\u200b\ufeff\u2028")).isEqualTo("\"\\u00a0\\u200b\\ufeff\\u2028\"");
    }
}
