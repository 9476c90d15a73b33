import { DAY_MS, HOUR_MS, KB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Alert rules, incidents, messages and silences. Lengths of time that people set are seconds. */
export const ALERTS_LIMITS = {
  /** Characters of the name of a rule, a channel or a silence. */
  nameCharactersMax: 100,
  /** Characters of the description of a rule. */
  descriptionCharactersMax: 500,
  /** Characters of a runbook. */
  runbookCharactersMax: 4_000,
  /** Tags of a rule. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 40,
  /** Shortest time between two ticks of a rule, in seconds. */
  intervalSecondsMin: 30,
  /** Longest time between two ticks, in seconds. */
  intervalSecondsMax: 86_400,
  /** Time between two ticks, unless a rule says another, in seconds. */
  intervalSecondsDefault: 60,
  /** Shortest time between two ticks of a rule that has rows judged. */
  verdictIntervalSecondsMin: 300,
  /** Longest stretch that a tick looks back over, in seconds; never less than the interval. */
  windowSecondsMax: 604_800,
  /** The same, unless a rule says another, in seconds. */
  windowSecondsDefault: 300,
  /** Most seconds by which a tick looks behind. */
  delaySecondsMax: 3_600,
  /** The same, unless a rule says another, in seconds. */
  delaySecondsDefault: 0,
  /** The same for rules that count rows by their own time. */
  delaySecondsOfEventBasis: 60,
  /** Rows that are older when they become searchable never count: the least that a rule can ask for, in seconds. */
  lateSecondsMin: 300,
  /** The most that a rule can ask for instead, in seconds. */
  lateSecondsMax: 604_800,
  /** The same, unless a rule says another, in seconds. */
  lateSecondsDefault: 86_400,
  /** A row that became searchable later than this after its own time is late. */
  onTimeSecondsMax: 60,
  /** Stretches of own time that begin within one window, when late rows are counted where they belong. */
  stretchStepsMax: 60,
  /** Ticks in a row for which a condition holds, or is over, before the state changes. */
  ticksMax: 100,
  /** Ticks after which a rule fires, unless it says another. */
  fireAfterDefault: 1,
  /** Ticks after which an incident is over, unless the rule says another. */
  resolveAfterDefault: 2,
  /** The same in seconds: `for` and `keepFiring`. */
  holdSecondsMax: 86_400,
  /** Groups of a rule that are told apart. */
  groupsMax: 1_000,
  /** The same, unless a rule says another. */
  groupsDefault: 100,
  /** Fields that groups are made by. */
  groupFieldsMax: 4,
  /** Characters of a value of a group. */
  groupValueCharactersMax: 256,
  /** Channels of a rule. */
  ruleChannelsMax: 10,
  /** Shortest time between two reminders, in seconds. */
  renotifySecondsMin: 600,
  /** Longest time between two reminders, in seconds. */
  renotifySecondsMax: 604_800,
  /** How long a message waits for others of its rule, in seconds; the default of critical rules is 0. */
  groupWaitSecondsMax: 300,
  /** The same, unless a rule says another, in seconds. */
  groupWaitSecondsDefault: 10,
  /** Shortest time between two messages of a rule on a channel, in seconds. */
  throttleSecondsMax: 86_400,
  /** The same, unless a rule says another, in seconds. */
  throttleSecondsDefault: 60,
  /** Lines that a message shows. */
  samplesMax: 5,
  /** The same, unless a rule says another. */
  samplesDefault: 3,
  /** Characters of the template of a title. */
  titleCharactersMax: 200,
  /** Characters of the template of a body. */
  bodyCharactersMax: 4_000,
  /** Rules whose firing withholds the messages of a rule. */
  mutedByMax: 5,

  /** Percent by which a value has changed, unless a rule says another. */
  changePercentDefault: 50,
  /** The most that a rule can ask for instead. */
  changePercentMax: 1_000_000,
  /** Difference by which a value has changed, unless a rule says another. */
  changeDifferenceDefault: 10,
  /** Earlier periods that a value is compared with. */
  changePeriodsMax: 8,
  /** The same, unless a rule says another. */
  changePeriodsDefault: 4,
  /** Periods that must be filled before anything is compared. */
  changePeriodsMin: 2,

  /** Windows with events after which a member is known. */
  memberWindowsMax: 10,
  /** The same, unless a rule says another. */
  memberWindowsDefault: 3,
  /** Within so many seconds, at least. */
  memberLearnSecondsMin: 3_600,
  /** The most that a rule can ask for instead, in seconds. */
  memberLearnSecondsMax: 2_592_000,
  /** The same, unless a rule says another, in seconds. */
  memberLearnSecondsDefault: 86_400,
  /** After so many seconds of silence a member is forgotten, at least. */
  memberExpireSecondsMin: 3_600,
  /** The most that a rule can ask for instead, in seconds. */
  memberExpireSecondsMax: 7_776_000,
  /** The same, unless a rule says another, in seconds. */
  memberExpireSecondsDefault: 604_800,
  /** Members of a rule. */
  ruleMembersMax: 10_000,
  /** The same, unless a rule says another. */
  ruleMembersDefault: 1_000,
  /** Members that a rule names itself. */
  membersExpectedMax: 1_000,
  /** How often it is written down when a member was last seen. */
  memberSeenEveryMs: 10 * MINUTE_MS,

  /** Rows that a verdict is about. */
  verdictRowsMax: 10_000,
  /** The same, unless a rule says another. */
  verdictRowsDefault: 2_000,
  /** Confidence below which a finding fires nothing. */
  verdictConfidenceDefault: 0.5,
  /** AI credits a day that one rule may spend. */
  verdictCreditsPerDayDefault: 10,
  /** The most that a rule can ask for instead. */
  verdictCreditsPerDayMax: 10_000,
  /** Rules of an organization that have rows judged. */
  verdictRulesMax: 10,
  /** Runs a minute of all rules of an organization. */
  verdictRunsPerMinuteMax: 10,

  /** Channels of an organization. */
  channelsMax: 20,
  /** Silences of an organization. */
  silencesMax: 100,
  /** Characters of the address that a channel calls. */
  urlCharactersMax: 2_048,
  /** Characters of the key of a channel. */
  channelKeyCharactersMax: 256,
  /** Recipients of a channel that sends mail. */
  recipientsMax: 20,
  /** Longest silence between two times. */
  silenceMsMax: 30 * DAY_MS,
  /** Matchers of a silence, of each kind. */
  silenceMatchersMax: 20,
  /** Longest time for which a rule or an incident is snoozed. */
  snoozeSecondsMax: 604_800,
  /** How long a link that confirms an address is good. */
  confirmMsMax: 3 * DAY_MS,

  /** Rules that one batch evaluates. */
  batchRulesMax: 50,
  /** Batches a node works on at the same time. */
  batchesPerNode: 8,
  /** Those of one organization among them. */
  batchesPerOrganization: 2,
  /** Longest time of one statement of a rule; half its interval if that is shorter. */
  statementMsMax: 30 * SECOND_MS,
  /** Rules that one statement counts for, where they count events of the same time and indexes. */
  sharedRulesMax: 32,
  /** Longest time of such a statement; then its rules are asked for one by one. */
  sharedMsMax: 10 * SECOND_MS,
  /** How long rules go without others after a statement for several of them has failed. */
  notSharedMs: 10 * MINUTE_MS,
  /** The statements of a tick of a batch are spread over this time at most. */
  spreadMsMax: 1_500,
  /** A tick that is later than this does not wait for anybody. */
  unhurriedLagMs: 2_500,
  /** Missed ticks that are made up for: the newest, in their order; older ones are reported as skipped. */
  catchUpTicksMax: 60,
  /** Lag after which the scheduler is behind, as `/ready` tells. */
  readyLagMsMax: 120 * SECOND_MS,
  /** Lag after which the health of a rule is `behind`. */
  behindMs: 60 * SECOND_MS,

  /** Changes of state that make an incident flapping. */
  flappingChanges: 4,
  /** Ticks within which they are counted. */
  flappingTicks: 20,
  /** Ticks without a change that end it. */
  calmTicks: 10,
  /** How long a group that is gone keeps firing. */
  groupGoneMs: 24 * HOUR_MS,
  /** Ticks after which it is over where `noData` says resolve. */
  groupGoneTicks: 3,
  /** How long incidents are kept after their end. */
  incidentsKeptMs: 90 * DAY_MS,
  /** Ids of events that an incident keeps. */
  sampleIdsMax: 5,
  /** Messages that are shown with an incident, the newest. */
  incidentDeliveriesMax: 20,
  /** Longest time of the statement that finds them, and of the wait for its place. */
  sampleMsMax: 5 * SECOND_MS,
  /** Entries of an incident's timeline that are shown. */
  timelineMax: 500,
  /** Values of a rule's sparkline. */
  sparklineMax: 60,

  /** Groups that a message lists; the others are counted. */
  messageGroupsMax: 20,
  /** Incidents at once beyond which one event stands for all of them, where each has its own. */
  stormIncidentsMin: 50,
  /** Bytes of a message. */
  messageBytesMax: 20 * KB,
  /** Tries of a message. */
  triesMax: 11,
  /** By how much of itself the wait before a try differs. */
  retryJitterRatio: 0.1,
  /** Longest time of a call. */
  sendMsMax: 15 * SECOND_MS,
  /** How soon it is looked again whether an incident that nobody was told of may be told. */
  withheldAgainMs: 1 * MINUTE_MS,
  /** Messages a node sends at the same time. */
  sendsPerNode: 8,
  /** Those of one organization among them. */
  sendsPerOrganization: 4,
  /** How long a message stays with a node that shows no sign of life. */
  sendLeaseMs: 45 * SECOND_MS,
  /** How often messages are looked for whose time has come; what is new does not wait for it. */
  sendEveryMs: 1 * SECOND_MS,
  /** How long a message waits for an earlier one about the same incident that is being sent. */
  orderWaitMs: 1 * SECOND_MS,
  /** Shortest time between two test messages of a channel that sends mail. */
  testMailEveryMs: 10 * SECOND_MS,
  /** Longest time that a message waits for lines of logs; then it goes without them. */
  samplesMsMax: 10 * SECOND_MS,
  /** Longest pause that a receiver can ask for. */
  pauseMsMax: 24 * HOUR_MS,
  /** Shortest time between two messages of a chat channel. */
  chatEveryMs: 1 * SECOND_MS,
  /** How long a secret that was replaced still signs. */
  secretOverlapMs: 24 * HOUR_MS,
  /** How long deliveries are kept after their end. */
  deliveriesKeptMs: 90 * DAY_MS,

  /** Ticks that fail in a row after which somebody is told. */
  failedTicksTold: 3,
  /** How often they are told again. */
  toldAgainMs: 24 * HOUR_MS,
  /** How often a rule that keeps failing is tried. */
  failingRetryMs: 15 * MINUTE_MS,
  /** How long a channel fails before Owners are told. */
  channelFailingMs: 5 * MINUTE_MS,

  /** Hours that a back-test looks back over. */
  testHoursMax: 168,
  /** The same, unless another is asked for. */
  testHoursDefault: 24,
  /** Longest time of a back-test. */
  testMsMax: 30 * SECOND_MS,
  /** Ticks that a back-test asks the store for one by one. */
  testTicksSampled: 60,
  /** Verdicts that a back-test may spend credits on. */
  testVerdictsMax: 5,
} as const;
