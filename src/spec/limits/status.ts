import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The status page and its probe. */
export const STATUS_LIMITS = {
  /** Response time of `/health` from which it counts as slow. */
  healthMsSlow: 1 * SECOND_MS,
  /** Time to accept a line from which ingest counts as slow. */
  acceptedMsSlow: 1 * SECOND_MS,
  /** Time from the response until a line is searchable, from which it counts as slow. */
  foundMsSlow: 3 * SECOND_MS,
  /** Time after which a line that is not searchable counts as failed ingest. */
  foundMsMax: 30 * SECOND_MS,
  /** Duration from which a search counts as slow. */
  probeSearchMsSlow: 1 * SECOND_MS,
  /** Duration from which the preview of an evaluation counts as slow. */
  previewMsSlow: 5 * SECOND_MS,
  /** Load time from which the web app counts as slow: its page and one script. */
  webMsSlow: 2 * SECOND_MS,
  /** Timeout of one request of the probe. */
  probeAnswerMsMax: 10 * SECOND_MS,
  /** Bytes of a response that the probe reads. */
  probeAnswerBytesMax: 1 * MB,
  /** How often a test line must fire an alert. */
  trialEveryMs: 10 * MINUTE_MS,
  /** Time from which that alert counts as slow. */
  trialMsSlow: 2 * MINUTE_MS,
  /** Time after which the alert test has failed. */
  trialMsMax: 5 * MINUTE_MS,
  /** Delay of a due check of an alert rule after which alerting counts as failed. */
  tickMsMax: 5 * MINUTE_MS,
  /** How often a single check asks whether its test alert has fired. */
  trialPollMs: 3 * SECOND_MS,
  /** How often stored lines are compared with the lines that were sent. */
  storedEveryMs: 1 * HOUR_MS,
  /** A mismatch of stored lines is reported if it persists for this time. */
  storedConfirmMs: 10 * MINUTE_MS,
  /** A failure counts if it persists for this time. */
  recheckMs: 15 * SECOND_MS,
  /** Longest pause that the platform can ask the probe for. */
  probePauseMsMax: 10 * MINUTE_MS,
  /** Clock skew from which it is shown. */
  skewMsShown: 2 * SECOND_MS,
  /** Consecutive minutes down that make an outage. */
  outageMinutes: 2,
  /** Consecutive good minutes after which a component is operational again. */
  recoveryMinutes: 3,
  /** Slow minutes of the last five that make a component degraded. */
  slowMinutes: 3,
  /** Minutes in which slow ones are counted. */
  slowOfMinutes: 5,
  /** Consecutive minutes without a result after which the state is unknown. */
  silentMinutes: 3,
  /** Window of the uptime, in minutes. */
  uptimeMinutes: 43_200,
  /** Share of those minutes that must be recorded for an uptime to be shown. */
  coverageRatioMin: 0.9,
  /** Retention of results by minute, in days. */
  minuteDaysMax: 31,
  /** Retention of daily sums, in days. */
  sumDaysMax: 400,
  /** How far back probes exchange their results. */
  peerMs: 48 * HOUR_MS,
  /** Other probes that one probe queries. */
  peersMax: 8,
  /** Control addresses that a probe calls when a check has failed. */
  controlsMax: 8,
  /** How long caches may keep the page. */
  pageAgeSeconds: 30,
  /** Size of the page. */
  pageBytesMax: 120 * KB,
  /** Compressed size of the page. */
  pageGzipBytesMax: 25 * KB,
  /** Incidents on the page; older ones are on separate pages. */
  incidentsShownMax: 10,
  /** Incidents per page of the list, and in the feed. */
  incidentsPerPage: 50,
  /** How long resolved incidents are kept. */
  incidentMsMax: 400 * DAY_MS,
  /** Updates of one incident. */
  updatesMax: 100,
  /** Maintenance announcements on the page. */
  maintenanceShownMax: 5,
  /** Longest maintenance. */
  maintenanceMsMax: 7 * DAY_MS,
  /** Characters of an announcement. */
  noteCharactersMax: 2_000,
  /** Characters of an announcement on the front page; its own page has the full text. */
  shownCharactersMax: 300,
  /** Characters of a title or a person’s name. */
  headingCharactersMax: 120,
  /** Size of a form or an operator request. */
  formBytesMax: 16 * KB,
  /** Email subscribers. */
  subscribersMax: 10_000,
  /** How long the confirmation link of a subscription is valid. */
  subscribeMsMax: 48 * HOUR_MS,
  /** Minimum interval between two confirmation emails to the same address. */
  subscribeAgainMs: 1 * HOUR_MS,
  /** Webhooks for incidents and maintenance. */
  webhooksMax: 8,
  /** Timeout of a webhook call. */
  callMsMax: 15 * SECOND_MS,
  /** Concurrent webhook calls. */
  callsParallelMax: 8,
  /** How long a failed webhook call is retried. */
  callWaitMsMax: 24 * HOUR_MS,
  /** How often the platform reads the status page for its web app. */
  readEveryMs: 1 * MINUTE_MS,
  /** Delay before a status page that could not be read is read again. */
  readAgainMs: 10 * SECOND_MS,
  /** Timeout of the status page. */
  readMsMax: 10 * SECOND_MS,
  /** Age from which a status page is ignored as outdated. */
  readAgeMsMax: 5 * MINUTE_MS,
  /** Minutes kept in memory while the disk can't be written. */
  unwrittenMinutesMax: 1_440,
} as const;
