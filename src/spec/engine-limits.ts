/**
 * The bounds of the engines: how much they hold, how long they wait, how often they try. A part of the
 * table in `limits.ts`, which everybody reads.
 */
import { DAY_MS, GB, KB, MB, MINUTE_MS, SECOND_MS } from './units.ts';

export const ENGINE_LIMITS = {
  mail: {
    /** Tries to deliver one mail. */
    attemptsMax: 8,
    /** Delay before the first new try; it doubles with each further one. */
    retryDelayMsMin: 5 * SECOND_MS,
    /** Longest delay between two tries. */
    retryDelayMsMax: 30 * MINUTE_MS,
    /** How often waiting mail is looked for; new mail does not wait for it. */
    everyMs: 5 * SECOND_MS,
    /** Mails a node sends at the same time. */
    parallelMax: 4,
    /** Longest wait for one step of the mail server. */
    stepMsMax: 20 * SECOND_MS,
    /** Longest time to hand over one mail. */
    sendMsMax: 1 * MINUTE_MS,
    /** How long a mail stays with the node that sends it before another may try. */
    claimMs: 5 * MINUTE_MS,
    /** How long the record of a mail is kept after it was sent or given up; its text goes at once. */
    keepMsMax: 30 * DAY_MS,
    /** Characters of a recipient's address. */
    addressCharactersMax: 254,
    /** Characters of a subject. */
    subjectCharactersMax: 200,
    /** Bytes of a mail's text and markup together. */
    bodyBytesMax: 256 * KB,
    /** Mails kept in the outbox folder; the oldest make room. */
    outboxFilesMax: 1_000,
  },
  schedule: {
    /** How long a node holds the right to run periodic work without renewing it. */
    leaseMs: 15 * SECOND_MS,
    /** Part of a job's interval, and at most one second, by which its start is spread at random. */
    jitterRatioMax: 0.1,
    /** How long a stopping node waits for periodic work to end. */
    stopMsMax: 15 * SECOND_MS,
  },
  metadata: {
    /** Connections of one node to PostgreSQL. */
    connectionsMax: 10,
    /** Longest wait for a free connection, a lock, or the turn to write. */
    waitMsMax: 10 * SECOND_MS,
    /** Longest run of one statement, and longest pause inside a transaction. */
    statementMsMax: 30 * SECOND_MS,
    /** How long a starting node waits for PostgreSQL to answer. */
    openMsMax: 60 * SECOND_MS,
    /** Tries of a transaction that PostgreSQL gave up because of a conflict with another. */
    transactionAttemptsMax: 8,
    /** Bytes of one notification between nodes. */
    notificationBytesMax: 7_999,
    /** How often a node checks that it still hears notifications, and how long the check may take. */
    listenerCheckMs: 2 * SECOND_MS,
    /** Longest delay between two tries to hear notifications again. */
    listenerRetryMsMax: 5 * SECOND_MS,
  },
  counters: {
    /** Keys for which one node keeps a window of their own in memory; beyond, keys share windows. */
    keysMax: 100_000,
    /** Windows that the keys beyond share. */
    sharedWindowsMax: 1_024,
    /** Characters of a key that is kept as it is; a longer one is hashed. */
    keyCharactersMax: 200,
    /** Longest wait for the shared counters before a node counts by itself. */
    answerMsMax: 250,
    /** Longest wait for a connection to the shared counters. */
    connectMsMax: 2 * SECOND_MS,
    /** How often a node looks whether the shared counters are back. */
    retryEveryMs: 1 * SECOND_MS,
  },
  objects: {
    /** Largest file kept for a user. */
    bytesMax: 64 * GB,
    /** Characters of a file's name, its folders included. */
    nameCharactersMax: 512,
    /** Parts of a file's name between slashes. */
    namePartsMax: 8,
    /** Files one listing answers with. */
    listMax: 1_000,
    /** Age at which a file that was never finished is cleared away. */
    unfinishedMsMax: 1 * DAY_MS,
    /** Free space below which the disk counts as nearly full. */
    freeBytesMin: 512 * MB,
  },
  mining: {
    /** Threads of one node that find patterns; never more than its processors less one. */
    threadsMax: 4,
    /** Jobs that wait for such a thread; further ones are refused. */
    waitingMax: 32,
    /** Longest time one job may take. */
    jobMsMax: 30 * SECOND_MS,
    /** Memory of one such thread for what it computes with. */
    heapBytesMax: 512 * MB,
  },
  reading: {
    /** Threads of one node that read large bodies; never more than its processors less one. */
    readersMax: 2,
    /** Longest time such a thread may take for one body. */
    readMsMax: 60 * SECOND_MS,
    /** Memory of such a thread for the events of one body. */
    readHeapBytesMax: 1 * GB,
    /** How much of it is for what is garbage a moment later. */
    readYoungBytesMax: 48 * MB,
    /** Time that pipelines may take there for one body; slower ones work in slices on the thread that answers. */
    pipelinesMsMax: 500,
    /** Organizations whose compiled pipelines such a thread keeps. */
    pipelineSetsMax: 100,
  },
  threads: {
    /** How long a thread stays without a job. */
    idleMsMax: 5 * MINUTE_MS,
    /** Threads of one kind that stay all the same, once there was work for them. */
    keptMax: 1,
    /** How long a thread may finish a job that nobody waits for any more. */
    abandonedMsMax: 500,
  },
  model: {
    /** Requests to a model provider for one answer, the first included. */
    attemptsMax: 3,
    /** Delay before the first new try; it triples for the second, and half of it is random. */
    retryDelayMsMin: 500,
    /** Longest wait that a provider may ask for before the next try; with more the run fails at once. */
    retryAfterMsMax: 5 * SECOND_MS,
    /** Longest time for one request, from the connection to the end of the answer. */
    attemptMsMax: 60 * SECOND_MS,
    /** Longest time for one answer, all tries and waits together. */
    totalMsMax: 120 * SECOND_MS,
    /** Longest wait for a connection to a provider. */
    connectMsMax: 10 * SECOND_MS,
    /** Largest answer of a provider. */
    answerBytesMax: 4 * MB,
    /** Connections of one node to its provider. */
    connectionsMax: 64,
    /** How long the start waits for the check where the inference profiles lead. */
    profileCheckMsMax: 10 * SECOND_MS,
    /** How often that check is repeated. */
    profileCheckEveryMs: 1 * DAY_MS,
    /** How soon it is repeated while nobody told where they lead; until then evaluations are closed. */
    profileCheckAgainMs: 1 * MINUTE_MS,
    /** What a failed run tells the client to wait. */
    retryAfterSeconds: 30,
  },
  queue: {
    /** Entries joined into one claim; many single events join into few inserts. */
    claimEntriesMax: 10_000,
    /** Events an organization gives to a claim before it is the next one's turn. */
    turnEvents: 100,
    /** Longest time an append waits for the disk or the broker before it is refused. */
    appendMsMax: 10 * SECOND_MS,
    /** Bytes of appends that wait for the disk at once; further ones are refused. */
    pendingBytesMax: 256 * MB,
    /** What a refused append tells the client to wait. */
    retryAfterSeconds: 5,
    /** Free space on the disk of the queue below which events are refused, so that what waits can be stored. */
    freeBytesMin: 512 * MB,
    /** How long appends are refused after a failure of the disk before one is tried again. */
    probeMs: 1 * SECOND_MS,
    /** Bytes that share one synced write at most. */
    commitBytesMax: 64 * MB,
    /** Records that share one synced write at most. */
    commitRecordsMax: 50_000,
    /** Entries that one step of a spill, replay or removal moves. */
    stepEntriesMax: 1_000,
    /** Size from which a file that is mostly empty is rewritten when the queue is opened. */
    fileBytesCompacted: 256 * MB,
    /** Characters of the reason kept with a dead letter. */
    reasonCharactersMax: 500,
    /** How long another node’s claim is left alone without a sign of life from it. */
    claimLeaseMs: 15 * SECOND_MS,
    /** How long nodes have to read what became of entries before the record of it is removed. */
    recordMsMin: 30 * SECOND_MS,
    /** Age at which parts of an entry that never became whole are removed. */
    chunkMsMax: 10 * MINUTE_MS,
  },
  store: {
    /** Longest time one insert may take. */
    insertTimeoutMs: 60 * SECOND_MS,
    /** Longest time a deletion or another change may take. */
    commandTimeoutMs: 30 * MINUTE_MS,
    /** Longest time an export of search results may take. */
    exportTimeoutMs: 30 * MINUTE_MS,
    /** How long the store may take to say how it is. */
    healthTimeoutMs: 3 * SECOND_MS,
    /** How long the local engine may take to start; it reads its list of parts first. */
    startTimeoutMs: 60 * SECOND_MS,
    /** How long the local engine may take to stop before it is killed. */
    stopTimeoutMs: 8 * SECOND_MS,
    /** How often the local engine is asked whether it lives. */
    watchEveryMs: 2 * SECOND_MS,
    /** Unanswered questions in a row after which the local engine is killed and started again. */
    watchFailuresMax: 5,
    /** Delay before the first new start of the local engine; it doubles with each further one. */
    restartDelayMsMin: 100,
    /** Longest delay between two starts of the local engine. */
    restartDelayMsMax: 10 * SECOND_MS,
    /** Memory of the local engine, unless the machine has less than twice as much. */
    memoryBytesMax: 4 * GB,
    /** Connections one node keeps to the store for each purpose: searches, exports, inserts, its health. */
    connectionsMax: 64,
    /** How long another process may hold the right to change the tables. */
    migrationLockMs: 2 * MINUTE_MS,
    /** Age at which rows that no merge has touched get their indexes. */
    indexAfterMs: 30 * SECOND_MS,
    /** Rows without an index for which it is worth building one before their day is over. */
    indexRowsMin: 20_000,
  },
} as const;
