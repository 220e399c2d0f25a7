package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import java.time.Instant;
import java.util.List;

/** Decodes complete bodies of all responses except nodes and jobs, for tests. */
public final class SourceAnswers {

    private SourceAnswers() {}

    public static Diag diag(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.DIAG).get(0);
    }

    public static DbdStatistics dbd(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.DBD).get(0);
    }

    public static List<License> licenses(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.LICENSES);
    }

    public static List<Reservation> reservations(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.RESERVATIONS);
    }

    public static ControllerConf conf(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.CONF).get(0);
    }

    public static List<Share> shares(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.SHARES);
    }

    public static List<Qos> qos(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.QOS);
    }

    public static List<Association> associations(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.ASSOCIATIONS);
    }

    public static List<AccountedRun> runs(byte[] body) throws FetchFailure {
        return read(body, SlurmRequest.runs(Instant.EPOCH, Instant.EPOCH, Accelerators.GPUS));
    }

    /** Reads one byte at a time, to test every position at which a response can be split. */
    static <T> List<T> read(byte[] body, SlurmRequest<T> request) throws FetchFailure {
        AnswerReader<T> answer = Answers.decode(request.records(), body, 1);
        if (answer.unreadable() > 0) {
            throw new FetchFailure(FailureKind.UNDECODABLE, answer.unreadable() + " records cannot be read");
        }
        return answer.records();
    }
}
