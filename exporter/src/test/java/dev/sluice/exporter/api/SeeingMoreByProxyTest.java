package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.ProxyReader.ALICE;
import static dev.sluice.exporter.api.ProxyReader.BOB;
import static dev.sluice.exporter.api.ProxyReader.OF_OTHERS;
import static dev.sluice.exporter.api.ProxyReader.PATHS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.RawConnection.Reply;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.ProxyConfig;
import dev.sluice.exporter.access.ProxyConfig.AddressRange;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what a user can see if a trusted proxy names the user. Also tests attempts to impersonate such a user, or to
 * see more.
 */
class SeeingMoreByProxyTest {

    private static final PrivateData JOBS = new PrivateData(true, false);

    @RegisterExtension
    private final ProxyReader reader = new ProxyReader();

    @Test
    void ownJobsAreShownInFull() throws Exception {
        JsonNode job = reader.json("/api/v1/why/job/20", ALICE).at("/jobs/0");

        assertThat(job.path("user").asText()).isEqualTo("alice");
        assertThat(job.path("account").asText()).isEqualTo("chemistry");
        assertThat(job.path("name").asText()).isEqualTo("job-of-alice");
        assertThat(reader.json("/api/v1/why/job/40", ALICE).at("/jobs/0").has("user"))
                .isFalse();
        assertThat(reader.ids("/api/v1/jobs?user=alice&sort=id", ALICE)).containsExactly(20L, 30L, 31L, 4714L);
        assertThat(reader.ids("/api/v1/why/user/alice", ALICE)).containsExactlyInAnyOrder(20L, 30L, 31L, 4714L);
        assertThat(reader.ids("/api/v1/waste?user=alice", ALICE)).containsExactly(20L);
        assertThat(reader.proxied("/api/v1/now", ALICE).text()).contains("\"user\":\"alice\"");
    }

    @Test
    void ownAccountingIsShownInFull() throws Exception {
        JsonNode own = reader.json("/api/v1/users/alice", ALICE);
        JsonNode account = reader.json("/api/v1/accounts/chemistry", ALICE);

        assertThat(own.path("fairShare")).hasSize(1);
        assertThat(own.at("/fairShare/0/account").asText()).isEqualTo("chemistry");
        assertThat(own.path("limits").toString()).contains("\"name\":\"chemistry\"");
        assertThat(account.path("fairShare")).hasSize(1);
        assertThat(account.at("/fairShare/0/user").asText()).isEqualTo("alice");
    }

    @Test
    void jobsOfOthersAreShownAsToAnybody() throws Exception {
        for (String path : PATHS) {
            assertThat(reader.proxied(path, ALICE).text()).as(path).doesNotContain(OF_OTHERS);
        }
        assertThat(reader.ids("/api/v1/jobs?sort=id", ALICE))
                .isEqualTo(reader.ids("/api/v1/jobs?sort=id"))
                .hasSize(9);
        for (String path :
                List.of("/api/v1/users/", "/api/v1/why/user/", "/api/v1/jobs?user=", "/api/v1/waste?user=")) {
            Reply known = reader.proxied(path + "bob", ALICE);

            assertThat(known.status()).as(path).isEqualTo(403);
            assertThat(known.text())
                    .isEqualTo(reader.proxied(path + "nobody", ALICE).text());
        }
        assertThat(reader.proxied("/api/v1/accounts/physics", ALICE).text())
                .isEqualTo(reader.proxied("/api/v1/accounts/nothing", ALICE).text());
    }

    @Test
    void jobsOfOthersInTheOwnAccountStayHidden() throws Exception {
        assertThat(reader.ids("/api/v1/jobs?account=chemistry&sort=id", ALICE)).containsExactly(20L, 30L, 31L, 4714L);
        assertThat(ProxyReader.ids(reader.json("/api/v1/why/job/31", ALICE).at("/jobs/0/limits/0/jobs")))
                .containsExactly(20L);
        assertThat(ProxyReader.ids(reader.json("/api/v1/why/job/30", ALICE).at("/jobs/0/limits/0/jobs")))
                .containsExactly(20L);
        for (String other : List.of("41", "51")) {
            assertThat(reader.json("/api/v1/why/job/" + other, ALICE).at("/jobs/0/limits/0/jobs"))
                    .as(other)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Auth-User: root",
                "X-Auth-User: bob\nX-Auth-Groups: hpc-admins",
                "x-auth-user: bob\nx-auth-groups: users, hpc-admins"
            })
    void operatorsSeeEverything(String headers) throws Exception {
        String[] lines = headers.split("\n");

        assertThat(reader.proxied("/api/v1/jobs", lines).text())
                .contains("alice", "bob", "carol", "chemistry", "physics", "job-of-carol");
        assertThat(reader.ids("/api/v1/jobs?user=carol&sort=id", lines)).containsExactly(50L, 51L);
        assertThat(reader.proxied("/api/v1/users/alice", lines).status()).isEqualTo(200);
        assertThat(reader.json("/api/v1/accounts/chemistry", lines).path("fairShare"))
                .hasSize(3);
    }

