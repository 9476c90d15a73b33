cat > Batch.java <<'JAVA'
import java.io.*; import java.net.*; import java.nio.file.*; import java.util.*; import java.util.concurrent.*;
public class Batch {
  static int n = 0;
  static void log(String level, String cls, String msg) { System.out.printf("2026-01-20 03:%02d:%02d,%03d [main] %-5s c.e.batch.%s - %s%n", n / 60, n % 60, (n * 37) % 1000, level, cls, msg); n++; }
  interface Step { void run() throws Exception; }
  static void step(String name, Step s) {
    log("INFO", "StepRunner", "Executing step: [" + name + "]");
    try { s.run(); log("INFO", "StepRunner", "Step: [" + name + "] executed in " + (name.length() * 13) + "ms"); }
    catch (Exception e) { log("ERROR", "StepRunner", "Encountered an error executing step " + name);
      StringWriter w = new StringWriter(); e.printStackTrace(new PrintWriter(w)); String[] l = w.toString().split("\n"); for (int i = 0; i < Math.min(3, l.length); i++) System.out.println(l[i]); }
  }
  public static void main(String[] a) throws Exception {
    log("INFO", "Launcher", "Job: [name=nightlySettlement] launched with parameters: {date=2026-01-19}");
    step("loadTrades", () -> { Files.writeString(Path.of("trades.csv"), "1;10\n2;20\n"); log("DEBUG", "TradeReader", "read 2 trades from trades.csv"); });
    step("loadRates", () -> Files.readString(Path.of("rates-EUR.xml")));
    step("convertCurrency", () -> Integer.parseInt("12,5"));
    step("matchCounterparties", () -> log("INFO", "Matcher", "matched 2 of 2 trades, 0 unmatched"));
    step("nettingRun", () -> { int[] x = new int[2]; x[2] = 1; });
    step("exportLedger", () -> { Files.writeString(Path.of("ledger.dat"), "x"); log("INFO", "LedgerWriter", "ledger.dat: 2 records, 18 bytes"); });
    step("transferToClearing", () -> { try (Socket s = new Socket()) { s.connect(new InetSocketAddress("127.0.0.1", 9), 300); } });
    step("notifyTreasury", () -> { throw new TimeoutException("no acknowledgement from treasury-mq after 5000 ms"); });
    log("INFO", "StepRunner", "Step already complete, so no action to execute: [archiveTrades]");
    log("WARN", "Repository", "Step execution for [regulatoryReport] is disabled for this calendar day");
    step("purgeTemp", () -> { Files.createFile(Path.of("tmp-1")); Files.delete(Path.of("tmp-1")); log("DEBUG", "Purger", "removed 1 temporary file"); });
    log("WARN", "HeapWatch", "heap usage 71% (threshold 80%)");
    log("WARN", "PoolStats", "pool settlement: active=10, idle=0, waiting=6, max=10");
    log("ERROR", "Quota", "API quota for provider ratesfeed exhausted, retry after 3600 s");
    log("INFO", "Lock", "released cluster lock settlement-lock held for 41 s");
    log("INFO", "Launcher", "Job: [name=nightlySettlement] completed with the following status: [FAILED]");
    log("INFO", "Launcher", "Job: [name=rateWarmup] completed with the following status: [COMPLETED]");
  }
}
JAVA
java Batch.java
