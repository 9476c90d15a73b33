import { DAY_MS, HOUR_MS, KB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Alert rules, incidents, messages and silences. Lengths of time that people set are seconds. */
export const ALERTS_LIMITS = {
  /** Characters of the name of a rule, a channel or a silence. */
  nameCharactersMax: 100,
  /** Characters of the description of a rule. */
  descriptionCharactersMax: 500,
  /** Characters of a runbook. */
  runbookCharactersMax: 4_000,
  /** Characters of a note in the timeline of an incident. */
  noteCharactersMax: 1_000,
  /** Tags of a rule. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 40,
  /** Shortest check interval, in seconds. */
  intervalSecondsMin: 30,
  /** Longest check interval, in seconds. */
  intervalSecondsMax: 86_400,
  /** Default check interval, in seconds. */
  intervalSecondsDefault: 60,
  /** Shortest check interval of a rule with an evaluation. */
  verdictIntervalSecondsMin: 300,
  /** Longest window, in seconds; at least the check interval. */
  windowSecondsMax: 604_800,
  /** Default window, in seconds. */
  windowSecondsDefault: 300,
  /** Longest evaluation delay, in seconds. */
  delaySecondsMax: 3_600,
  /** Default evaluation delay, in seconds. */
  delaySecondsDefault: 0,
  /** Default evaluation delay of rules that use event time. */
  delaySecondsOfEventBasis: 60,
  /**
   * Smallest maximum event age that a rule can set, in seconds. Events that are older when they become searchable
   * never count.
   */
  lateSecondsMin: 300,
  /** Largest maximum event age that a rule can set, in seconds. */
  lateSecondsMax: 604_800,
  /** Default maximum event age, in seconds. */
  lateSecondsDefault: 86_400,
  /** An event that becomes searchable later than this after its event time is late. */
  onTimeSecondsMax: 60,
  /** Event-time windows that start within one check window, when late events are counted where they belong. */
  stretchStepsMax: 60,
  /** Consecutive checks that a rule can require to fire or to resolve. */
  ticksMax: 100,
  /** Default number of consecutive checks to fire. */
  fireAfterDefault: 1,
  /** Default number of consecutive checks to resolve. */
  resolveAfterDefault: 2,
  /** Longest `for` and `keepFiring`, in seconds. */
  holdSecondsMax: 100 * 86_400,
  /** Versions kept of an alert rule, the present one included. */
  versionsMax: 50,
  /** Maximum number of groups of a rule. */
  groupsMax: 1_000,
  /** Default maximum number of groups of a rule. */
  groupsDefault: 100,
  /** Fields to group by. */
  groupFieldsMax: 4,
  /** Characters of a group value. */
  groupValueCharactersMax: 256,
  /** Channels of a rule. */
  ruleChannelsMax: 10,
  /** Shortest interval of repeat notifications, in seconds. */
  renotifySecondsMin: 600,
  /** Longest interval of repeat notifications, in seconds. */
  renotifySecondsMax: 604_800,
  /** Longest group wait, in seconds. Critical rules have a default of 0. */
  groupWaitSecondsMax: 300,
  /** Default group wait, in seconds. */
  groupWaitSecondsDefault: 10,
  /** Longest minimum interval between notifications, in seconds. */
  throttleSecondsMax: 86_400,
  /** Default minimum interval between notifications, in seconds. */
  throttleSecondsDefault: 60,
  /** Maximum number of log lines in a notification. */
  samplesMax: 5,
  /** Default number of log lines in a notification. */
  samplesDefault: 3,
  /** Characters of a title template. */
  titleCharactersMax: 200,
  /** Characters of a message template. */
  bodyCharactersMax: 4_000,
  /** Rules that can inhibit a rule. */
  mutedByMax: 5,

  /** Default minimum change, in percent. */
  changePercentDefault: 50,
  /** Largest minimum change that a rule can set, in percent. */
  changePercentMax: 1_000_000,
  /** Default minimum absolute change. */
  changeDifferenceDefault: 10,
  /** Previous periods in a baseline. */
  changePeriodsMax: 8,
  /** Default number of previous periods in a baseline. */
  changePeriodsDefault: 4,
  /** Previous periods with data that a comparison needs. */
  changePeriodsMin: 2,

  /** Largest number of windows with events after which a group is expected. */
  memberWindowsMax: 10,
  /** Default number of windows with events after which a group is expected. */
  memberWindowsDefault: 3,
  /** Shortest learning period, in seconds. */
  memberLearnSecondsMin: 3_600,
  /** Longest learning period, in seconds. */
  memberLearnSecondsMax: 2_592_000,
  /** Default learning period, in seconds. */
  memberLearnSecondsDefault: 86_400,
  /** Shortest time without events after which a group is no longer expected, in seconds. */
  memberExpireSecondsMin: 3_600,
  /** Longest time without events after which a group is no longer expected, in seconds. */
  memberExpireSecondsMax: 7_776_000,
  /** Default time without events after which a group is no longer expected, in seconds. */
  memberExpireSecondsDefault: 604_800,
  /** Maximum number of groups that a no-data rule tracks. */
  ruleMembersMax: 10_000,
  /** Default maximum number of groups that a no-data rule tracks. */
  ruleMembersDefault: 1_000,
  /** Groups that a rule can list as expected. */
  membersExpectedMax: 1_000,
  /** How often the last time of a group is saved. */
  memberSeenEveryMs: 10 * MINUTE_MS,

  /** Maximum number of events per evaluation. */
  verdictRowsMax: 10_000,
  /** Default number of events per evaluation. */
  verdictRowsDefault: 2_000,
  /** Default minimum confidence of a finding that fires the alert. */
  verdictConfidenceDefault: 0.5,
  /** Default AI credit budget of a rule per day. */
  verdictCreditsPerDayDefault: 10,
  /** Largest AI credit budget of a rule per day. */
  verdictCreditsPerDayMax: 10_000,
  /** Rules with an evaluation, per organization. */
  verdictRulesMax: 10,
  /** Evaluations per minute of all rules of an organization. */
  verdictRunsPerMinuteMax: 10,

  /** Channels of an organization. */
  channelsMax: 20,
  /** Silences of an organization. */
  silencesMax: 100,
  /** Characters of a channel URL. */
  urlCharactersMax: 2_048,
  /** Characters of a channel key. */
  channelKeyCharactersMax: 256,
  /** Recipients of an email channel. */
  recipientsMax: 20,
  /** Longest one-time silence. */
  silenceMsMax: 30 * DAY_MS,
  /** Matchers of a silence, of each type. */
  silenceMatchersMax: 20,
  /** Longest snooze of a rule or an incident. */
  snoozeSecondsMax: 604_800,
  /** How long a link that confirms an address is valid. */
  confirmMsMax: 3 * DAY_MS,

  /** Rules per batch. */
  batchRulesMax: 50,
  /** Concurrent batches per node. */
  batchesPerNode: 8,
  /** Concurrent batches per node of one organization. */
  batchesPerOrganization: 2,
  /** Timeout of one statement of a rule; half the interval if that is shorter. */
  statementMsMax: 30 * SECOND_MS,
  /** Rules that share one statement, if they count events of the same time range and indexes. */
  sharedRulesMax: 32,
  /** Timeout of a shared statement; after that, its rules run one by one. */
  sharedMsMax: 10 * SECOND_MS,
  /** How long rules run one by one after a shared statement has failed. */
  notSharedMs: 10 * MINUTE_MS,
  /** Time over which the statements of a batch are spread. */
  spreadMsMax: 1_500,
  /** Lag above which a check no longer waits for shared statements. */
  unhurriedLagMs: 2_500,
  /** Newest missed checks that are caught up, in order; older ones are reported as skipped. */
  catchUpTicksMax: 60,
  /** Lag above which `/ready` reports the scheduler as behind. */
  readyLagMsMax: 120 * SECOND_MS,
  /** Lag above which the health of a rule is `behind`. */
  behindMs: 60 * SECOND_MS,

  /** State changes after which an incident is flapping. */
  flappingChanges: 4,
  /** Checks within which they are counted. */
  flappingTicks: 20,
  /** Checks without a state change after which it stops flapping. */
  calmTicks: 10,
  /** How long a group without events keeps firing. */
  groupGoneMs: 24 * HOUR_MS,
  /** Checks without events after which a group resolves, if `noData` is `resolve`. */
  groupGoneTicks: 3,
  /** How long resolved incidents are kept. */
  incidentsKeptMs: 90 * DAY_MS,
  /** Event IDs stored with an incident. */
  sampleIdsMax: 5,
  /** Newest notifications shown with an incident. */
  incidentDeliveriesMax: 20,
  /** Timeout of the statement that finds sample events, including the wait for its slot. */
  sampleMsMax: 5 * SECOND_MS,
  /** Timeline entries shown with an incident. */
  timelineMax: 500,
  /** Values of a rule's sparkline. */
  sparklineMax: 60,

  /** Groups listed in a notification; further ones are counted. */
  messageGroupsMax: 20,
  /**
   * New incidents in one check above which one event is sent for all of them, on channels that send one per
   * incident.
   */
  stormIncidentsMin: 50,
  /** Size of a notification. */
  messageBytesMax: 20 * KB,
  /** Delivery attempts of a notification. */
  triesMax: 11,
  /** Random variation of the retry delay. */
  retryJitterRatio: 0.1,
  /** Timeout of a delivery. */
  sendMsMax: 15 * SECOND_MS,
  /** How often a suppressed notification is checked again. */
  withheldAgainMs: 1 * MINUTE_MS,
  /** Concurrent deliveries per node. */
  sendsPerNode: 8,
  /** Concurrent deliveries per node of one organization. */
  sendsPerOrganization: 4,
  /** Lease of a notification: after this time without a heartbeat, another node sends it. */
  sendLeaseMs: 45 * SECOND_MS,
  /** How often due notifications are checked; new ones are sent immediately. */
  sendEveryMs: 1 * SECOND_MS,
  /** How long a notification waits for an earlier one about the same incident. */
  orderWaitMs: 1 * SECOND_MS,
  /** Minimum interval between test notifications of an email channel. */
  testMailEveryMs: 10 * SECOND_MS,
  /** How long a notification waits for log lines; after that, it is sent without them. */
  samplesMsMax: 10 * SECOND_MS,
  /** Longest pause that a receiver can request. */
  pauseMsMax: 24 * HOUR_MS,
  /** Minimum interval between notifications of a chat channel. */
  chatEveryMs: 1 * SECOND_MS,
  /** How long a rotated secret still signs notifications. */
  secretOverlapMs: 24 * HOUR_MS,
  /** How long finished deliveries are kept. */
  deliveriesKeptMs: 90 * DAY_MS,

  /** Consecutive failed checks after which the owners are notified. */
  failingTicks: 3,
  /** How often they are notified again. */
  noticeEveryMs: 24 * HOUR_MS,
  /** Check interval of a rule that keeps failing. */
  failingRetryMs: 15 * MINUTE_MS,
  /** How long deliveries of a channel fail before the owners are notified. */
  channelFailingMs: 5 * MINUTE_MS,

  /** Longest backtest, in hours. */
  testHoursMax: 168,
  /** Default length of a backtest, in hours. */
  testHoursDefault: 24,
  /** Timeout of a backtest. */
  testMsMax: 30 * SECOND_MS,
  /** Checks that a backtest samples if it has to query the log store for each. */
  testTicksSampled: 60,
  /** Evaluations per backtest. */
  testVerdictsMax: 5,
} as const;
