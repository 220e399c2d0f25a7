package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.slurm.SlurmRequest;
import dev.sluice.exporter.slurm.SourceAnswers;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The records of the accounts with Fairshare=parent are from slurmrestd 26.05. */
class SharesTest {

    private static final String ANSWER = """
            {"shares": {"shares": [
              {"name": "river", "parent": "root", "type": ["ASSOCIATION"],
               "shares": {"set": true, "infinite": false, "number": 100},
               "shares_normalized": {"set": true, "infinite": false, "number": 0.33112582781456956}},
              {"name": "lab", "parent": "river", "type": ["ASSOCIATION"],
               "shares": {"set": true, "infinite": false, "number": 2147483647},
               "shares_normalized": {"set": true, "infinite": false, "number": 0.33112582781456956}},
              {"name": "eve", "parent": "river", "type": ["USER"],
               "shares": {"set": true, "infinite": false, "number": 1},
               "shares_normalized": {"set": true, "infinite": false, "number": 0.007142857142857143}}
            ]}, "errors": [], "warnings": []}
            """;

    @Test
    void anAccountWithTheSharesOfItsParentHasNoShares() throws Exception {
        List<Share> shares = SourceAnswers.shares(ANSWER.getBytes(UTF_8));

        assertThat(shares)
                .extracting(Share::shares)
                .containsExactly(OptionalDouble.of(100), OptionalDouble.empty(), OptionalDouble.of(1));
        assertThat(shares).extracting(Share::parent).containsExactly("root", "river", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            1.25                                           | 1.25
            {"set":true,"infinite":false,"number":0.5}     | 0.5
            {"set":false,"infinite":true,"number":0}       | Infinity
            4294967294.0                                   |
            {"set":false,"infinite":false,"number":0}      |
            """)
    void theRootHasNoLevelAndSharesWithoutUsageAnInfiniteOne(String level, Double expected) throws Exception {
        Share share = share("\"level\":" + level, "ASSOCIATION");

        assertThat(share.level()).isEqualTo(expected == null ? OptionalDouble.empty() : OptionalDouble.of(expected));
    }

    /** Fair Tree, the default, has no factor for accounts, and slurmrestd sends 0. A user's factor can be 0. */
    @ParameterizedTest
    @CsvSource({"ASSOCIATION, 0.25, true", "ASSOCIATION, 0, false", "USER, 0, true"})
    void anAccountHasAFactorInTheClassicAlgorithm(String type, double factor, boolean shown) throws Exception {
        assertThat(share("\"factor\":" + factor, type).factor())
                .isEqualTo(shown ? OptionalDouble.of(factor) : OptionalDouble.empty());
    }

    private static Share share(String fairshare, String type) throws Exception {
        String record = "{\"shares\":{\"shares\":[{\"name\":\"lab\",\"parent\":\"river\",\"type\":[\"" + type
                + "\"],\"fairshare\":{" + fairshare + "}}]}}";
        return SourceAnswers.shares(record.getBytes(UTF_8)).get(0);
    }

    @ParameterizedTest
    @CsvSource({"'', river, ASSOCIATION", "eve, '', USER"})
    void sharesWithoutANameOrAccountAreUnreadable(String name, String parent, String type) {
        assertThat(SlurmRequest.SHARES
                        .records()
                        .read(JsonTree.ofText("{\"name\":\"" + name + "\",\"parent\":\"" + parent + "\",\"type\":[\""
                                + type + "\"]}")))
                .isEmpty();
    }
}
