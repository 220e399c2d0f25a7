import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Forwards TCP connections to a server, as a separate process that can be killed while the server keeps running. */
class Forwarder {
    public static void main(String[] args) throws IOException {
        int target = Integer.parseInt(args[1]);
        try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("port=" + server.getLocalPort());
            while (true) {
                Socket client = server.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
                copy(client, behind);
                copy(behind, client);
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        Thread thread = new Thread(() -> {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                in.transferTo(to.getOutputStream());
            } catch (IOException e) {
                // One side closed the connection; closing tells the other.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
