/**
 * Every limit an operator may set with XPLAIN_LIMITS, as it is where nobody did. Only the configuration and tests
 * import these values: whoever enforces one is handed it, or setting it would change nothing.
 */
import { DAY_MS, GB, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from './units.ts';

export const DEFAULTS = {
  /** Requests and answers, whatever they are about. */
  http: {
    /**
     * Largest request body after decompression, for endpoints that take events or tables. Evaluations have their
     * own limit.
     */
    bodyBytesMax: 10 * MB,
    /** Largest request body of account and session endpoints. */
    accountBodyBytesMax: 64 * KB,
    /** Largest request body of all other endpoints. */
    managementBodyBytesMax: 256 * KB,
    /** Largest set of request headers. */
    headerBytesMax: 64 * KB,
    /** Longest time a client may take to send a whole request. */
    requestTimeoutMs: 60 * SECOND_MS,
    /** Longest time a client may take to send the headers of a request. */
    headersTimeoutMs: 20 * SECOND_MS,
    /** Timeout of the health check of one engine. */
    readyCheckTimeoutMs: 2 * SECOND_MS,
    /** How long an idle connection is kept open. */
    keepAliveTimeoutMs: 72 * SECOND_MS,
    /** How long a stopping server waits for requests in flight. */
    shutdownTimeoutMs: 20 * SECOND_MS,
  },
  /** Evaluations: what is taken in, asked of a model, and answered. */
  evaluation: {
    /** Longest run, from the first model call to the last answer. */
    runMsMax: 120 * SECOND_MS,
    /** Runs of one organization without a valid verdict before evaluations are paused. */
    failedRunsMax: 20,
    /** Rolling window in which they are counted. */
    failedRunsMs: 1 * HOUR_MS,
    /** Threads that parse, compress and evaluate inputs; at most one less than the number of processors. */
    inputThreadsMax: 4,
    /** Large inputs queued for such a thread; further ones are rejected. */
    inputsWaitingMax: 32,
    /** Small inputs queued for such a thread; further ones are rejected. */
    smallInputsWaitingMax: 1_000,
    /** Longest processing time of one input. */
    threadMsMax: 30 * SECOND_MS,
    /** Memory of such a thread. */
    threadHeapBytesMax: 768 * MB,
  },
  /** Events, as they are accepted. */
  events: {
    /** Events accepted in one request. */
    perRequestMax: 50_000,
    /** Size of the events of a request after resource attributes and labels are copied to each of them. */
    expandedBytesMax: 64 * MB,
    /** How far in the future an event's timestamp may be. */
    futureMsMax: 7 * DAY_MS,
  },
  /** The way of events from the endpoint through the queue to the store. */
  ingest: {
    /** Smallest batch that a writer waits for while events keep arriving. */
    batchEventsMin: 100,
    /** Largest batch; under backlog several full batches are combined into one insert. */
    batchEventsMax: 1_000,
    /** Full batches combined into one insert under backlog. */
    batchesJoinedMax: 64,
    /** Longest time an event waits for its batch to fill. */
    flushMsMax: 5 * SECOND_MS,
    /** How long an idle writer waits for more events before it stores a batch. */
    lingerMs: 250,
    /** Size of one insert into the log store. */
    insertBytesMax: 32 * MB,
    /** Writers per node. */
    writersPerNode: 4,
    /** Events in the queue of one node. */
    queueEventsMax: 100_000,
    /** Size of the queue of one node. */
    queueBytesMax: 1 * GB,
    /** Share of the queue depth at which a warning is raised. */
    queueWarnRatio: 0.8,
    /** Share of the queue guaranteed to every organization, even if others have filled it. */
    queueShareRatioMin: 0.1,
    /** Duration of a store outage with a full queue before the oldest events move to the dead-letter queue. */
    storeOutageMsMax: 5 * MINUTE_MS,
    /** How long events over the daily quota are held. */
    quotaHoldMsMax: 1 * HOUR_MS,
    /** Share of the data disk that held events may use. */
    heldDiskRatioMax: 0.1,
    /** Share of the daily quota at which the Owners are warned. */
    quotaWarnRatio: 0.8,
    /** How long the receipt of a request is kept. */
    receiptMsMax: 1 * DAY_MS,
  },
  /** Searches, and the language they are written in. */
  query: {
    /** Longest run of one query. */
    timeoutMsMax: 30 * SECOND_MS,
    /** Memory of one query. */
    memoryBytesMax: 2 * GB,
    /** Rows that one query may scan. */
    scanRowsMax: 10_000_000_000,
    /** Concurrent queries per organization. */
    slotsPerOrganization: 8,
    /** Concurrent queries per node; further ones wait for a slot, in turn by organization. */
    slotsPerNode: 16,
    /** Longest wait for a slot. */
    slotWaitMsMax: 10 * SECOND_MS,
    /** Memory up to which a query is not canceled when the log store runs low on memory. */
    memoryShareBytes: 256 * MB,
  },
  /** Live tails. */
  tail: {
    /** Concurrent live tails per organization. */
    perOrganizationMax: 10,
    /** Poll interval of a live tail. */
    pollMs: 500,
    /** Timeout of one poll. */
    pollTimeoutMs: 5 * SECOND_MS,
  },
  /** Deletions of logs. */
  deletions: {
    /** Pending and running deletions per organization. */
    openPerOrganizationMax: 5,
  },
  /** Exports of search results. */
  logExports: {
    /** Concurrent exports per organization. */
    perOrganizationMax: 2,
    /** Concurrent exports per node, of all organizations. */
    perNodeMax: 16,
    /** How long an export waits for a client that does not read. */
    stillMsMax: 30 * SECOND_MS,
  },
  /** Lookup tables. */
  lookups: {
    /** Lookup tables of one organization. */
    perOrganizationMax: 100,
    /** Rows of a table. */
    rowsMax: 100_000,
    /** Memory of a node for cached tables. */
    cacheBytesMax: 64 * MB,
  },
  /** Organizations, their members and invitations. */
  organizations: {
    /** Pending invitations. */
    pendingInvitationsMax: 200,
  },
  /** Pipelines, and what they may take of the time for a request. */
  pipelines: {
    /** Time of all pipelines for one request; later events pass unprocessed and are marked. */
    requestMsMax: 5 * SECOND_MS,
    /** Pattern timeouts per minute of one organization before its patterns are paused. */
    overrunsPerMinuteMax: 10,
    /** Earlier versions kept of a pipeline. */
    versionsMax: 100,
  },
  /** Passwords. */
  passwords: {
    /** Passwords that are hashed concurrently; each takes 19 MiB. */
    hashesAtOnceMax: 2,
    /** Passwords queued for hashing; further ones are rejected. */
    hashesWaitingMax: 200,
    /** Timeout of the breached-password service. */
    breachCheckMsMax: 2 * SECOND_MS,
  },
  /** Sessions of the browser. */
  sessions: {
    /** How long a session lasts. */
    durationMs: 7 * DAY_MS,
    /** Age at which a session is refreshed. */
    refreshAgeMs: 24 * HOUR_MS,
    /** How long a session cookie is trusted without reading the session store. */
    cookieCacheMs: 5 * MINUTE_MS,
    /** Longest duration of a session, however often it is refreshed. */
    absoluteMsMax: 30 * DAY_MS,
  },
  /** Accounts of people. */
  accounts: {
    /** Timeout of an identity provider. */
    providerMsMax: 10 * SECOND_MS,
    /**
     * Wrong passwords for one address from all clients; further attempts are rejected, even with the right
     * password.
     */
    wrongPasswordsMax: 100,
    /** Rolling window in which they are counted. */
    wrongPasswordsMs: 1 * HOUR_MS,
  },
  /** The mails that strangers can cause. */
  accountMails: {
    /** Minimum interval between two invitations of one address to one organization. */
    invitationEveryMs: 1 * MINUTE_MS,
    /** Links, notices and invitations to one address per day, from all senders. */
    perRecipientMax: 20,
    /** Invitations that one organization can send per day. */
    perOrganizationMax: 200,
  },
  /** The counters behind rates and quotas. */
  counters: {
    /** Keys with a separate window in the memory of one node; further keys share windows. */
    keysMax: 100_000,
    /** Timeout of the shared counters, after which a node counts locally. */
    answerMsMax: 250,
    /** Timeout of a connection to the shared counters. */
    connectMsMax: 2 * SECOND_MS,
  },
  /** Files kept for users. */
  objects: {
    /** Largest stored file. */
    bytesMax: 64 * GB,
    /** Free space below which the disk counts as almost full. */
    freeBytesMin: 512 * MB,
  },
  /** The threads that find patterns. */
  mining: {
    /** Threads of one node that find patterns; at most one less than its processors. */
    threadsMax: 4,
    /** Jobs queued for such a thread; further ones are rejected. */
    waitingMax: 32,
    /** Longest time of one job. */
    jobMsMax: 30 * SECOND_MS,
    /** Memory of one such thread. */
    heapBytesMax: 512 * MB,
  },
  /** The threads that read large bodies. */
  reading: {
    /** Threads of one node that parse large requests; at most one less than its processors. */
    readersMax: 2,
    /** Longest time of such a thread for one request. */
    readMsMax: 60 * SECOND_MS,
    /** Memory of such a thread for the events of one request. */
    readHeapBytesMax: 1 * GB,
  },
  /** The language models that evaluations ask. */
  model: {
    /** Attempts per request to a model provider, including the first. */
    attemptsMax: 3,
    /** Delay before the first retry; it triples for the second, and half of it is random. */
    retryDelayMsMin: 500,
    /** Longest `Retry-After` of a provider; a longer one fails the run. */
    retryAfterMsMax: 5 * SECOND_MS,
    /** Timeout of one attempt, from the connection to the end of the response. */
    attemptMsMax: 60 * SECOND_MS,
    /** Timeout of one request, including all retries and delays. */
    totalMsMax: 120 * SECOND_MS,
    /** Timeout of a connection to a provider. */
    connectMsMax: 10 * SECOND_MS,
    /** Connections of one node to its provider. */
    connectionsMax: 64,
    /** `Retry-After` of a failed run. */
    retryAfterSeconds: 30,
  },
  /** The queue between the endpoint and the store. */
  queue: {
    /** Longest time an append waits for the disk or the broker before it is rejected. */
    appendMsMax: 10 * SECOND_MS,
    /** Bytes of appends that wait for the disk; further ones are rejected. */
    pendingBytesMax: 256 * MB,
    /** `Retry-After` of a rejected append. */
    retryAfterSeconds: 5,
    /** Free space on the disk of the queue below which events are rejected, so that queued ones can be stored. */
    freeBytesMin: 512 * MB,
  },
  /** The store of logs. */
  store: {
    /** Timeout of one insert. */
    insertTimeoutMs: 60 * SECOND_MS,
    /** Timeout of a deletion or another change. */
    commandTimeoutMs: 30 * MINUTE_MS,
    /** Timeout of an export of search results. */
    exportTimeoutMs: 30 * MINUTE_MS,
    /** Timeout of a health check of the log store. */
    healthTimeoutMs: 3 * SECOND_MS,
    /** Timeout of the start of the local engine, which first reads its list of parts. */
    startTimeoutMs: 60 * SECOND_MS,
    /** Time for the local engine to stop before it is killed. */
    stopTimeoutMs: 8 * SECOND_MS,
    /** Memory of the local engine, unless the machine has less than twice as much. */
    memoryBytesMax: 4 * GB,
    /** Connections of one node to the log store per purpose: searches, exports, inserts, health checks. */
    connectionsMax: 64,
  },
} as const;

export type Widen<T> = T extends number ? number : { readonly [K in keyof T]: Widen<T[K]> };
export type SettableLimits = Widen<typeof DEFAULTS>;
