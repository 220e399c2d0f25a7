package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UserNamesTest {

    private final List<String> requests = new ArrayList<>();
    private Future<Optional<String>> answer = Future.succeededFuture(Optional.of("ada"));
    private final UserNames names = new UserNames((user, job) -> {
        requests.add(user + " by job " + job);
        return answer;
    });

    @Test
    void knowsAUserAfterTheListWithTheUsersFirstJob() {
        list(7001, 12, 0);

        assertThat(names.of(7001)).contains("ada");
        assertThat(names.of(7002)).isEmpty();
    }

    @Test
    void requestsOneJobOfEachUser() {
        names.nextList();
        names.add(7001, 12, 0);
        names.add(7001, 13, 0);
        names.add(7002, 14, 0);
        names.request();

        assertThat(requests).containsExactlyInAnyOrder("7001 by job 12", "7002 by job 14");
    }

    @Test
    void prefersAJobThatIsNotTheFirstOfItsArray() {
        names.nextList();
        names.add(7001, 101, 100);
        names.add(7001, 100, 100);
        names.request();

        assertThat(requests).containsExactly("7001 by job 101");
    }

    @Test
    void requestsTheFirstJobOfAnArrayWithUpTo20Records() {
        listOfArray(20);

        assertThat(requests).containsExactly("7001 by job 100");
    }

    @Test
    void doesNotMakeSlurmrestdSendALargeArray() {
        listOfArray(21);

        assertThat(requests).isEmpty();
    }

    /** squeue shows {@code N/A} as the task of the first record if the array was cancelled before its start. */
    @Test
    void doesNotMakeSlurmrestdSendALargeCancelledArray() {
        names.nextList();
        names.add(7001, 100, 0);
        for (int i = 1; i <= 21; i++) {
            names.add(7002, 100 + i, 100);
        }
        names.request();

        assertThat(requests).containsExactly("7002 by job 101");
    }

    /** The records of the other tasks belong to other users, so that only the first job is of this user. */
    private void listOfArray(int records) {
        names.nextList();
        names.add(7001, 100, 100);
        for (int i = 1; i < records; i++) {
            names.add(7002, 100, 100);
        }
        names.add(7002, 99, 0);
        names.request();
        requests.remove("7002 by job 99");
    }

    @Test
    void requestsAtMostTenUsersAfterAList() {
        names.nextList();
        for (int user = 7001; user <= 7030; user++) {
            names.add(user, user, 0);
        }
        names.request();
        assertThat(requests).hasSize(10);

        names.request();
        assertThat(requests).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void requestsAnUnknownUserAgainAfterFortyLists() {
        answer = Future.succeededFuture(Optional.empty());
        for (int i = 0; i < 40; i++) {
            list(7001, 12, 0);
        }
        assertThat(requests).hasSize(1);

        list(7001, 12, 0);
        assertThat(requests).hasSize(2);
    }

    @Test
    void stopsAtAFailure() {
        answer = Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "slow"));
        names.nextList();
        names.add(7001, 12, 0);
        names.add(7002, 13, 0);
        names.request();

        assertThat(requests).hasSize(1);
    }

    @Test
    void sendsOneRequestAtATime() {
        Promise<Optional<String>> late = Promise.promise();
        answer = late.future();
        list(7001, 12, 0);
        list(7002, 13, 0);
        assertThat(requests).containsExactly("7001 by job 12");

        late.complete(Optional.of("ada"));
        list(7002, 13, 0);
        assertThat(requests).containsExactly("7001 by job 12", "7002 by job 13");
    }

    private void list(long user, long job, long array) {
        names.nextList();
        names.add(user, job, array);
        names.request();
    }
}