    /** Each line is an attempt, with the address and the headers of the client. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.2|X-Auth-User: alice",
                "127.0.0.2|X-Auth-User: root",
                "127.0.0.2|X-Auth-User: bob|X-Auth-Groups: hpc-admins",
                "127.0.0.2|X-Auth-User: alice|X-Forwarded-For: 127.0.0.1",
                "127.0.0.2|X-Auth-User: alice|X-Forwarded-For: 127.0.0.1, 127.0.0.1|X-Real-IP: 127.0.0.1",
                "127.0.0.2|X-Auth-User: alice|Forwarded: for=127.0.0.1;by=127.0.0.1",
                "127.0.0.2|X-Auth-User: alice|X-Client-IP: 127.0.0.1|True-Client-IP: 127.0.0.1|Via: 1.1 127.0.0.1",
                "127.0.0.1|X-Auth-User:",
                "127.0.0.1|X-Auth-User:   ",
                "127.0.0.1|X_Auth_User: alice",
                "127.0.0.1|X-Auth-User-: alice",
                "127.0.0.1|X-Forwarded-User: alice|Remote-User: alice|X-Remote-User: alice",
                "127.0.0.1|Connection: X-Auth-User",
                "127.0.0.1|Cookie: X-Auth-User=alice",
                "127.0.0.1|Authorization: Basic YWxpY2U6|X-SLURM-USER-NAME: alice"
            })
    void nobodyIsNamed(String attempt) throws Exception {
        String[] parts = attempt.split("\\|");
        String[] headers = List.of(parts).subList(1, parts.length).toArray(String[]::new);
        for (String path : PATHS) {
            Reply anonymous = reader.from(parts[0], path);
            Reply forged = reader.from(parts[0], path, headers);

            assertThat(forged.status()).as(path).isEqualTo(anonymous.status());
            assertThat(forged.text()).as(path).isEqualTo(anonymous.text()).doesNotContain("job-of-");
        }
        assertThat(reader.from(parts[0], "/api/v1/now", headers).text()).doesNotContain("\"user\"");
    }

    /** Otherwise, an unreadable user would be nobody, who may see more than a user. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Auth-User: alice|X-Auth-User: alice",
                "X-Auth-User: alice|X-Auth-User: bob",
                "X-Auth-User: alice|x-auth-user: root",
                "X-AUTH-USER: |X-Auth-User: alice",
                "X-Auth-User: alice,bob",
                "X-Auth-User: alice, root",
                "X-Auth-User: alice;root",
                "X-Auth-User: alice bob",
                "X-Auth-User: alice\troot",
                "X-Auth-User: \"alice\"",
                "X-Auth-User: alic\u00e9",
                "X-Auth-User: *",
                "X-Auth-User: alice%00",
                "X-Auth-User: alice|X-Auth-Groups: a|X-Auth-Groups: hpc-admins",
                "X-Auth-Groups: hpc-admins",
                "X-Auth-User: alice|X-Auth-Groups: a\tb"
            })
    void headersThatCannotBeReadAreRefused(String attempt) throws Exception {
        for (String path : PATHS) {
            assertThat(reader.proxied(path, attempt.split("\\|")).status())
                    .as(path)
                    .isEqualTo(400);
        }
    }

    @Test
    void nextRequestOnTheSameConnection() throws Exception {
        try (TlsClient client = TlsClient.plain(reader.port())) {
            assertThat(client.get("/api/v1/jobs", ALICE).text()).contains("job-of-alice");
            assertThat(client.get("/api/v1/jobs").text()).doesNotContain("job-of-");
            assertThat(client.get("/api/v1/jobs", BOB).text())
                    .contains("job-of-bob")
                    .doesNotContain("alice");
        }
    }

    @Test
    void answersOfOneReaderInACache() throws Exception {
        for (String path : PATHS) {
            Reply reply = reader.proxied(path, ALICE, "If-None-Match: *", "If-Modified-Since: x");

            assertThat(reply.header("Cache-Control")).as(path).containsExactly("no-store");
            assertThat(reply.header("Vary")).containsExactly("X-Auth-User, X-Auth-Groups");
            assertThat(reply.header("ETag")).isEmpty();
        }
    }

    @Test
    void privateJobsOfOthersDoNotExist() throws Exception {
        reader.restart(JOBS);

        List<Long> own = List.of(20L, 30L, 31L, 4714L);
        assertThat(reader.ids("/api/v1/jobs?sort=id", ALICE)).isEqualTo(own);
        assertThat(reader.json("/api/v1/jobs", ALICE).path("records").asInt()).isEqualTo(4);
        assertThat(reader.ids("/api/v1/waste", ALICE)).containsExactly(20L);
        assertThat(reader.ids("/api/v1/nodes/n1", ALICE)).containsExactly(20L);
        assertThat(ProxyReader.ids(
                        reader.json("/api/v1/why/nodeset/slurm/gpu", ALICE).at("/nodeSet/jobs")))
                .containsExactly(4714L);
        assertThat(ProxyReader.ids(reader.json("/api/v1/why/job/31", ALICE).at("/jobs/0/limits/0/jobs")))
                .containsExactly(20L);
        for (int id : List.of(40, 41, 50, 51, 4715)) {
            Reply reply = reader.proxied("/api/v1/why/job/" + id, ALICE);

            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.text().replace(Integer.toString(id), "99"))
                    .isEqualTo(reader.proxied("/api/v1/why/job/99", ALICE).text());
        }
        assertThat(reader.ids("/api/v1/jobs", "X-Auth-User: root")).hasSize(9);
        String explained = "/api/v1/demand?explain=true";
        assertThat(reader.ids(explained, ALICE)).containsExactly(4714L);
        assertThat(reader.ids(explained, "X-Auth-User: root")).hasSize(5);
        for (String nobody : List.of("127.0.0.1", "127.0.0.2")) {
            for (String path : PATHS) {
                assertThat(reader.from(nobody, path).text()).as(path).doesNotContain("\"jobId\"", "4714");
            }
        }
        assertThat(reader.proxied("/api/v1/why/job/20").status()).isEqualTo(404);
    }

    /** The event loop also polls slurmrestd. */
    @Test
    void noRequestVisitsJobsOnTheEventLoop() throws Exception {
        reader.restart(JOBS);

        for (String path : PATHS) {
            reader.proxied(path, ALICE);

            assertThat(reader.jobsReadOnEventLoop()).as(path).isZero();
        }
    }

