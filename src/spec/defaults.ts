/**
 * Every limit an operator may set with XPLAIN_LIMITS, as it is where nobody did. Only the configuration and tests
 * import these values: whoever enforces one is handed it, or setting it would change nothing.
 */
import { DAY_MS, GB, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from './units.ts';

export const DEFAULTS = {
  /** Requests and answers, whatever they are about. */
  http: {
    /** Largest request body, counted after decompression: of endpoints that take events or tables. Evaluations take what they promise. */
    bodyBytesMax: 10 * MB,
    /** Largest body of what people send about their accounts and sessions. */
    accountBodyBytesMax: 64 * KB,
    /** Largest body of the other endpoints that take one. */
    managementBodyBytesMax: 256 * KB,
    /** Largest set of request headers. */
    headerBytesMax: 64 * KB,
    /** Longest time a client may take to send a whole request. */
    requestTimeoutMs: 60 * SECOND_MS,
    /** Longest time a client may take to send the headers of a request. */
    headersTimeoutMs: 20 * SECOND_MS,
    /** Longest time one engine may take to say how it is doing. */
    readyCheckTimeoutMs: 2 * SECOND_MS,
    /** How long an idle connection is kept open. */
    keepAliveTimeoutMs: 72 * SECOND_MS,
    /** How long a stopping server waits for requests in flight. */
    shutdownTimeoutMs: 20 * SECOND_MS,
  },
  /** Evaluations: what is taken in, asked of a model, and answered. */
  evaluation: {
    /** Longest run, from the first question to the last answer. */
    runMsMax: 120 * SECOND_MS,
    /** Runs of one organization that a model answered without a valid verdict; then there is a pause. */
    failedRunsMax: 20,
    /** The rolling window in which they are counted. */
    failedRunsMs: 1 * HOUR_MS,
    /** Threads that read, compress and judge inputs; at most one less than the machine has processors. */
    inputThreadsMax: 4,
    /** Large inputs that wait for such a thread; further ones are refused. */
    inputsWaitingMax: 32,
    /** Small inputs that do. */
    smallInputsWaitingMax: 1_000,
    /** Longest work of such a thread on one input. */
    threadMsMax: 30 * SECOND_MS,
    /** Memory of such a thread. */
    threadHeapBytesMax: 768 * MB,
  },
  /** Events, as they are accepted. */
  events: {
    /** Events accepted in one request. */
    perRequestMax: 50_000,
    /** Bytes of a request's events once resource attributes and labels are copied to each of them. */
    expandedBytesMax: 64 * MB,
    /** How far in the future an event's timestamp may lie. */
    futureMsMax: 7 * DAY_MS,
  },
  /** The way of events from the door through the queue to the store. */
  ingest: {
    /** Smallest batch a writer waits for while events keep coming. */
    batchEventsMin: 100,
    /** Largest batch; under backlog several full batches join into one insert. */
    batchEventsMax: 1_000,
    /** Full batches joined into one insert under backlog. */
    batchesJoinedMax: 64,
    /** Longest time an event waits for its batch to fill. */
    flushMsMax: 5 * SECOND_MS,
    /** How long a free writer waits for more events before it stores what is there. */
    lingerMs: 250,
    /** Bytes of one insert into the store. */
    insertBytesMax: 32 * MB,
    /** Writers per node. */
    writersPerNode: 4,
    /** Events the queue of one node holds. */
    queueEventsMax: 100_000,
    /** Bytes the queue of one node holds. */
    queueBytesMax: 1 * GB,
    /** Part of the queue's depth at which an internal warning is raised. */
    queueWarnRatio: 0.8,
    /** Part of the queue that every organization can count on, even when others have filled it. */
    queueShareRatioMin: 0.1,
    /** Time the store may be away with a full queue before the oldest events move to the dead-letter queue. */
    storeOutageMsMax: 5 * MINUTE_MS,
    /** How long events over the daily quota are held. */
    quotaHoldMsMax: 1 * HOUR_MS,
    /** Part of the disk with the data folder that events over daily quotas may take. */
    heldDiskRatioMax: 0.1,
    /** Part of the daily quota at which the Owners are warned. */
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
    /** Rows one query may read. */
    scanRowsMax: 10_000_000_000,
    /** Queries of one organization running at once. */
    slotsPerOrganization: 8,
    /** Queries of one node running at once; beyond, organizations wait side by side for a slot. */
    slotsPerNode: 16,
    /** Longest wait for such a slot. */
    slotWaitMsMax: 10 * SECOND_MS,
    /** Memory of a query up to which none is stopped because the store as a whole is short of it. */
    memoryShareBytes: 256 * MB,
  },
  /** Live tails. */
  tail: {
    /** Live tails of one organization at once. */
    perOrganizationMax: 10,
    /** How often a live tail looks for new events. */
    pollMs: 500,
    /** Longest look for new events. */
    pollTimeoutMs: 5 * SECOND_MS,
  },
  /** Deletions of logs. */
  deletions: {
    /** Deletions of one organization that wait or run. */
    openPerOrganizationMax: 5,
  },
  /** Exports of search results. */
  logExports: {
    /** Exports of one organization that run at once. */
    perOrganizationMax: 2,
    /** Exports of one node that run at once, of whatever organization. */
    perNodeMax: 16,
    /** How long an export waits for a reader that stands still before it ends. */
    stillMsMax: 30 * SECOND_MS,
  },
  /** Lookup tables. */
  lookups: {
    /** Lookup tables of one organization. */
    perOrganizationMax: 100,
    /** Rows of a table. */
    rowsMax: 100_000,
    /** Memory in which a node keeps tables that searches have used. */
    cacheBytesMax: 64 * MB,
  },
  /** Organizations, their members and invitations. */
  organizations: {
    /** Invitations that wait at a time. */
    pendingInvitationsMax: 200,
  },
  /** Pipelines, and what they may take of the time for a request. */
  pipelines: {
    /** Time all pipelines together may take for one request; later events pass with a mark. */
    requestMsMax: 5 * SECOND_MS,
    /** Times a minute that patterns of one organization may run out of time; then they rest. */
    overrunsPerMinuteMax: 10,
    /** Earlier versions kept of a pipeline. */
    versionsMax: 100,
  },
  /** Passwords. */
  passwords: {
    /** Passwords that are hashed at the same time; each takes 19 MiB. */
    hashesAtOnceMax: 2,
    /** Passwords that wait to be hashed; further ones are refused. */
    hashesWaitingMax: 200,
    /** Longest wait for the service that knows breached passwords. */
    breachCheckMsMax: 2 * SECOND_MS,
  },
  /** Sessions of the browser. */
  sessions: {
    /** How long a session lasts. */
    durationMs: 7 * DAY_MS,
    /** Age at which a session is refreshed. */
    refreshAgeMs: 24 * HOUR_MS,
    /** How long a cookie is believed without a look at the session store. */
    cookieCacheMs: 5 * MINUTE_MS,
    /** How long a session lasts at most, however often it is refreshed. */
    absoluteMsMax: 30 * DAY_MS,
  },
  /** Accounts of people. */
  accounts: {
    /** Longest wait for an identity provider to tell who signed in. */
    providerMsMax: 10 * SECOND_MS,
    /** Wrong passwords for one address, from wherever; further tries are refused, right ones too. */
    wrongPasswordsMax: 100,
    /** The rolling window in which they are counted. */
    wrongPasswordsMs: 1 * HOUR_MS,
  },
  /** The mails that strangers can cause. */
  accountMails: {
    /** Shortest time between two invitations of one address to one organization. */
    invitationEveryMs: 1 * MINUTE_MS,
    /** Links, notes and invitations to one address in a day, from whomever. */
    perRecipientMax: 20,
    /** Invitations that one organization sends in a day. */
    perOrganizationMax: 200,
  },
  /** The counters behind rates and quotas. */
  counters: {
    /** Keys for which one node keeps a window of their own in memory; beyond, keys share windows. */
    keysMax: 100_000,
    /** Longest wait for the shared counters before a node counts by itself. */
    answerMsMax: 250,
    /** Longest wait for a connection to the shared counters. */
    connectMsMax: 2 * SECOND_MS,
  },
  /** Files kept for users. */
  objects: {
    /** Largest file kept for a user. */
    bytesMax: 64 * GB,
    /** Free space below which the disk counts as nearly full. */
    freeBytesMin: 512 * MB,
  },
  /** The threads that find patterns. */
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
  /** The threads that read large bodies. */
  reading: {
    /** Threads of one node that read large bodies; never more than its processors less one. */
    readersMax: 2,
    /** Longest time such a thread may take for one body. */
    readMsMax: 60 * SECOND_MS,
    /** Memory of such a thread for the events of one body. */
    readHeapBytesMax: 1 * GB,
  },
  /** The language models that evaluations ask. */
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
    /** Connections of one node to its provider. */
    connectionsMax: 64,
    /** What a failed run tells the client to wait. */
    retryAfterSeconds: 30,
  },
  /** The queue between the door and the store. */
  queue: {
    /** Longest time an append waits for the disk or the broker before it is refused. */
    appendMsMax: 10 * SECOND_MS,
    /** Bytes of appends that wait for the disk at once; further ones are refused. */
    pendingBytesMax: 256 * MB,
    /** What a refused append tells the client to wait. */
    retryAfterSeconds: 5,
    /** Free space on the disk of the queue below which events are refused, so that what waits can be stored. */
    freeBytesMin: 512 * MB,
  },
  /** The store of logs. */
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
    /** Memory of the local engine, unless the machine has less than twice as much. */
    memoryBytesMax: 4 * GB,
    /** Connections one node keeps to the store for each purpose: searches, exports, inserts, its health. */
    connectionsMax: 64,
  },
} as const;

export type Widen<T> = T extends number ? number : { readonly [K in keyof T]: Widen<T[K]> };
export type SettableLimits = Widen<typeof DEFAULTS>;
