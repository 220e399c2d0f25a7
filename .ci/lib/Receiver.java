import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Receives Alertmanager's notifications and prints the receiver (the path) and the message, one notification per line.
 */
class Receiver {
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            System.out.println(exchange.getRequestURI().getPath() + " " + body.replace("\n", " "));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        System.out.println("port=" + server.getAddress().getPort());
        server.start();
    }
}