    @Test
    void privateUsageOfOthersIsHidden() throws Exception {
        reader.restart(new PrivateData(false, true));

        assertThat(reader.json("/api/v1/accounts/chemistry", ALICE).path("fairShare"))
                .hasSize(1);
        assertThat(reader.json("/api/v1/users/alice", ALICE).path("fairShare")).hasSize(1);
        assertThat(reader.json("/api/v1/users/alice", "X-Auth-User: root").path("fairShare"))
                .hasSize(1);
    }

    @Test
    void proxyWithoutTheNamedCertificate() throws Exception {
        Protection mutual = Protection.of(
                "api",
                new ListenConfig(
                        "127.0.0.1",
                        0,
                        Optional.of(new ListenConfig.Tls(
                                TlsClient.pem("server"),
                                TlsClient.pem("server-key"),
                                Optional.of(TlsClient.pem("ca")))),
                        Optional.empty()),
                false);
        reader.restart(mutual, certified("sluice", List.of()), PrivateData.NONE);
        try (TlsClient client = TlsClient.showing(reader.port(), "client");
                TlsClient silent = TlsClient.secure(reader.port())) {
            assertThat(client.get("/api/v1/jobs", ALICE).text()).contains("job-of-alice");
            assertThat(client.get("/api/v1/jobs").text()).doesNotContain("job-of-");
            assertThat(silent.get("/api/v1/jobs", ALICE).status()).isEqualTo(403);
            assertThat(silent.get("/api/v1/jobs", ALICE).text()).doesNotContain("job-of-");
        }
        for (ProxyConfig other : List.of(
                certified("oauth2-proxy", List.of()),
                certified("sluice", List.of(AddressRange.parse("10.0.0.0/8").orElseThrow())))) {
            reader.restart(mutual, other, PrivateData.NONE);
            try (TlsClient client = TlsClient.showing(reader.port(), "client")) {
                assertThat(client.get("/api/v1/jobs", ALICE).text()).doesNotContain("job-of-");
            }
        }
    }

    private static ProxyConfig certified(String name, List<AddressRange> addresses) {
        return new ProxyConfig("X-Auth-User", Optional.empty(), addresses, List.of(name), List.of(), List.of(), false);
    }
}
