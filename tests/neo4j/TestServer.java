import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/**
 * A Neo4j Community server for tests: Bolt on 127.0.0.1, with authentication.
 *
 * <p>Arguments: the data folder, which holds neo4j.conf, the port, and the seconds to wait. The password of the user neo4j stands in the environment variable
 * TEST_SERVER_PASSWORD. When the server answers, the file "ready" appears in the data folder. It stops on SIGTERM, and
 * by itself when its standard input ends, so that it never outlives the tests.
 */
public class TestServer {
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        SocketAddress bolt = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
        DatabaseManagementService service = new DatabaseManagementServiceBuilder(folder)
                .loadPropertiesFromFile(folder.resolve("neo4j.conf"))
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, bolt)
                .setConfig(BoltConnector.advertised_address, bolt)
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        service.database("system").executeTransactionally(
                "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED",
                Map.of("password", System.getenv("TEST_SERVER_PASSWORD")));
        // The users' database opens in the background; an imported one first builds its indexes.
        if (!service.database("neo4j").isAvailable(Long.parseLong(arguments[2]) * 1000)) {
            throw new IllegalStateException("The database neo4j did not open in " + arguments[2] + " seconds");
        }
        Files.createFile(folder.resolve("ready"));
        while (System.in.read() >= 0) {
            // Wait until the test process closes the pipe or dies.
        }
        System.exit(0);
    }
}
