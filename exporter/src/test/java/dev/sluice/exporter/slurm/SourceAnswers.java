package dev.sluice.exporter.slurm;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.controller.ControllerConf;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordList;
import java.util.List;

/** Decodes complete bodies of all responses except nodes and jobs, for tests. */
public final class SourceAnswers {

    private SourceAnswers() {}

    public static Diag diag(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.DIAG).get(0);
    }

    public static DbdStatistics dbd(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.DBD).get(0);
    }

    public static List<License> licenses(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.LICENSES);
    }

    public static List<Reservation> reservations(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.RESERVATIONS);
    }

    public static ControllerConf conf(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.CONF).get(0);
    }

    public static List<Share> shares(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.SHARES);
    }

    public static List<Qos> qos(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.QOS);
    }

    public static List<Association> associations(byte[] body) throws UndecodableJson {
        return read(body, TreeRequest.ASSOCIATIONS);
    }

    /** Reads one byte at a time, to test every position at which a response can be split. */
    static <T> List<T> read(byte[] body, TreeRequest<T> request) throws UndecodableJson {
        AnswerReader<T> reader = new AnswerReader<>(
                new RecordList(request.path(), request.members(), Integer.MAX_VALUE),
                request.record(),
                new ReadMemory());
        Answer<T> answer = Answers.read(reader, body, 1);
        if (answer.unreadable() > 0) {
            throw new UndecodableJson(answer.unreadable() + " records cannot be read");
        }
        return answer.records();
    }
}
