package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.Share;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Decodes whole bodies of what stands beside nodes and jobs, for tests. */
public final class FactAnswers {

    private FactAnswers() {}

    public static Diag diag(byte[] body) throws UndecodableAnswer {
        return read(body, DiagReader::read, "statistics").get(0);
    }

    public static DbdStatistics dbd(byte[] body) throws UndecodableAnswer {
        return read(body, DiagReader::dbd, "statistics").get(0);
    }

    public static List<License> licenses(byte[] body) throws UndecodableAnswer {
        return read(body, SharedThings::license, "licenses");
    }

    public static List<Reservation> reservations(byte[] body) throws UndecodableAnswer {
        return read(body, SharedThings::reservation, "reservations");
    }

    public static ControllerConf conf(byte[] body) throws UndecodableAnswer {
        return read(body, SharedThings::conf, "slurm_conf_meta").get(0);
    }

    public static List<Share> shares(byte[] body) throws UndecodableAnswer {
        return read(body, Accounting::share, "shares", "shares");
    }

    public static List<Qos> qos(byte[] body) throws UndecodableAnswer {
        return read(body, Accounting::qos, "qos");
    }

    public static List<Association> associations(byte[] body) throws UndecodableAnswer {
        return read(body, Accounting::association, "associations");
    }

    /** Feeds one byte at a time, so that every place where an answer may be torn is tried. */
    private static <T> List<T> read(byte[] body, Function<JsonTree, Optional<T>> record, String... path)
            throws UndecodableAnswer {
        TreeReader<T> reader =
                new TreeReader<>(List.of(path), record, new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()));
        for (byte one : body) {
            reader.feed(new byte[] {one}, 0, 1);
        }
        Answer<T> answer = reader.end();
        if (answer.unreadable() > 0) {
            throw new UndecodableAnswer(answer.unreadable() + " records cannot be read");
        }
        return answer.records();
    }
}
