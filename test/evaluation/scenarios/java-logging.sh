# A Java program with java.util.logging: pool start, jobs, an exception with its stack, and a compile error.
cat > Importer.java <<'T'
import java.util.*; import java.util.logging.*; import java.util.concurrent.*;
public class Importer {
  static final Logger LOG = Logger.getLogger("importer");
  public static void main(String[] a) throws Exception {
    LOG.info("Thread pool started with 2 workers");
    ExecutorService pool = Executors.newFixedThreadPool(1);
    String[] files = {"prices.csv", "customers.csv", "suppliers.csv", "images.zip", "returns.csv"};
    for (String f : files) pool.submit(() -> run(f)).get();
    LOG.info("Import summary: 2 succeeded, 2 failed, 1 skipped");
    try { Class.forName("org.postgresql.Driver"); } catch (ClassNotFoundException e) { LOG.log(Level.SEVERE, "Database driver could not be loaded", e); }
    try { new ProcessBuilder("no-such-converter").start(); } catch (Exception e) { LOG.severe("Converter did not start: " + e.getMessage()); }
    pool.shutdown(); LOG.info("Thread pool terminated cleanly: " + pool.awaitTermination(1, TimeUnit.SECONDS));
    Object o = List.of(); LOG.fine("not shown"); LOG.warning("Heap usage above 80 percent");
    try { ((List<Object>) o).get(3); } catch (IndexOutOfBoundsException e) { LOG.log(Level.WARNING, "Retention job found no snapshots", e); }
    throw new IllegalStateException("checksum of manifest does not match");
  }
  static void run(String file) {
    LOG.info("Importing " + file);
    if (file.endsWith(".zip")) { LOG.info("Skipping " + file + ": archives are not supported"); return; }
    try {
      if (file.startsWith("s")) throw new java.io.FileNotFoundException(file);
      if (file.startsWith("r")) Integer.parseInt("12,5");
      LOG.info("Imported " + file + " (240 rows)");
    } catch (Exception e) { LOG.log(Level.SEVERE, "Import of " + file + " failed", e); }
  }
}
T
cat > Broken.java <<'T'
public class Broken { String s = 5; void f() { undefinedCall(); } }
T
javac Broken.java; javac Importer.java && java Importer
