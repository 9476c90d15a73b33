import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The status page and its probe. */
export const STATUS_LIMITS = {
  /** From here on the answer of `/health` is slow. */
  healthMsSlow: 1 * SECOND_MS,
  /** From here on a line that is taken is taken slowly. */
  acceptedMsSlow: 1 * SECOND_MS,
  /** From here on a line that is found is found slowly, counted from the answer. */
  foundMsSlow: 3 * SECOND_MS,
  /** Without the line by then, its ingest has failed. */
  foundMsMax: 30 * SECOND_MS,
  /** From here on a search is slow. */
  probeSearchMsSlow: 1 * SECOND_MS,
  /** From here on the preview of an evaluation is slow. */
  previewMsSlow: 5 * SECOND_MS,
  /** From here on the web app is slow: its page and one script together. */
  webMsSlow: 2 * SECOND_MS,
  /** Longest wait for any one answer. */
  probeAnswerMsMax: 10 * SECOND_MS,
  /** Bytes of an answer that are read. */
  probeAnswerBytesMax: 1 * MB,
  /** How often a trial line must make an alert fire. */
  trialEveryMs: 10 * MINUTE_MS,
  /** From here on that alert is slow. */
  trialMsSlow: 2 * MINUTE_MS,
  /** Without the alert by then, the trial has failed. */
  trialMsMax: 5 * MINUTE_MS,
  /** An alert rule that is due for so long without being looked at makes alerts fail. */
  tickMsMax: 5 * MINUTE_MS,
  /** How often a single check asks whether its trial has fired. */
  trialPollMs: 3 * SECOND_MS,
  /** How often stored lines are compared with what was written. */
  storedEveryMs: 1 * HOUR_MS,
  /** A fault among stored lines is told when it is still there after this time. */
  storedConfirmMs: 10 * MINUTE_MS,
  /** A failure counts when it is still there after this time. */
  recheckMs: 15 * SECOND_MS,
  /** Longest wait that the platform may ask the probe for. */
  probePauseMsMax: 10 * MINUTE_MS,
  /** A difference of clocks from here on is shown. */
  skewMsShown: 2 * SECOND_MS,
  /** Down minutes in a row that make an outage. */
  outageMinutes: 2,
  /** Good minutes in a row after which a component is operational again. */
  recoveryMinutes: 3,
  /** Slow minutes of the last five that make a component degraded. */
  slowMinutes: 3,
  /** Minutes among which slow ones are counted. */
  slowOfMinutes: 5,
  /** Minutes in a row without a result after which a state is no longer told. */
  silentMinutes: 3,
  /** Minutes over which uptime is counted. */
  uptimeMinutes: 43_200,
  /** Share of those minutes that must be known for an uptime to be told. */
  coverageRatioMin: 0.9,
  /** Days for which single minutes are kept. */
  minuteDaysMax: 31,
  /** Days for which the sums of a day are kept. */
  sumDaysMax: 400,
  /** How far back probes tell each other their minutes. */
  peerMs: 48 * HOUR_MS,
  /** Other probes that one probe asks. */
  peersMax: 8,
  /** Control addresses that a probe asks when something has failed. */
  controlsMax: 8,
  /** How long caches may keep the page. */
  pageAgeSeconds: 30,
  /** Bytes of the page. */
  pageBytesMax: 120 * KB,
  /** Bytes of the page, compressed. */
  pageGzipBytesMax: 25 * KB,
  /** Incidents on the page; older ones have pages of their own. */
  incidentsShownMax: 10,
  /** Incidents on a page of the list, and in the feed. */
  incidentsPerPage: 50,
  /** How long an incident is kept after its end. */
  incidentMsMax: 400 * DAY_MS,
  /** Updates of one incident. */
  updatesMax: 100,
  /** Announcements of maintenance that are shown. */
  maintenanceShownMax: 5,
  /** Longest maintenance. */
  maintenanceMsMax: 7 * DAY_MS,
  /** Characters of a text that people write. */
  noteCharactersMax: 2_000,
  /** Characters of such a text on the front page; its own page has it whole. */
  shownCharactersMax: 300,
  /** Characters of a title or a person’s name. */
  headingCharactersMax: 120,
  /** Bytes of a form or a call of the operator. */
  formBytesMax: 16 * KB,
  /** Addresses that are told by mail. */
  subscribersMax: 10_000,
  /** How long the link in a mail confirms a subscription. */
  subscribeMsMax: 48 * HOUR_MS,
  /** Least time between two such mails to the same address. */
  subscribeAgainMs: 1 * HOUR_MS,
  /** Addresses that the operator has told of incidents and maintenance. */
  webhooksMax: 8,
  /** Longest wait for the answer of one of them. */
  callMsMax: 15 * SECOND_MS,
  /** Calls under way at once. */
  callsParallelMax: 8,
  /** How long a call that is not taken is tried again. */
  callWaitMsMax: 24 * HOUR_MS,
  /** How often the platform reads the status page for its web app. */
  readEveryMs: 1 * MINUTE_MS,
  /** How soon a status page that could not be read is tried again. */
  readAgainMs: 10 * SECOND_MS,
  /** Longest wait for the status page. */
  readMsMax: 10 * SECOND_MS,
  /** A status page that was made longer ago says nothing about now. */
  readAgeMsMax: 5 * MINUTE_MS,
  /** Minutes that are kept in memory while the disk takes none. */
  unwrittenMinutesMax: 1_440,
} as const;
