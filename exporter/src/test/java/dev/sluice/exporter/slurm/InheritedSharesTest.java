package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.accounting.Share;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests accounts with Fairshare=parent. The records are from slurmrestd 26.05. */
class InheritedSharesTest {

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
}
