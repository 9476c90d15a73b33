/**
 * Every size, count, rate, time-out and retention the product promises, once. Schemas, code, tests, web
 * and documents read this table; `docs/operating/limits.md` is made from it, comments included.
 * An operator overrides single values with XPLAIN_LIMITS (see `config/`).
 */
import { ACCOUNT_LIMITS } from './account-limits.ts';
import { ENGINE_LIMITS } from './engine-limits.ts';
import { OBJECTIVES } from './objectives.ts';
import { DAY_MS, GB, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from './units.ts';

export const LIMITS = {
  http: {
    /** Largest request body, counted after decompression: of endpoints that take events, rows or tables. */
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
    /** How long the rest of a refused body is read and thrown away, so that the client can read the answer. */
    lingerMs: 5 * SECOND_MS,
    /** Wait named in `Retry-After` when nobody knows better. */
    retryAfterMsDefault: 5 * SECOND_MS,
    /** Longest time one engine may take to say how it is doing. */
    readyCheckTimeoutMs: 2 * SECOND_MS,
    /** Characters of a caller's own `X-Request-Id`; a longer one is replaced. */
    requestIdCharactersMax: 64,
    /** How long an idle connection is kept open. */
    keepAliveTimeoutMs: 72 * SECOND_MS,
    /** How long a stopping server waits for requests in flight. */
    shutdownTimeoutMs: 20 * SECOND_MS,
    /** Deepest nesting of a JSON body. */
    jsonDepthMax: 64,
    /** Problems listed in one validation answer. */
    detailsMax: 100,
    /** Rows a list answers with when the caller names no limit. */
    pageRowsDefault: 50,
    /** Rows a list answers with at most. */
    pageRowsMax: 200,
  },
  evaluation: {
    /** Largest request body. */
    bodyBytesMax: 10 * MB,
    /** Rows accepted per request. */
    rowsMax: 10_000,
    /** Rows considered without compression, in request order. */
    rowsUncompressedMax: 200,
    /** Characters of one serialised row; the rest is clipped. */
    rowCharactersMax: 2_000,
    /** Total input budget, in tokens. */
    inputTokensMax: 50_000,
    /** Characters of the criteria. */
    criteriaCharactersMax: 4_000,
    /** Expected items per request. */
    itemsMax: 200,
    /** Characters of an expected item's id. */
    itemIdCharactersMax: 100,
    /** Characters of an expected item's description. */
    itemDescriptionCharactersMax: 500,
    /** Findings per verdict. */
    findingsMax: 200,
    /** Characters of a finding's explanation. */
    explanationCharactersMax: 300,
    /** Characters of the summary. */
    summaryCharactersMax: 500,
    /** What one credit buys, in currency units of model cost. */
    creditCostUnits: 0.01,
    /** Tokens that rows get at least, however much criteria and items take. */
    rowTokensMin: 20_000,
    /** Expected items asked about in one call of the model; more are split over several. */
    itemsPerCallMax: 100,
    /** Tokens an answer may have, beside those for each item. */
    answerTokensBase: 500,
    /** Tokens an answer may have for each expected item. */
    answerTokensPerItem: 150,
    /** Tokens an answer may have when the evaluator finds the conclusions itself. */
    answerTokensGeneric: 4_000,
    /** Characters of a quote at least, unless it is a whole row; shorter ones match by chance. */
    quoteCharactersMin: 8,
    /** Lines a finding may cite. */
    citationsMax: 50,
    /** Rows named as evidence of one finding. */
    evidenceRowsMax: 20,
    /** Confidence of a finding whose evidence could not be verified, at most. */
    unverifiedConfidenceMax: 0.2,
    /** Part of the findings that may lose their evidence; beyond, the whole answer is invalid. */
    unverifiedRatioMax: 0.3,
    /** Findings from which on that part is looked at. */
    unverifiedFindingsMin: 3,
    /** Longest run, from the first question to the last answer. */
    runMsMax: 120 * SECOND_MS,
    /** Time that must be left for asking again after an invalid answer. */
    repairMsMin: 15 * SECOND_MS,
    /** How long a run waits for credits that other runs hold. */
    creditWaitMsMax: 2 * SECOND_MS,
    /** After this time what a run holds counts as used: its node must have died. */
    creditHoldMsMax: 5 * MINUTE_MS,
    /** Runs of one organization that a model answered without a valid verdict; then there is a pause. */
    failedRunsMax: 20,
    /** The rolling window in which they are counted. */
    failedRunsMs: 1 * HOUR_MS,
    /** Inputs up to this size pass larger ones that wait for a thread. */
    bodyBytesQuickMax: 32 * KB,
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
  events: {
    /** Largest single event, as JSON. */
    eventBytesMax: 1 * MB,
    /** Largest message body of an event; the rest is cut and the event marked. */
    bodyBytesMax: 256 * KB,
    /** Attributes kept per event; further ones are dropped. */
    attributesMax: 128,
    /** Characters of an attribute key; the rest is cut. */
    attributeKeyCharactersMax: 256,
    /** Bytes of an attribute value; the rest is cut. */
    attributeValueBytesMax: 32 * KB,
    /** Events accepted in one request. */
    perRequestMax: 50_000,
    /** Bytes of a request's events once resource attributes and labels are copied to each of them. */
    expandedBytesMax: 64 * MB,
    /** How far in the future an event's timestamp may lie. */
    futureMsMax: 7 * DAY_MS,
  },
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
    /** How often a paused writer asks whether the store is back. */
    storeProbeMs: 500,
    /** Part of the queue that moves to the dead-letter queue at a time during a long outage. */
    spillRatio: 0.1,
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
    /** How far such shares may fill the queue beyond its depth. */
    queueOverfillRatioMax: 2,
    /** How long a node counts as shared after events of several organizations waited together. */
    sharedMs: 5 * SECOND_MS,
    /** Events of one organization that may wait before it is slowed down in favour of others. */
    paceEventsMin: 1_000,
    /** Longest wait of a large body of an organization that is slowed down. */
    paceMsMax: 4 * SECOND_MS,
    /** Part of the queue that one organization may fill before it is slowed down although it is alone. */
    paceAloneRatio: 0.25,
    /** Longest wait of its large bodies then. */
    paceAloneMsMax: 500,
    /** Retries of a failing batch before it goes to the dead-letter queue. */
    retriesMax: 5,
    /** Delay before the first retry; it doubles with each further one. */
    retryDelayMsMin: 1 * SECOND_MS,
    /** Delay before the last retry. */
    retryDelayMsMax: 16 * SECOND_MS,
    /** Time the store may be away with a full queue before the oldest events move to the dead-letter queue. */
    storeOutageMsMax: 5 * MINUTE_MS,
    /** Time within which an accepted event is usually queryable. */
    queryableMs: 5 * SECOND_MS,
    /** How long events over the daily quota are held. */
    quotaHoldMsMax: 1 * HOUR_MS,
    /** Part of the daily quota at which the Owners are warned. */
    quotaWarnRatio: 0.8,
    /** How long the receipt of a request is kept. */
    receiptMsMax: 1 * DAY_MS,
  },
  query: {
    /** Longest run of one query. */
    timeoutMsMax: 30 * SECOND_MS,
    /** How often a streamed search tells how far it is. */
    progressMs: 250,
    /** Rows of an answer when the caller names no limit. */
    rowsDefault: 1_000,
    /** Rows of an answer at most. */
    rowsMax: 10_000,
    /** Memory of one query. */
    memoryBytesMax: 2 * GB,
    /** Rows one query may read. */
    scanRowsMax: 10_000_000_000,
    /** Characters of a query. */
    textCharactersMax: 16_384,
    /** Buckets of a chart or histogram. */
    bucketsMax: 10_000,
    /** Rows a statement may give, groups of an aggregation included. */
    groupsMax: 100_000,
    /** Queries of one organization running at once. */
    slotsPerOrganization: 8,
    /** Queries of one node running at once; beyond, organizations wait side by side for a place. */
    slotsPerNode: 16,
    /** Longest wait for such a place. */
    slotWaitMsMax: 10 * SECOND_MS,
    /** Memory of a query up to which none is stopped because the store as a whole is short of it. */
    memoryShareBytes: 256 * MB,
    /** How far back a search looks when nothing says so. */
    rangeMsDefault: 1 * DAY_MS,
    /** How deep parentheses, calls and NOT may be nested in a query. */
    nestingMax: 64,
    /** Commands of a query, subsearches included. */
    stagesMax: 100,
    /** Fields, values and functions of a query; the plain values of one list count as one. */
    termsMax: 1_000,
    /** Subsearches of a query. */
    subsearchesMax: 10,
    /** Subsearches inside each other. */
    subsearchNestingMax: 3,
    /** Rows a subsearch hands to the search around it. */
    subsearchRowsMax: 10_000,
    /** Rows of the subsearch a join looks into. */
    joinRowsMax: 50_000,
    /** Values `list()` keeps per group. */
    listValuesMax: 100,
    /** Rows a lookup may match for one event. */
    lookupMatchesMax: 100,
    /** Events of one transaction, unless the query names fewer. */
    transactionEventsMax: 1_000,
    /** Rows `makeresults` may make. */
    madeRowsMax: 100_000,
    /** Series of a chart when the query names no limit; the rest is summed up as one. */
    seriesDefault: 10,
    /** Buckets a chart aims at when the query names neither a span nor a number. */
    bucketsDefault: 100,
    /** Problems reported for one query text. */
    diagnosticsMax: 50,
    /** Suggestions offered at the cursor of the query editor. */
    completionsMax: 200,
    /** Macros inside the text of macros. */
    macroNestingMax: 8,
    /** Macro calls expanded in one query. */
    macrosMax: 100,
  },
  views: {
    /** Newest events a list of fields looks at. */
    fieldSampleEventsMax: 100_000,
    /** Fields of such a list. */
    fieldsMax: 500,
    /** Most frequent values named for each field. */
    fieldValuesMax: 10,
    /** Characters by which the values of a field are told apart there. */
    fieldValueCharactersMax: 500,
    /** Events in which patterns are looked for; of more, evenly spread stretches of time are taken. */
    patternSampleEventsMax: 10_000,
    /** Characters of an event's text in which patterns are looked for. */
    patternCharactersMax: 2_000,
    /** Patterns of an answer. */
    patternsMax: 500,
    /** Patterns of an answer when the caller names no limit. */
    patternsDefault: 100,
    /** Events that show a pattern. */
    patternSamplesMax: 3,
    /** Events before and behind one, each. */
    contextEventsMax: 500,
    /** Events before and behind one when the caller names no number. */
    contextEventsDefault: 10,
  },
  tail: {
    /** Live tails of one organization at once. */
    perOrganizationMax: 10,
    /** How often a live tail looks for new events. */
    pollMs: 500,
    /** Longest look for new events. */
    pollTimeoutMs: 5 * SECOND_MS,
    /** Looks in a row that may fail before a live tail gives up. */
    pollFailuresMax: 10,
    /** Events a live tail hands over at a time; what is more is dropped, and said to be. */
    eventsPerPollMax: 200,
    /** Characters of an event's text in a live tail; the rest is cut, and the event marked. */
    bodyCharactersMax: 16_384,
    /** How late an event may become visible, after others that arrived behind it, and still be shown. */
    overlapMs: 5 * SECOND_MS,
    /** Age of an event, by its own time, up to which a live tail shows it when it arrives. */
    ageMsMax: 1 * DAY_MS,
    /** A silent live tail shows at least so often that it is alive. */
    heartbeatMs: 15 * SECOND_MS,
    /** How often a live tail asks whether its credential still holds. */
    recheckMs: 5 * SECOND_MS,
    /** Longest life of one connection; the client comes back where it was. */
    connectionMsMax: 15 * MINUTE_MS,
    /** What clients are told to wait before they come back. */
    retryMs: 2 * SECOND_MS,
  },
  deletions: {
    /** Deletions of one organization that wait or run. */
    openPerOrganizationMax: 5,
    /** Wait before a deletion begins, so that events accepted before it are stored and found. */
    delayMs: 5 * SECOND_MS,
    /** Times a deletion looks again when events were stored meanwhile. */
    roundsMax: 3,
    /** Tries of a deletion that the store could not do. */
    attemptsMax: 5,
    /** How long the record of a deletion is kept after its end. */
    keepMsMax: 30 * DAY_MS,
  },
  logExports: {
    /** Exports of one organization that run at once. */
    perOrganizationMax: 2,
    /** Exports of one node that run at once, of whatever organization. */
    perNodeMax: 16,
    /** How long an export waits for a reader that stands still before it ends. */
    stillMsMax: 30 * SECOND_MS,
  },
  savedSearches: {
    /** Characters of a saved search's name. */
    nameCharactersMax: 100,
    /** Characters of its description. */
    descriptionCharactersMax: 500,
  },
  lookups: {
    /** Lookup tables of one organization. */
    perOrganizationMax: 100,
    /** Characters of a table's name. */
    nameCharactersMax: 64,
    /** Size of a table's content. */
    contentBytesMax: 10 * MB,
    /** Rows of a table. */
    rowsMax: 100_000,
    /** Columns of a table. */
    columnsMax: 100,
    /** Values of a table, empty ones included: rows times columns. */
    cellsMax: 2_000_000,
    /** Characters of a column's name. */
    columnCharactersMax: 100,
    /** Size of one value. */
    valueBytesMax: 32 * KB,
    /** Rows shown with the facts of a table when the caller names no number. */
    shownRowsDefault: 20,
    /** Rows shown with the facts of a table. */
    shownRowsMax: 1_000,
    /** Memory in which a node keeps tables that searches have used. */
    cacheBytesMax: 64 * MB,
    /** Times `outputlookup` tries to add to a table that others change meanwhile. */
    writeAttemptsMax: 5,
  },
  organizations: {
    /** Members of one organization, whatever its plan. */
    membersMax: 50,
    /** Owners an organization has at least. */
    ownersMin: 1,
    /** Organizations a user may create. */
    createdPerUserMax: 5,
    /** Characters of a name. */
    nameCharactersMax: 100,
    /** How long an invitation can be accepted. */
    invitationMsMax: 48 * HOUR_MS,
    /** Shortest time-boxed role elevation. */
    elevationMsMin: 30 * MINUTE_MS,
    /** Longest time-boxed role elevation. */
    elevationMsMax: 24 * HOUR_MS,
    /** Networks in an IP allowlist. */
    allowedNetworksMax: 200,
    /** Invitations that wait at a time. */
    pendingInvitationsMax: 200,
  },
  audit: {
    /** How long audit entries are kept, whatever the plan. */
    retentionDays: 365,
  },
  indexes: {
    /** Characters of an index's description. */
    descriptionCharactersMax: 500,
    /** Characters of an index name. */
    nameCharactersMax: 63,
    /** Retention of an index when nothing says otherwise. */
    retentionDaysDefault: 30,
    /** Longest retention of an index. */
    retentionDaysMax: 3_650,
  },
  pipelines: {
    /** Characters of a pipeline's name. */
    nameCharactersMax: 100,
    /** Characters of a pipeline's description. */
    descriptionCharactersMax: 500,
    /** Characters of the expression that says which events a pipeline is for. */
    matchCharactersMax: 4_000,
    /** Steps of one pipeline. */
    stepsMax: 50,
    /** Characters of a regular expression or grok pattern, and of the expression it becomes. */
    patternCharactersMax: 4_000,
    /** Fields, formats or kinds that one step names. */
    listMax: 50,
    /** Characters of a template, a replacement or a fixed value. */
    valueCharactersMax: 1_000,
    /** Characters of a field that a pattern is tried on; a longer one is an error of the step. */
    inputCharactersMax: 64 * KB,
    /** Moves of a pattern, reckoned for the worst case, up to which it runs without a watchdog. */
    freeMovesMax: 10_000_000,
    /** Processor time one step may take for one event. */
    eventMsMax: 50,
    /** Time after which other requests get their turn. */
    sliceMs: 10,
    /** Time all pipelines together may take for one request; later events pass with a mark. */
    requestMsMax: 5 * SECOND_MS,
    /** Times a minute that patterns of one organization may run out of time; then they rest. */
    overrunsPerMinuteMax: 10,
    /** Characters of the mark that tells why a step failed. */
    errorCharactersMax: 300,
    /** Earlier versions kept of a pipeline. */
    versionsMax: 100,
    /** Events of one trial run. */
    testEventsMax: 100,
    /** Size of what a trial run shows of events between its steps; later steps tell their outcome alone. */
    testShownBytesMax: 2 * MB,
  },
  rates: {
    /** Histograms, field lists and the like that belong to one search; further ones count as searches. */
    followUpsPerSearch: 10,
    /** The rolling window of every rate limit. */
    windowMs: 1 * MINUTE_MS,
    /** Burst over the per-minute limit that is allowed for a short time. */
    burstFactor: 2,
    /** How long such a burst may last. */
    burstMsMax: 10 * SECOND_MS,
  },
  ...ACCOUNT_LIMITS,
  ...OBJECTIVES,
  ...ENGINE_LIMITS,
} as const;

type Widen<T> = T extends number ? number : { readonly [K in keyof T]: Widen<T[K]> };
/** The same table with an operator's overrides applied. */
export type Limits = Widen<typeof LIMITS>;
