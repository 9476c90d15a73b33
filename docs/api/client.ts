/** The client of the Xplain API. Made from its OpenAPI document by tools/api-client.ts; never edited. */

export type AbsenceCondition = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'absence';
  /** How far it reaches. */
  scope: 'all' | 'member';
  /** Fields by which groups are told apart; each group has a state of its own. */
  by?: string[];
  /** In how many windows a member must have been seen to be expected. */
  minSeen?: number;
  /** For how long members are learned before any is missed, in seconds. */
  learn?: number;
  /** After how long a member is forgotten, in seconds. */
  expire?: number;
  /** Members that are expected from the start. */
  expected?: Record<string, string>[];
  /** How many members are remembered. */
  maxMembers?: number;
};

export type Accepted = {
  /** Events that are now safe on disk, or were dropped. */
  accepted: number;
  /** How many of them a pipeline of yours has thrown away. */
  dropped?: number;
  /** They are over the daily quota: held for up to an hour, stored when the plan is raised or the day turns, else discarded. */
  throttled?: true;
  /** For `GET /api/v1/receipts/:id`, for a day. */
  receipt: string;
  /** Their `_id`s in order, for small requests without dropped events. */
  ids?: string[];
};

export type AccessToken = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** What it may be used for. */
  scopes: ('evaluations:run' | 'search:read')[];
  /** Prefix and last four characters. */
  hint: string;
  /** What state it is in. */
  state: 'active' | 'revoked' | 'expired';
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string | null;
  /** When it was taken back; null while it holds. */
  revokedAt: string | null;
  /** When it was last used; null when never. */
  lastUsedAt: string | null;
};

export type AccessTokenDraft = {
  /** How people call it. */
  name: string;
  /** What it may be used for. */
  scopes: ('evaluations:run' | 'search:read')[];
  /** After this moment it is refused. */
  expiresAt?: string;
};

export type AddressLink = {
  /** An https address; `{column}` and `$variable$` are replaced, encoded. */
  url: string;
};

export type AlertChannel = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Which kind it is; the other fields depend on it. */
  kind: 'email' | 'webhook' | 'slack' | 'discord' | 'teams' | 'pagerduty' | 'jsm';
  /** Counts its changes. */
  version: number;
  /** Mail to the Owners; it can be neither changed nor deleted. */
  isBuiltIn: boolean;
  /** Whose mail it goes to, by role. */
  roles: string[];
  /** The people of the organization, or what is watched one by one. */
  members: string[];
  /** The addresses it goes to. */
  addresses: {
    /** The address of the person. */
    email: string;
    /** Whether the address has agreed to be written to. */
    confirmed: boolean;
  }[];
  /** Of the address that is called. */
  host: string | null;
  /** The last four characters of the address or key. */
  lastFour: string | null;
  /** The text that is filled in. */
  template: string | null;
  /** Whether lines of events may be sent. */
  allowsSamples: boolean;
  /** It is at work. */
  enabled: boolean;
  /** Why it is not at work; null when it is. */
  disabledReason: string | null;
  /** Until when nothing is sent; null when it is. */
  pausedUntil: string | null;
  /** Since when nothing gets through; null when it does. */
  failingSince: string | null;
  /** When something was last sent; null when never. */
  lastSentAt: string | null;
  /** What went wrong last; null when nothing did. */
  lastError: string | null;
  /** Messages that were given up. */
  dead: number;
  /** Until then messages are signed with the replaced secret, too. */
  previousSecretUntil: string | null;
  /** Who made it. */
  createdBy: string | null;
  /** When it was made. */
  createdAt: string | null;
  /** When it was last changed. */
  updatedAt: string | null;
};

export type AlertChannelChange = {
  /** The version you have seen. */
  version: number;
  /** How people call it. */
  name?: string;
  /** Everyone with one of these roles. */
  roles?: ('owner' | 'admin' | 'member' | 'viewer')[];
  /** Ids of members (`mem_…`). */
  members?: string[];
  /** Others. Each gets a link to confirm, and no alert before it did. */
  addresses?: string[];
  /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
  url?: string;
  /** Kept encrypted; afterwards only its last four are shown. */
  key?: string;
  /** Webhooks only: JSON with placeholders, sent instead of the built-in body. */
  template?: string | null;
  /** Lines of logs may leave through it. By mail they always do. */
  allowsSamples?: boolean;
  /** A channel whose receiver is gone is disabled by itself. */
  enabled?: boolean;
};

export type AlertChannelDraft =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'email';
      /** How people call it. */
      name: string;
      /** Everyone with one of these roles. */
      roles?: ('owner' | 'admin' | 'member' | 'viewer')[];
      /** Ids of members (`mem_…`). */
      members?: string[];
      /** Others. Each gets a link to confirm, and no alert before it did. */
      addresses?: string[];
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'webhook';
      /** How people call it. */
      name: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
      /** Webhooks only: JSON with placeholders, sent instead of the built-in body. */
      template?: string | null;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'slack';
      /** How people call it. */
      name: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'discord';
      /** How people call it. */
      name: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'teams';
      /** How people call it. */
      name: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'pagerduty';
      /** How people call it. */
      name: string;
      /** Kept encrypted; afterwards only its last four are shown. */
      key: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url?: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'jsm';
      /** How people call it. */
      name: string;
      /** Kept encrypted; afterwards only its last four are shown. */
      key: string;
      /** Where to send. Kept encrypted; afterwards only its host and last four are shown. */
      url?: string;
      /** Lines of logs may leave through it. By mail they always do. */
      allowsSamples?: boolean;
    };

export type AlertChannelWithSecret = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Which kind it is; the other fields depend on it. */
  kind: 'email' | 'webhook' | 'slack' | 'discord' | 'teams' | 'pagerduty' | 'jsm';
  /** Counts its changes. */
  version: number;
  /** Mail to the Owners; it can be neither changed nor deleted. */
  isBuiltIn: boolean;
  /** Whose mail it goes to, by role. */
  roles: string[];
  /** The people of the organization, or what is watched one by one. */
  members: string[];
  /** The addresses it goes to. */
  addresses: {
    /** The address of the person. */
    email: string;
    /** Whether the address has agreed to be written to. */
    confirmed: boolean;
  }[];
  /** Of the address that is called. */
  host: string | null;
  /** The last four characters of the address or key. */
  lastFour: string | null;
  /** The text that is filled in. */
  template: string | null;
  /** Whether lines of events may be sent. */
  allowsSamples: boolean;
  /** It is at work. */
  enabled: boolean;
  /** Why it is not at work; null when it is. */
  disabledReason: string | null;
  /** Until when nothing is sent; null when it is. */
  pausedUntil: string | null;
  /** Since when nothing gets through; null when it does. */
  failingSince: string | null;
  /** When something was last sent; null when never. */
  lastSentAt: string | null;
  /** What went wrong last; null when nothing did. */
  lastError: string | null;
  /** Messages that were given up. */
  dead: number;
  /** Until then messages are signed with the replaced secret, too. */
  previousSecretUntil: string | null;
  /** Who made it. */
  createdBy: string | null;
  /** When it was made. */
  createdAt: string | null;
  /** When it was last changed. */
  updatedAt: string | null;
  /** Webhooks only: signs every message. Shown this once. */
  secret?: string;
};

export type AlertCondition =
  | ThresholdCondition
  | AbsenceCondition
  | ChangeCondition
  | VerdictCondition;

export type AlertDelivery = {
  /** Its id. */
  id: string;
  /** The channel it goes through. */
  channelId: string;
  /** The name of the channel. */
  channelName: string | null;
  /** The alert rule it belongs to. */
  ruleId: string | null;
  /** The name of the alert rule. */
  ruleName: string | null;
  /** Which kind it is; the other fields depend on it. */
  kind: 'alert' | 'reminder' | 'test' | 'notice';
  /** What state it is in. */
  state: 'waiting' | 'sent' | 'dead' | 'withheld';
  /** The id of a silence or a rule, or a word such as `snoozed`. */
  withheldBy: string | null;
  /** Ids of some incidents it tells of. */
  incidents: string[];
  /** How many alerts the message tells. */
  incidentsTotal: number;
  /** How often it was tried. */
  attempts: number;
  /** When it was made. */
  createdAt: string;
  /** When it is tried again; null when it is not. */
  nextTryAt: string | null;
  /** When it ended; null while it goes on. */
  endedAt: string | null;
  /** What the receiver answered last. */
  status: number | null;
  /** What went wrong. */
  error: string | null;
};

export type AlertIncident = {
  /** Its id. */
  id: string;
  /** The rule may be gone; its incidents are kept. */
  ruleId: string;
  /** The name of the alert rule. */
  ruleName: string;
  /** Which version of the rule it was. */
  ruleVersion: number;
  /** How bad it is. */
  severity: 'info' | 'warning' | 'error' | 'critical';
  /** What state it is in. */
  status: 'firing' | 'resolved';
  /** Null where a rule has one group. */
  group: Record<string, string> | null;
  /** The same for every incident of this rule and group. */
  dedupKey: string;
  /** The value itself. */
  value: number | null;
  /** In words. */
  condition: string;
  /** The tick at which the condition first held. */
  startedAt: string;
  /** When it fired. */
  firedAt: string;
  /** When it ended; null while it goes on. */
  resolvedAt: string | null;
  /** Why it ended. */
  resolvedReason:
    | 'condition_over'
    | 'group_gone'
    | 'member_expired'
    | 'member_forgotten'
    | 'rule_edited'
    | 'rule_disabled'
    | 'rule_deleted'
    | 'by_hand'
    | null;
  /** When the events became searchable: from here on, */
  eventsFrom: string;
  /** up to, but without this time. */
  eventsTo: string;
  /** A page of the web app that shows the events. */
  searchUrl: string;
  /** Ids of some of the events. Their lines are not kept here. */
  sampleIds: string[];
  /** Who has taken it on; null when nobody has. */
  acknowledgedBy: string | null;
  /** When somebody has taken it on. */
  acknowledgedAt: string | null;
  /** Until when it is quiet; null when it is not. */
  snoozedUntil: string | null;
  /** It comes and goes, so that it is told less often. */
  flapping: boolean;
  /** Further facts: the values of earlier periods, the findings of a verdict. */
  details: Record<string, unknown>;
  /** The newest 20 messages about it. */
  deliveries: IncidentDelivery[];
};

export type AlertIncidentWhole = {
  /** Its id. */
  id: string;
  /** The rule may be gone; its incidents are kept. */
  ruleId: string;
  /** The name of the alert rule. */
  ruleName: string;
  /** Which version of the rule it was. */
  ruleVersion: number;
  /** How bad it is. */
  severity: 'info' | 'warning' | 'error' | 'critical';
  /** What state it is in. */
  status: 'firing' | 'resolved';
  /** Null where a rule has one group. */
  group: Record<string, string> | null;
  /** The same for every incident of this rule and group. */
  dedupKey: string;
  /** The value itself. */
  value: number | null;
  /** In words. */
  condition: string;
  /** The tick at which the condition first held. */
  startedAt: string;
  /** When it fired. */
  firedAt: string;
  /** When it ended; null while it goes on. */
  resolvedAt: string | null;
  /** Why it ended. */
  resolvedReason:
    | 'condition_over'
    | 'group_gone'
    | 'member_expired'
    | 'member_forgotten'
    | 'rule_edited'
    | 'rule_disabled'
    | 'rule_deleted'
    | 'by_hand'
    | null;
  /** When the events became searchable: from here on, */
  eventsFrom: string;
  /** up to, but without this time. */
  eventsTo: string;
  /** A page of the web app that shows the events. */
  searchUrl: string;
  /** Ids of some of the events. Their lines are not kept here. */
  sampleIds: string[];
  /** Who has taken it on; null when nobody has. */
  acknowledgedBy: string | null;
  /** When somebody has taken it on. */
  acknowledgedAt: string | null;
  /** Until when it is quiet; null when it is not. */
  snoozedUntil: string | null;
  /** It comes and goes, so that it is told less often. */
  flapping: boolean;
  /** Further facts: the values of earlier periods, the findings of a verdict. */
  details: Record<string, unknown>;
  /** The newest 20 messages about it. */
  deliveries: IncidentDelivery[];
  /** The query behind `searchUrl`. */
  query: string;
  /** Oldest first, at most the last 500. */
  timeline: {
    /** When. */
    at: string;
    /** E.g. `fired`, `acknowledged`, `resolved`. */
    kind: string;
    /** More about it. */
    details: Record<string, unknown>;
  }[];
};

export type AlertMember = {
  /** Names the member within its rule. */
  key: string;
  /** The values that tell the groups apart. */
  group: Record<string, string>;
  /** Seen often enough, or expected: its silence fires. */
  known: boolean;
  /** The rule names it. */
  expected: boolean;
  /** In how many windows it was seen. */
  windowsSeen: number;
  /** When it was first seen. */
  firstSeenAt: string | null;
  /** When it was last seen. */
  lastSeenAt: string | null;
};

export type AlertRule = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Counts its changes. */
  version: number;
  /** It is at work. */
  enabled: boolean;
  /** Which kind it is; the other fields depend on it. */
  kind: 'threshold' | 'absence' | 'change' | 'verdict';
  /** What state it is in. */
  state: 'normal' | 'pending' | 'firing';
  /** Groups that fire. */
  firing: number;
  /** Whether it works, and if not, why. */
  health: 'ok' | 'learning' | 'no_data' | 'behind' | 'error' | 'disabled';
  /** Why; empty when it is well. */
  healthDetail: string;
  /** When the rule last looked; null when never. */
  lastTickAt: string | null;
  /** When it looks next; null when it does not. */
  nextTickAt: string | null;
  /** Until when it is quiet; null when it is not. */
  snoozedUntil: string | null;
  /** The largest value of each of the last ticks, oldest first. */
  sparkline: (number | null)[];
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** What to do when it fires. */
  runbook: string;
  /** Words to find it by. */
  tags: string[];
  /** How bad it is. */
  severity: 'info' | 'warning' | 'error' | 'critical';
  /** A query in the language of the platform. */
  query: string | null;
  /** The saved search it looks at. */
  savedSearch: string | null;
  /** How often it looks, in seconds. */
  interval: number;
  /** How much time it looks at, in seconds. */
  window: number;
  /** By which time events count. */
  basis: 'arrival' | 'event';
  /** How long the rule waits for late events, in seconds. */
  delay: number;
  /** How late an event may be to count, in seconds. */
  lateMax: number;
  condition: SettledCondition;
  /** After how many looks in a row it fires. */
  fireAfter: number;
  /** After how many looks in a row it ends. */
  resolveAfter: number;
  /** How long the condition has to hold, in seconds. */
  for: number;
  /** How long it goes on after the condition has ended, in seconds. */
  keepFiring: number;
  /** What happens when there are no events. */
  noData: 'keep' | 'resolve' | 'fire';
  /** What happens when the search fails. */
  onError: 'keep' | 'fire';
  /** How many groups the rule tells apart. */
  maxGroups: number;
  /** Where it is told. */
  channels: string[];
  /** Whether it is told that an alert has ended. */
  onResolve: boolean;
  /** After how long it is told again, in seconds. */
  renotify: number | null;
  /** How long is waited for more to tell together, in seconds. */
  groupWait: number;
  /** How often at most it is told, in seconds. */
  throttle: number;
  /** A few events that show it. */
  samples: number;
  /** The heading. */
  title: string | null;
  /** The text of the message. */
  body: string | null;
  /** What keeps it quiet; null when nothing does. */
  mutedBy: string[];
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type AlertRuleChange = {
  /** The version you have seen. */
  version: number;
  /** How people call it. */
  name?: string;
  condition?: AlertCondition;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** What to do when it fires. */
  runbook?: string;
  /** Words to find it by. */
  tags?: string[];
  /** How bad it is. */
  severity?: 'info' | 'warning' | 'error' | 'critical';
  /** Without bounds of time: the window sets them. Either this or `savedSearch`. */
  query?: string | null;
  /** The id of a saved search, read anew at each tick. */
  savedSearch?: string | null;
  /** Seconds between two ticks. */
  interval?: number;
  /** Seconds that a tick looks back over; at least the interval. */
  window?: number;
  /** Rows count when they become searchable, or by their own time. */
  basis?: 'arrival' | 'event';
  /** How long the rule waits for late events, in seconds. */
  delay?: number;
  /** How late an event may be to count, in seconds. */
  lateMax?: number;
  /** Ticks in a row. */
  fireAfter?: number;
  /** Ticks in a row. */
  resolveAfter?: number;
  /** How long the condition has to hold, in seconds. */
  for?: number;
  /** How long it goes on after the condition has ended, in seconds. */
  keepFiring?: number;
  /** What happens when there are no events. */
  noData?: 'keep' | 'resolve' | 'fire';
  /** What happens when the search fails. */
  onError?: 'keep' | 'fire';
  /** How many groups the rule tells apart. */
  maxGroups?: number;
  /** Ids of channels; `chn_owners` is mail to the Owners. */
  channels?: string[];
  /** Whether it is told that an alert has ended. */
  onResolve?: boolean;
  /** After how long it is told again, in seconds. */
  renotify?: number | null;
  /** How long is waited for more to tell together, in seconds. */
  groupWait?: number;
  /** How often at most it is told, in seconds. */
  throttle?: number;
  /** A few events that show it. */
  samples?: number;
  /** A template with placeholders such as `{{rule.name}}`; null for the built-in one. */
  title?: string | null;
  /** A template with placeholders such as `{{rule.name}}`; null for the built-in one. */
  body?: string | null;
  /** Rules whose firing withholds the messages of this one. */
  mutedBy?: string[];
};

export type AlertRuleDraft = {
  /** How people call it. */
  name: string;
  /** It is at work. */
  enabled?: boolean;
  condition: AlertCondition;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** What to do when it fires. */
  runbook?: string;
  /** Words to find it by. */
  tags?: string[];
  /** How bad it is. */
  severity?: 'info' | 'warning' | 'error' | 'critical';
  /** Without bounds of time: the window sets them. Either this or `savedSearch`. */
  query?: string | null;
  /** The id of a saved search, read anew at each tick. */
  savedSearch?: string | null;
  /** Seconds between two ticks. */
  interval?: number;
  /** Seconds that a tick looks back over; at least the interval. */
  window?: number;
  /** Rows count when they become searchable, or by their own time. */
  basis?: 'arrival' | 'event';
  /** How long the rule waits for late events, in seconds. */
  delay?: number;
  /** How late an event may be to count, in seconds. */
  lateMax?: number;
  /** Ticks in a row. */
  fireAfter?: number;
  /** Ticks in a row. */
  resolveAfter?: number;
  /** How long the condition has to hold, in seconds. */
  for?: number;
  /** How long it goes on after the condition has ended, in seconds. */
  keepFiring?: number;
  /** What happens when there are no events. */
  noData?: 'keep' | 'resolve' | 'fire';
  /** What happens when the search fails. */
  onError?: 'keep' | 'fire';
  /** How many groups the rule tells apart. */
  maxGroups?: number;
  /** Ids of channels; `chn_owners` is mail to the Owners. */
  channels?: string[];
  /** Whether it is told that an alert has ended. */
  onResolve?: boolean;
  /** After how long it is told again, in seconds. */
  renotify?: number | null;
  /** How long is waited for more to tell together, in seconds. */
  groupWait?: number;
  /** How often at most it is told, in seconds. */
  throttle?: number;
  /** A few events that show it. */
  samples?: number;
  /** A template with placeholders such as `{{rule.name}}`; null for the built-in one. */
  title?: string | null;
  /** A template with placeholders such as `{{rule.name}}`; null for the built-in one. */
  body?: string | null;
  /** Rules whose firing withholds the messages of this one. */
  mutedBy?: string[];
};

export type AlertSeries = {
  /** The largest value of all groups at a tick. */
  series: [string, number | null][];
  /** Ticks that were looked at. */
  ticks: number;
  /** Only some of the ticks were looked at. */
  sampled: boolean;
  /** Why it could not be evaluated, or not to the end. */
  problem?: string;
};

export type AlertSilence = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Counts its changes. */
  version: number;
  /** Which ones it holds for. */
  match: {
    /** Ids of rules. */
    rules: string[];
    /** Rules with one of these tags. */
    tags: string[];
    /** Only those of this severity. */
    severities: ('info' | 'warning' | 'error' | 'critical')[];
    /** Fields of a group and the values they have; `*` stands for any characters. */
    group: Record<string, string>;
  };
  /** When it holds. */
  times:
    | {
        /** Which kind it is; the other fields depend on it. */
        kind: 'range';
        /** Where the range begins. */
        from: string;
        /** Where the range ends, without this moment. */
        to: string;
      }
    | {
        /** Which kind it is; the other fields depend on it. */
        kind: 'weekly';
        /** Days it holds for. */
        days: (
          | 'monday'
          | 'tuesday'
          | 'wednesday'
          | 'thursday'
          | 'friday'
          | 'saturday'
          | 'sunday'
        )[];
        /** `HH:MM`. */
        start: string;
        /** `HH:MM`. */
        end: string;
        /** IANA name of the time zone. */
        timeZone: string;
      };
  /** It holds now. */
  active: boolean;
  /** When what holds now ends; null when it does not hold. */
  until: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type AlertSilenceChange = {
  /** The version you have seen. */
  version: number;
  /** How people call it. */
  name?: string;
  match?: SilenceMatch;
  times?: SilenceTimes;
};

export type AlertSilenceDraft = {
  /** How people call it. */
  name: string;
  match: SilenceMatch;
  times: SilenceTimes;
};

export type AlertTest = {
  /** Ticks that were looked at. */
  ticks: number;
  /** Only some of the ticks were looked at. */
  sampled: boolean;
  /** The largest value of all groups at a tick. */
  series: [string, number | null][];
  /** When it would have fired. */
  firings: {
    /** The values that tell the groups apart. */
    group: Record<string, string> | null;
    /** Where the range begins. */
    from: string;
    /** Null: it fires still. */
    to: string | null;
    /** The highest value. */
    peak: number | null;
  }[];
  /** Messages that each channel would have got. */
  messages: number;
  /** Why it could not be evaluated, or not to the end. */
  problem?: string;
  /** Verdicts only: what they cost. */
  credits?: {
    /** For each look. */
    perTick: number;
    /** For each day. */
    perDay: number;
    /** How much was used. */
    spent: number;
  };
  /** With `notify` only. */
  sent?: {
    /** The channel it goes through. */
    channelId: string;
    /** What state it is in. */
    state: 'sent' | 'dead';
    /** What went wrong. */
    error?: string;
  }[];
};

export type AlertTestOptions = {
  /** How far to look back. */
  hours?: number;
  /** Send one message, marked as a test, to each channel of the rule. Needs the permission `channels:manage`. */
  notify?: boolean;
  /** Verdicts only: have up to 5 ticks judged, for credits. */
  spend?: boolean;
};

export type AnnotationAnswer = {
  /** How people call it. */
  name: string;
  /** The place in the row of colours. */
  color: number;
  /** Too many: each stands for those of a bucket. */
  isGrouped: boolean;
  /** The marks, in the order of time. */
  marks: {
    /** When it was. */
    time: string;
    /** When it ended; null for a moment. */
    end: string | null;
    /** What it says. */
    text: string;
    /** The severity of an event. */
    level: string;
    /** How many there are. */
    count: number;
  }[];
  /** What went wrong. */
  error?: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What went wrong. */
    error: string;
    /** More about it. */
    details?: {
      /** Where in the input, or in a bucket. */
      path: string;
      /** What happened, for people. */
      message: string;
      /** Offset in a text, from 0. */
      position?: number;
    }[];
  };
};

export type ApiKey = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** How far it reaches. */
  scope: 'ingest-only' | 'read-only' | 'full-access';
  /** Where it is used: live or test. */
  environment: 'live' | 'test';
  /** Prefix and last four characters. */
  hint: string;
  /** What state it is in. */
  state: 'active' | 'revoked' | 'expired';
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string | null;
  /** When it was taken back; null while it holds. */
  revokedAt: string | null;
  /** When it was last used; null when never. */
  lastUsedAt: string | null;
};

export type ApiKeyDraft = {
  /** How people call it. */
  name: string;
  /** How far it reaches. */
  scope: 'ingest-only' | 'read-only' | 'full-access';
  /** Where it is used: live or test. */
  environment?: 'live' | 'test';
  /** After this moment it is refused. */
  expiresAt?: string;
};

export type ArchiveImport = {
  /** Its id. */
  id: string;
  /** What state it is in. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Where it is read from, without secrets. */
  source: string;
  /** The index it is about. */
  index: string;
  /** Days it holds for. */
  days: number;
  /** Where the range begins. */
  from: string | null;
  /** Where the range ends, without this moment. */
  to: string | null;
  /** Files without a signature are taken, too. */
  unsigned: boolean;
  /** Manifests read so far. */
  manifests: number;
  /** Files stored so far. */
  files: number;
  /** Files there will be in all. */
  filesPlanned: number | null;
  /** Rows stored so far. */
  rows: number;
  /** Rows left out of the files stored so far: larger than an event may be, or of a time that the store can’t keep. */
  rowsRefused: number;
  /** Rows there will be in all. */
  rowsPlanned: number | null;
  /** Why it failed, or what it waits for. */
  error: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ended; null while it goes on. */
  endedAt: string | null;
};

export type ArchiveSource =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'export';
      /** Id of an export: its archive, wherever it lies. */
      export: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'folder';
      /** A folder that the operator has named in `XPLAIN_EXPORT_FOLDERS`. */
      folder: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 's3';
      /** Address of the S3-compatible service, e.g. `https://s3.eu-central-1.amazonaws.com`. */
      endpoint: string;
      /** The region of the bucket or of the data. */
      region: string;
      /** The bucket of an object store. */
      bucket: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
      /** The public part of the key to the bucket. */
      accessKeyId: string;
      /** The bucket stands in the path instead of the host. */
      pathStyle?: boolean;
      /** Kept encrypted and never shown again. Left out in a change: the one that is kept. */
      secretAccessKey: string;
    };

export type Billing = {
  /** The plan of the organization. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** Bytes of events a day. */
  dailyBytes: number | null;
  /** AI credits a month. */
  monthlyCredits: number | null;
  /** How many of each there are, and may be. */
  resources: {
    /** Indexes. */
    indexes: number | null;
    /** The people of the organization, or what is watched one by one. */
    members: number | null;
    /** API keys. */
    apiKeys: number | null;
    /** Alert rules. */
    alertRules: number | null;
    /** Pipelines. */
    pipelines: number | null;
    /** Dashboards. */
    dashboards: number | null;
    /** Saved searches. */
    savedSearches: number | null;
    /** Scheduled exports. */
    scheduledExports: number | null;
    /** The services it is about. */
    services: number | null;
    /** Key figures. */
    kpis: number | null;
    /** Organizations a person may own. */
    organizationsPerUser: number | null;
  };
  /** What each plan includes on this installation; null means unlimited or as agreed. */
  plans: {
    free: PlanFacts;
    pro: PlanFacts;
    business: PlanFacts;
    enterprise: PlanFacts;
  };
  /** What is over the plan after a downgrade: it stays, and nothing can be added. */
  warnings: string[];
};

export type BulkAnswer = {
  /** Milliseconds. */
  took: number;
  /** Whether an item was refused. */
  errors: boolean;
  /** One per action, in order. */
  items: Record<string, unknown>[];
};

export type BurnSignal = {
  /** The longer window. */
  long: string;
  /** The shorter window. */
  short: string;
  /** Burn beyond which both windows make a signal. */
  threshold: number;
  /** How fast the budget is used up in the longer window. */
  longBurn: number | null;
  /** How fast the budget is used up in the shorter window. */
  shortBurn: number | null;
  /** Both windows use it up too fast. */
  isBurning: boolean;
};

export type ChangeCondition = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'change';
  /** The column to look at. Without a reporting command in the query it is `count`. */
  of?: string;
  /** Fields by which groups are told apart; each group has a state of its own. */
  by?: string[];
  /** Which way a change counts. */
  direction?: 'both' | 'up' | 'down';
  /** How large the change is, in percent. */
  percent?: number;
  /** How large the change is at least, as a number. */
  minDifference?: number;
  /** What it is compared with. */
  compare?: 'day' | 'week';
  /** How many periods before it is compared with. */
  periods?: number;
};

export type ChannelTest = {
  /** What state it is in. */
  state: 'sent' | 'dead';
  /** Null for mail. */
  status: number | null;
  /** How long it took. */
  elapsedMs: number;
  /** Why it did not arrive. */
  error?: string;
};

/** What was chosen, by name; an empty list stands for all. */
export type ChosenVariables = Record<string, string | string[]>;

export type CompressionOptions = {
  /** Distinct patterns surfaced, highest count first. */
  maxTemplates?: number;
  /** Example rows kept per pattern. */
  maxSamples?: number;
  /** Patterns with a count up to this are kept verbatim. */
  rareThreshold?: number;
  /** Similarity two lines need to share a pattern. */
  simThreshold?: number;
};

export type Context = {
  /** What happened before it, oldest first. */
  before: Event[];
  event: Event;
  /** What happened behind it, oldest first. */
  after: Event[];
  /** There are more events before. */
  hasMoreBefore: boolean;
  /** There are more events behind. */
  hasMoreAfter: boolean;
  /** What the answer has cost. */
  stats: {
    /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
    scannedRows: number;
    /** An estimate: `scannedRows` times 512 bytes. */
    scannedBytes: number;
    /** How long it took. */
    elapsedMs: number;
  };
  /** Something was left out; `limits_applied` says what. */
  truncated: boolean;
  /** What was left out because of a limit. */
  limits_applied: {
    /** Which limit it is about. */
    limit: string;
    /** How much the limit allows. */
    max: number;
    /** What happened, for people. */
    message: string;
  }[];
  /** What a reader may not expect. */
  warnings: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What happened, for people. */
    message: string;
    /** Offset in a text, from 0. */
    position?: number;
  }[];
};

export type Dashboard = {
  /** Its id. */
  id: string;
  /** Counts up with every save; the `ETag` of the answer. */
  version: number;
  /** Whether whoever asks has starred it. */
  isStarred: boolean;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** Who changed it last. */
  updatedBy: string;
  /** When it was last changed. */
  updatedAt: string;
  definition: KeptDefinition;
};

export type DashboardAsk = {
  /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
  earliest?: string;
  /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
  latest?: string;
  /** IANA name, e.g. `Europe/Berlin`: days, weeks and months, snapped times and formatted ones go by its calendar. Default: the time zone of the organization. */
  timeZone?: string;
  variables?: ChosenVariables;
  /** Which panels, those in sight first. Default: all that no heading hides. */
  panels?: string[];
  /** The `tag` of what is shown already: what has not changed is not sent again. */
  have?: Record<string, string>;
  definition?: DashboardDefinition;
};

export type DashboardChange = {
  definition: DashboardDefinition;
  /** The version the change was made on; or send it as `If-Match`. */
  version?: number;
  /** What has changed, in a few words. */
  note?: string;
};

export type DashboardData = {
  /** 0 for what is not saved. */
  version: number;
  /** The moment all panels are about. */
  now: string;
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** IANA name of the time zone. */
  timeZone: string;
  /** Asking again earlier shows nothing new. */
  freshSeconds: number;
  /** Searches these panels rest on. */
  statements: number;
  /** Those of them that were not run for this call. */
  cached: number;
  /** How long it took. */
  elapsedMs: number;
  /** The panels, by their id. */
  panels: Record<string, PanelAnswer>;
  /** The variables, by their name. */
  variables: Record<string, VariableAnswer>;
  /** Marks in the charts. */
  annotations: AnnotationAnswer[];
};

export type DashboardDefinition = {
  /** The version of the form of the definition. */
  schema: 1;
  /** What it is found by. */
  key?: string | null;
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Words to find it by. */
  tags?: string[];
  /** When it was. */
  time?: {
    /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
    earliest?: string;
    /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
    latest?: string;
  };
  /** IANA name; null takes the one of the organization. */
  timeZone?: string | null;
  /** After how long it is asked again. */
  refreshSeconds?: 30 | 60 | 300 | 900 | 3600 | null;
  /** The variables, by their name. */
  variables?: DashboardVariable[];
  /** Searches that several panels share, by name. */
  searches?: SharedSearch[];
  /** Marks in the charts. */
  annotations?: {
    /** How people call it. */
    name: string;
    /** Where it comes from. */
    source: 'query' | 'incidents';
    /** A query in the language of the platform. */
    query?: string | null;
    /** The place in the row of colours. */
    color?: number;
  }[];
  /** The panels, by their id. */
  panels?: DashboardPanel[];
};

export type DashboardDraft = {
  definition: DashboardDefinition;
  /** What has changed, in a few words. */
  note?: string;
};

export type DashboardLink = {
  /** Its id. */
  id: string;
  /** The version it shows; later ones do not change it. */
  version: number;
  /** The indexes it reads; it reads no other. */
  indexes: string[];
  /** Whether visitors see the rows of events. */
  rawRows: boolean;
  /** Sites that may show it in a frame. */
  embedOrigins: string[];
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string;
};

export type DashboardPanel =
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'timeseries';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** How it is drawn. */
        style?: 'line' | 'area' | 'bars';
        /** Whether series stand on each other. */
        stack?: 'none' | 'normal' | 'percent';
        /** Whether the scale is logarithmic. */
        log?: boolean;
        /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number. */
        unit?: string;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'value';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** Whether a small chart is shown. */
        sparkline?: boolean;
        /** What it is compared with. */
        compare?: 'previous' | 'day' | 'week' | 'none';
        /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number. */
        unit?: string;
        /** Digits behind the point. */
        decimals?: number | null;
        /** Which way is better. */
        better?: 'lower' | 'higher' | null;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'bars';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** How many are shown. */
        top?: number;
        /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number. */
        unit?: string;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'share';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** How it is drawn. */
        style?: 'bar' | 'donut';
        /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number. */
        unit?: string;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'heatmap';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** How values become colours. */
        scale?: 'linear' | 'sqrt';
        /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number. */
        unit?: string;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'table';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** Which columns, in this order; none stands for all. */
        columns?: string[];
        /** The rows of the answer. */
        rows?: number;
        /** Columns whose numbers are drawn as bars. */
        cellBars?: string[];
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'logs';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** The rows of the answer. */
        rows?: number;
        /** Names of fields. */
        fields?: string[];
        /** Whether long lines are broken. */
        wrap?: boolean;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'patterns';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** A query in the language of the platform. */
      query?: string | null;
      /** Instead of a query: a shared search of the dashboard. */
      search?: string | null;
      /** Commands that go on from the rows of the shared search. */
      then?: string | null;
      /** A range of its own; null takes that of the dashboard. */
      time?: PanelTime | null;
      /** From which value on another colour is used. */
      thresholds?: {
        /** Where the range begins. */
        from: number;
        /** What state it is in. */
        state: 'ok' | 'warning' | 'critical';
      }[];
      /** Where a click leads. */
      link?:
        | {
            /** Id or key of another dashboard. */
            dashboard: string;
            /** Its variables; `{column}` stands for what was clicked. */
            variables?: Record<string, string>;
          }
        | AddressLink
        | null;
      /** How it is set. */
      options?: {
        /** How many are shown. */
        top?: number;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'health';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** How it is set. */
      options?: {
        /** Ids of services. */
        services?: string[];
        /** Instead: all services with this tag. */
        tag?: string | null;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'text';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** How it is set. */
      options?: {
        /** The text, as Markdown. */
        markdown?: string;
      };
    }
  | {
      /** Lower-case letters and digits, at most 16. */
      id: string;
      /** Which kind it is; the other fields depend on it. */
      kind: 'heading';
      /** The heading. */
      title?: string;
      /** What it is for, in the words of whoever made it. */
      description?: string;
      /** The column it begins in. */
      x: number;
      /** The row it begins in. */
      y: number;
      /** How many columns wide. */
      w: number;
      /** How many rows high. */
      h: number;
      /** How it is set. */
      options?: {
        /** Whether it is closed at first. */
        collapsed?: boolean;
      };
    };

export type DashboardReport = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  schedule: ReportSchedule;
  /** Who gets it. */
  recipients: string[];
  /** Where the range begins, as in a search. */
  earliest: string | null;
  /** Where the range ends, as in a search. */
  latest: string | null;
  variables: ChosenVariables;
  /** It is at work. */
  isEnabled: boolean;
  /** When it is sent next; null when it is not. */
  nextAt: string | null;
  /** When something was last sent; null when never. */
  lastSentAt: string | null;
  /** What went wrong last; null when nothing did. */
  lastError: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type DashboardSummary = {
  /** Its id. */
  id: string;
  /** Counts up with every save; the `ETag` of the answer. */
  version: number;
  /** Whether whoever asks has starred it. */
  isStarred: boolean;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** Who changed it last. */
  updatedBy: string;
  /** When it was last changed. */
  updatedAt: string;
  /** What it is found by. */
  key: string | null;
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** Words to find it by. */
  tags: string[];
  /** How many it has. */
  panels: number;
};

export type DashboardVariable = TextVariable | ListVariable | QueryVariable | IntervalVariable;

export type DashboardVersion = {
  /** Counts its changes. */
  version: number;
  /** What whoever saved it wrote about it. */
  note: string;
  /** How people call it. */
  name: string;
  /** Who saved it. */
  savedBy: string;
  /** When it was saved. */
  savedAt: string;
};

export type DayUsage = {
  /** In UTC. */
  day: string;
  /** The events, or how many there are. */
  events: number;
  /** Of the events’ JSON as it was sent. */
  bytes: number;
  /** Held over the daily quota for too long and thrown away; not among `events`. */
  discardedEvents: number;
  /** Theirs. */
  discardedBytes: number;
};

export type DeadLetter = {
  /** Its id. */
  id: string;
  /** The events, or how many there are. */
  events: number;
  /** How large it is. */
  bytes: number;
  /** Why. */
  reason: string;
  /** How often it was tried. */
  attempts: number;
  /** When it was given up. */
  deadAt: string;
  /** Moved here during an outage; comes back by itself. */
  isSpilled: boolean;
  /** Its first event; absent when it cannot be shown. */
  preview?: {
    /** When the event happened. */
    timestamp: string;
    /** The index it is about. */
    index: string;
    /** The severity of an event. */
    level: string;
    /** Where it comes from. */
    source: string;
    /** The beginning of the message. */
    event: string;
  };
};

export type DeletionPreview = {
  /** Nothing was deleted: this is what would be. */
  dryRun: true;
  /** A query in the language of the platform. */
  query: string;
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** Indexes. */
  indexes: string[];
  /** Events that would be deleted. */
  matched: number;
  /** Archives that may still hold these events: what is exported is not deleted. */
  archives: {
    /** Its id. */
    id: string;
    /** How people call it. */
    name: string;
  }[];
};

export type Elevation = {
  /** Its id. */
  id: string;
  /** The member it is for. */
  memberId: string;
  /** The address of the person. */
  email: string;
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Why. */
  reason: string;
  /** For how many minutes. */
  minutes: number;
  /** What state it is in. */
  state: 'requested' | 'approved' | 'denied' | 'ended';
  /** When it was asked for. */
  requestedAt: string;
  /** Who decided. */
  decidedBy: string | null;
  /** When it ends. */
  endsAt: string | null;
};

export type ElevationDraft = {
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** For how many minutes. */
  minutes: number;
  /** Why. */
  reason: string;
};

export type EngineState = {
  /** What state it is in. */
  state: 'up' | 'degraded' | 'down';
  /** What an operator should know. */
  note?: string;
};

export type Error = {
  /** What happened, and what to do. For people. */
  error: string;
  /** Stable: match on this, not on the text. */
  code: string;
  /** Every problem of the input, where there are several. */
  details?: {
    /** Dotted path into the input, e.g. `rows.3`. */
    path: string;
    /** What happened, for people. */
    message: string;
    /** Offset in a text, from 0. */
    position?: number;
    fix?: QueryFix;
  }[];
  /** Tells the operator which log lines. */
  requestId?: string;
};

export type EvaluationPreview = {
  /** It is a preview: no model was asked. */
  preview: true;
  /** The exact lines a model would get: `[<count>x] <template> e.g. <sample>`, or `[1x] <line>` for a one-off line. Without compression the rows as they are. */
  lines: string[];
  /** How many rows it was about. */
  inputRowCount: number;
  /** Patterns found, before the cap. 0 without compression. */
  uniqueTemplates: number;
  /** Patterns dropped by the cap. */
  droppedTemplates: number;
  /** Lines kept verbatim. */
  rareLineCount: number;
  /** Something was left out. */
  truncated: boolean;
  /** Credits at the price of the model: for the log data alone, and the range for a whole run. `charged` is what this installation would charge. */
  creditEstimate: {
    /** The model the estimate is priced at: `model` of the request, or the default. It does not depend on who answers. */
    model: string;
    /** Credits for the log data as it is, at the model’s input rate. */
    uncompressed: number;
    /** Credits for the log data with compression, at the model’s input rate. */
    compressed: number;
    /** Credits this installation would charge for the lines of this preview. 0 when the built-in evaluator answers. */
    charged: number;
    /** Credits for a whole run at this model: instructions, criteria and the answer included. */
    wholeRun: {
      /** When the model answers at once and briefly. */
      least: number;
      /** When it answers at length and every question has to be asked again. */
      most: number;
    };
  };
};

/** Exactly one of `rows`, `log` and `source`. */
export type EvaluationRequest = {
  /** Log lines, or objects, which are serialised. */
  rows?: (string | Record<string, unknown>)[];
  /** A single row, in place of `rows`. */
  log?: unknown;
  /** A search whose events are evaluated instead of rows; needs the scope `search:read` as well. */
  source?: {
    /** A query in the language of the platform. */
    query: string;
    /** Where the range begins, as in a search. */
    earliest?: string;
    /** Where the range ends, as in a search. */
    latest?: string;
  };
  /** What to judge, in your own words. Required unless `preview` is true. */
  criteria?: string;
  /** What is expected of the events, one by one. */
  expectedItems?: ExpectedItem[];
  /** How it works. */
  mode?: 'test_classification' | 'generic_verdict';
  /** Default: the fast utility model. */
  model?: string;
  /** true: all rows are grouped into patterns with counts, and rare lines are kept verbatim. false: the first 200 rows are sent as they are. `auto`: patterns, unless the rows take fewer tokens as they are. */
  logCompression?: boolean | 'auto';
  compressionOptions?: CompressionOptions;
  /** Show the lines instead of judging them. */
  preview?: boolean;
};

export type EvaluationResult = {
  /** Whether the criteria are met. */
  verdict: Finding[];
  /** The answer in a sentence. */
  summary: string | null;
  /** The verified rows behind each finding. */
  evidence: Evidence[];
  /** That produced the verdict. */
  model: string;
  /** Who answers or signs in. */
  provider: string;
  /** The region of the bucket or of the data. */
  region: string;
  /** How many rows it was about. */
  inputRowCount: number;
  /** Input was clipped to fit the limits. */
  truncated: boolean;
  /** Rows were compressed into patterns. */
  compressed: boolean;
  /** How much is used. */
  usage: {
    /** Tokens of the question. */
    tokensIn: number;
    /** Tokens of the answer. */
    tokensOut: number;
    /** The provider did not count; these are our estimate. */
    estimated?: true;
  };
  /** AI credits charged for this run. 0 when the built-in evaluator answers (provider `offline`): it has no model cost. */
  creditsSpent: number;
};

export type Event = Record<string, unknown>;

export type Evidence = {
  /** Of the finding. */
  id: string;
  /** The rows of the answer. */
  rows: {
    /** Number of the row, from 1, as the explanation names it. */
    row: number;
    /** Where the quote begins in the serialised row, in UTF-16 units; null when the evidence is the pattern of the row. */
    start: number | null;
    /** Behind its last unit. */
    end: number | null;
    /** Of the whole serialised row as UTF-8. */
    sha256: string;
    /** Of the event, with `source`. */
    eventId?: string;
  }[];
};

export type ExpectedItem = {
  /** Its id. */
  id: string;
  /** What evidence to look for. */
  description: string;
};

export type ExportChange = {
  /** The version you have seen. */
  version: number;
  /** How people call it. */
  name?: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Archives take a search and commands that look at each event by itself; reports take any query. `*` for all events. */
  query?: string;
  schedule?: ExportSchedule;
  /** Where the range begins, as in a search. */
  earliest?: string | null;
  /** Where the range ends, as in a search. */
  latest?: string | null;
  /** The form of the file. */
  format?: 'csv' | 'jsonl' | 'parquet';
  /** Of `jsonl`. Default `zstd`; Parquet is always compressed inside, CSV never. */
  compression?: 'zstd' | 'gzip' | 'none';
  destination?: ExportDestinationDraft;
};

export type ExportDestination =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'keep';
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'folder';
      /** A folder that the operator has named in `XPLAIN_EXPORT_FOLDERS`. */
      folder: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 's3';
      /** Address of the S3-compatible service, e.g. `https://s3.eu-central-1.amazonaws.com`. */
      endpoint: string;
      /** The region of the bucket or of the data. */
      region: string;
      /** The bucket of an object store. */
      bucket: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
      /** The public part of the key to the bucket. */
      accessKeyId: string;
      /** The bucket stands in the path instead of the host. */
      pathStyle?: boolean;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'mail';
      /** Ids of members (`mem_…`). Whoever has left by then gets nothing. */
      recipients: string[];
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'webhook';
      /** The host of the address; the rest is not shown. */
      host: string;
    };

/** `keep`: we keep the files. `folder`: one the operator has named. `s3`: a bucket. `mail`: to members. `webhook`: we keep the files and call an address with the signed manifest. */
export type ExportDestinationDraft =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'keep';
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'folder';
      /** A folder that the operator has named in `XPLAIN_EXPORT_FOLDERS`. */
      folder: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 's3';
      /** Address of the S3-compatible service, e.g. `https://s3.eu-central-1.amazonaws.com`. */
      endpoint: string;
      /** The region of the bucket or of the data. */
      region: string;
      /** The bucket of an object store. */
      bucket: string;
      /** In front of the names of all files; parts between slashes, none begins with a dot. */
      prefix?: string;
      /** The public part of the key to the bucket. */
      accessKeyId: string;
      /** The bucket stands in the path instead of the host. */
      pathStyle?: boolean;
      /** Kept encrypted and never shown again. Left out in a change: the one that is kept. */
      secretAccessKey?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'mail';
      /** Ids of members (`mem_…`). Whoever has left by then gets nothing. */
      recipients: string[];
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'webhook';
      /** Called after each run. Kept encrypted; afterwards only its host is shown. */
      url?: string;
    };

export type ExportDestinationTest = {
  /** It works. */
  ok: boolean;
  /** What to put right. */
  error: string | null;
  /** How long it took. */
  elapsedMs: number;
};

export type ExportDraft = {
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** How it works. */
  mode: 'archive' | 'report';
  /** Archives take a search and commands that look at each event by itself; reports take any query. `*` for all events. */
  query: string;
  schedule: ExportSchedule;
  /** Archives only: events stored from here on are exported; in the past it is a backfill. Default: now. */
  startAt?: string;
  /** Reports only: relative to the due time. Default `-24h`. */
  earliest?: string;
  /** Reports only: relative to the due time. Default `now`. */
  latest?: string;
  /** The form of the file. */
  format: 'csv' | 'jsonl' | 'parquet';
  /** Of `jsonl`. Default `zstd`; Parquet is always compressed inside, CSV never. */
  compression?: 'zstd' | 'gzip' | 'none';
  destination: ExportDestinationDraft;
  /** It is at work. */
  enabled?: boolean;
};

export type ExportFile = {
  /** Counts the files, from 0. */
  number: number;
  /** Below the prefix of the destination. */
  name: string;
  /** What state it is in. */
  state: 'planned' | 'writing' | 'done' | 'expired';
  /** The rows of the answer. */
  rows: number | null;
  /** How large it is. */
  bytes: number | null;
  /** The checksum of the file. */
  sha256: string | null;
  /** We keep it, and it has not expired. */
  isDownloadable: boolean;
};

/** As in OTLP: resource logs, in them scope logs, in them log records. */
export type ExportLogsServiceRequest = {
  /** Logs as OTLP has them. */
  resourceLogs: Record<string, unknown>[];
};

export type ExportLogsServiceResponse = {
  /** What was not taken, as OTLP has it. */
  partialSuccess?: {
    /** How many records were refused. */
    rejectedLogRecords: string;
    /** Why. */
    errorMessage: string;
  };
};

export type ExportPreview = {
  /** The next runs, with the changes of the clock between them. */
  runs: {
    /** In UTC. */
    at: string;
    /** In the zone of the schedule, with its offset. */
    local: string;
  }[];
  /** The columns of the rows, in their order. */
  columns: string[];
  /** Some rows as they would be written, newest first. */
  rows: Record<string, unknown>[];
  /** Archives only: rows a day, of the last days. */
  rowsPerDay: number | null;
};

export type ExportPreviewDraft = {
  /** How it works. */
  mode: 'archive' | 'report';
  /** Archives take a search and commands that look at each event by itself; reports take any query. `*` for all events. */
  query: string;
  schedule: ExportSchedule;
  /** Reports only: relative to the due time. Default `-24h`. */
  earliest?: string;
  /** Reports only: relative to the due time. Default `now`. */
  latest?: string;
};

export type ExportRun = {
  /** Its id. */
  id: string;
  /** The scheduled export it belongs to. */
  export: string;
  /** What state it is in. */
  state: 'waiting' | 'running' | 'retrying' | 'done' | 'cancelled' | 'given_up';
  /** What started it. */
  trigger: 'schedule' | 'request' | 'recount';
  /** Who asked for it. */
  requestedBy: string | null;
  /** 2: a recount found more events; its files stand in place of those of revision 1. */
  revision: number;
  /** Start of the window; of archives by the time of storing. */
  from: string;
  /** Its end, exclusive. */
  to: string;
  /** Rows in finished files. */
  rows: number;
  /** Rows there will be in all. */
  rowsPlanned: number | null;
  /** Size of finished files. */
  bytes: number;
  /** Files that are written. */
  filesDone: number;
  /** Files there will be in all. */
  filesPlanned: number | null;
  /** Its name, once the run is done; files count only when a manifest names them. */
  manifest: string | null;
  /** How often it was tried. */
  attempts: number;
  /** Of the last try that failed. */
  error: string | null;
  /** When it is tried again; null when it is not. */
  nextTryAt: string | null;
  /** When it was made. */
  createdAt: string;
  /** When it began; null while it waits. */
  startedAt: string | null;
  /** When it ended; null while it goes on. */
  endedAt: string | null;
};

export type ExportRunWithFiles = {
  /** Its id. */
  id: string;
  /** The scheduled export it belongs to. */
  export: string;
  /** What state it is in. */
  state: 'waiting' | 'running' | 'retrying' | 'done' | 'cancelled' | 'given_up';
  /** What started it. */
  trigger: 'schedule' | 'request' | 'recount';
  /** Who asked for it. */
  requestedBy: string | null;
  /** 2: a recount found more events; its files stand in place of those of revision 1. */
  revision: number;
  /** Start of the window; of archives by the time of storing. */
  from: string;
  /** Its end, exclusive. */
  to: string;
  /** Rows in finished files. */
  rows: number;
  /** Rows there will be in all. */
  rowsPlanned: number | null;
  /** Size of finished files. */
  bytes: number;
  /** Files that are written. */
  filesDone: number;
  /** Files there will be in all. */
  filesPlanned: number | null;
  /** Its name, once the run is done; files count only when a manifest names them. */
  manifest: string | null;
  /** How often it was tried. */
  attempts: number;
  /** Of the last try that failed. */
  error: string | null;
  /** When it is tried again; null when it is not. */
  nextTryAt: string | null;
  /** When it was made. */
  createdAt: string;
  /** When it began; null while it waits. */
  startedAt: string | null;
  /** When it ended; null while it goes on. */
  endedAt: string | null;
  /** The files of the run. */
  files: ExportFile[];
};

/** A time that a changed clock skips moves to the first instant after the gap; an hour that comes twice counts once, unless the hour is `*`. */
export type ExportSchedule =
  | {
      /** From `5m` to `24h`, on a grid of UTC: `1h` runs at every full hour. */
      every: string;
    }
  | {
      /** Minute, hour, day of the month, month, day of the week: `0 6 * * mon-fri`. */
      cron: string;
      /** IANA name, e.g. `Europe/Berlin`: days, weeks and months, snapped times and formatted ones go by its calendar. Default: the time zone of the organization. */
      timeZone?: string;
    };

/** The severity, taken from a field: trace, debug, info, warn, error or fatal. */
export type ExtractLevel = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'extract_level';
  /** The field to read. Default `event`. */
  field?: string;
  /** What your own words mean, e.g. `{ "NOTICE": "info" }`. */
  levels?: Record<string, string>;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

/** The time the event happened, taken from a field. */
export type ExtractTimestamp = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'extract_timestamp';
  /** The field to read. Default `event`. */
  field?: string;
  /** `iso`, `epoch`, `http`, `syslog`, or a form such as `yyyy-MM-dd HH:mm:ss.SSS ZZ`. The first that fits wins. */
  formats: string[];
  /** For times that name none. Default `UTC`. */
  timezone?: string;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

export type FieldCardinality = {
  /** When it was estimated. */
  estimatedAt: string;
  /** The newest events that were looked at. */
  events: number;
  /** False when there are more events: fields can then have more values than said. */
  isAll: boolean;
  /** Fields with more distinct values than recommended, most values first. */
  fields: {
    /** How people call it. */
    name: string;
    /** Distinct values in these events, estimated. */
    distinct: number;
    /** Up to so many are recommended. */
    recommendedMax: number;
    /** What to do. */
    advice: string;
  }[];
};

export type FieldList = {
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** Events the search finds. */
  matched: number;
  /** Events that were looked at, the newest; counts and values are of these. */
  sampled: number;
  /** Names of fields. */
  fields: {
    /** How people call it. */
    name: string;
    /** Events that have it. */
    count: number;
    /** Different values; an estimate where there are many. */
    distinct: number;
    /** The 10 most frequent. */
    values: {
      /** The value itself. */
      value: string;
      /** How many there are. */
      count: number;
    }[];
  }[];
  /** What the answer has cost. */
  stats: {
    /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
    scannedRows: number;
    /** An estimate: `scannedRows` times 512 bytes. */
    scannedBytes: number;
    /** How long it took. */
    elapsedMs: number;
  };
  /** Something was left out; `limits_applied` says what. */
  truncated: boolean;
  /** What was left out because of a limit. */
  limits_applied: {
    /** Which limit it is about. */
    limit: string;
    /** How much the limit allows. */
    max: number;
    /** What happened, for people. */
    message: string;
  }[];
  /** What a reader may not expect. */
  warnings: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What happened, for people. */
    message: string;
    /** Offset in a text, from 0. */
    position?: number;
  }[];
};

export type Finding = {
  /** Of the expected item; `f1`, `f2`, … in generic_verdict mode. */
  id: string;
  /** Why the finding is what it is. */
  explanation: string;
  /** What state it is in. */
  status?: 'passed' | 'failed' | 'not_found' | 'skipped';
  /** How sure it is, from 0 to 1. */
  confidence?: number;
  /** What it is about. */
  entity?: {
    /** Of which type the values are. */
    type: string;
    /** What it is found by. */
    key: string;
  };
  /** Numeric risk score, only when the criteria, or the expected item, ask for scoring. */
  score?: number;
  /** Framework tags such as technique IDs, only when the criteria, or the expected item, ask for them. */
  tags?: string[];
  /** What the checks of the server found about it. */
  marks?: ('evidence_unverified' | 'suspicious_rows' | 'evidence_conflict' | 'input_truncated')[];
};

export type Health = {
  /** What state it is in. */
  status: 'alive';
  /** Counts its changes. */
  version: string;
  /** Since this process started. */
  uptimeSeconds: number;
};

export type HealthReason = {
  /** The key figure it is about. */
  kpiId: string;
  /** The name of the key figure. */
  kpi: string;
  /** What state it is in. */
  state: 'ok' | 'warning' | 'critical' | 'no_data' | 'too_few' | 'not_measured';
  /** The value itself. */
  value: number | null;
  /** In what it is measured. */
  unit: string;
  /** The one that it is beyond; null for what is not measured. */
  limit: number | null;
  /** Points that the score lacks for it. Those of all reasons make 100 minus the score. */
  lost: number;
  /** Why there is no value; empty when there is one. */
  detail: string;
  /** From when on. */
  since: string | null;
};

export type HecAnswer = {
  /** What it says. */
  text: string;
  /** 0 is success, as in HEC. */
  code: number;
};

export type HecEvent = {
  /** The message. An object is kept as JSON. */
  event: string | Record<string, unknown>;
  /** Seconds since 1970, with a fraction. */
  time?: number;
  /** Becomes the attribute `host`. */
  host?: string;
  /** Where it comes from. */
  source?: string;
  /** Becomes the attribute `sourcetype`. */
  sourcetype?: string;
  /** Default `main`. */
  index?: string;
  /** Become attributes. */
  fields?: Record<string, unknown>;
};

export type Histogram = {
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** The length of a bucket, e.g. `5m`. */
  span: string;
  /** The field whose values are told apart. */
  split: string | null;
  /** Events in all buckets together. */
  total: number;
  /** One for each value of the field that is split by. */
  series: {
    /** The value itself. */
    value: string;
    /** How many there are. */
    count: number;
  }[];
  /** Stretches of time, with how many events fell into them. */
  buckets: {
    /** Where the bucket begins; the first may begin before `from`. */
    time: string;
    /** How many there are. */
    count: number;
    /** The values. */
    values?: Record<string, number>;
  }[];
  /** What the answer has cost. */
  stats: {
    /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
    scannedRows: number;
    /** An estimate: `scannedRows` times 512 bytes. */
    scannedBytes: number;
    /** How long it took. */
    elapsedMs: number;
  };
  /** Something was left out; `limits_applied` says what. */
  truncated: boolean;
  /** What was left out because of a limit. */
  limits_applied: {
    /** Which limit it is about. */
    limit: string;
    /** How much the limit allows. */
    max: number;
    /** What happened, for people. */
    message: string;
  }[];
  /** What a reader may not expect. */
  warnings: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What happened, for people. */
    message: string;
    /** Offset in a text, from 0. */
    position?: number;
  }[];
};

export type HistoryCell = {
  /** Where the range begins. */
  from: string;
  /** The worst of its slots. */
  state: 'ok' | 'warning' | 'critical' | 'no_data' | 'too_few' | 'not_measured';
  /** Of the worst slot: the largest, or the smallest where higher is better. */
  value: number | null;
  /** The mean of the values. */
  average: number | null;
  /** How many were good. */
  good: number | null;
  /** How many there are in all. */
  total: number | null;
  /** Those that were measured. */
  slots: number;
  /** Those that were corrected, since events came late. */
  revised: number;
};

export type ImportDraft = {
  source: ArchiveSource;
  /** Made when it is missing. Begins with `re_`: such indexes are never exported. */
  index: string;
  /** How long the events stay, from now on. */
  days: number;
  /** Only windows that end after this instant. */
  from?: string;
  /** Only windows that begin before this instant. */
  to?: string;
  /** Take an archive that another installation has signed. Hashes are checked all the same. */
  unsigned?: boolean;
};

export type IncidentDelivery = {
  /** Its id. */
  id: string;
  /** The channel it goes through. */
  channelId: string;
  /** The name of the channel. */
  channelName: string | null;
  /** What changed: fired, resolved or another step. */
  transition: 'fired' | 'resolved' | 'acknowledged' | 'still_firing';
  /** What state it is in. */
  state: 'waiting' | 'sent' | 'dead' | 'withheld';
  /** What kept it from being sent; null when nothing did. */
  withheldBy: string | null;
  /** When. */
  at: string;
  /** What went wrong. */
  error: string | null;
};

export type Installation = {
  /** The signed-in person runs this installation. */
  isOperator: boolean;
  /** Who gives a larger plan: an operator, or every Owner (`self`). */
  planChanges: 'operator' | 'self';
  /** Who may get an account. */
  signUp: 'open' | 'invited' | 'off';
  /** The plan that new organizations start on. */
  defaultPlan: 'free' | 'pro' | 'business' | 'enterprise';
  /** False without a mail server: mails then lie in a folder of the server, `outbox`. */
  isMailSent: boolean;
};

export type IntervalVariable = {
  /** A lower-case letter, then letters, digits and underscores; written `$name$`. */
  name: string;
  /** Of which type the values are. */
  type: 'interval';
  /** What people read. */
  label?: string;
  /** What holds when nothing is chosen. */
  default?: 'auto' | '10s' | '30s' | '1m' | '5m' | '15m' | '30m' | '1h' | '6h' | '12h' | '1d';
};

export type Invitation = {
  /** Its id. */
  id: string;
  /** The address of the person. */
  email: string;
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** What state it is in. */
  state: 'pending' | 'expired' | 'accepted' | 'revoked';
  /** Who has invited the person. */
  invitedBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string;
  /** The link of the mail, to hand over yourself; null once the invitation waits no more. Where no mail is sent, that of an operator also confirms the address: give it to nobody else. */
  link: string | null;
};

export type InvitationDraft = {
  /** The address of the person. */
  email: string;
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

/** The definition, without what has its default. */
export type KeptDefinition = Record<string, unknown>;

export type Kpi = {
  /** Its id. */
  id: string;
  /** The service it belongs to. */
  serviceId: string;
  /** How people call it. */
  name: string;
  /** Counts up with every change. */
  version: number;
  /** It is at work. */
  isEnabled: boolean;
  measure: KpiMeasure;
  /** In what it is measured. */
  unit: string;
  /** `range`: limits are pairs, and what lies between them is good. */
  better: 'lower' | 'higher' | 'range';
  /** Beyond it the KPI warns. */
  warning: number | number[] | null;
  /** Beyond it the KPI is critical. */
  critical: number | number[] | null;
  /** The length of a slot. */
  everySeconds: 60 | 300 | 900 | 3600;
  /** How long is waited for late events. */
  delaySeconds: number;
  /** With fewer events nothing is said. */
  minimumEvents: number;
  /** What a slot without any event is: `no_data`, or 0. */
  emptyMeans: 'no_data' | 'zero';
  /** How much it counts for the health of the service. */
  importance: number;
  /** When it is critical, so is the service. */
  decisive: boolean;
  /** What is promised over a longer time; null without. */
  slo: {
    /** What is to be reached. */
    target: number;
    /** Over how many days it is measured. */
    windowDays: 7 | 28 | 30 | 90;
    /** Which kind it is; the other fields depend on it. */
    kind: 'occurrences' | 'timeslices';
  } | null;
  /** What state it is in. */
  state: 'ok' | 'warning' | 'critical' | 'no_data' | 'too_few' | 'not_measured';
  /** Why it is not measured; empty when it is. */
  detail: string;
  /** Of the last slot. */
  value: number | null;
  /** How many were good. */
  good: number | null;
  /** Events that the value rests on. */
  total: number | null;
  /** Since when it is in this state. */
  since: string | null;
  /** When the last slot that was measured began. */
  slot: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type KpiAlert = {
  rule: AlertRuleDraft;
  /** How long it takes at most until it fires. */
  secondsToFire: number;
};

export type KpiChange = {
  /** The version the change was made on. */
  version: number;
  /** How people call it. */
  name?: string;
  measure?: KpiMeasure;
  /** It is at work. */
  isEnabled?: boolean;
  /** Shown behind the value; `%` of shares by itself. */
  unit?: string;
  /** `range`: limits are pairs, and what lies between them is good. */
  better?: 'lower' | 'higher' | 'range';
  /** Beyond it the KPI warns. */
  warning?: number | number[] | null;
  /** Beyond it the KPI is critical. */
  critical?: number | number[] | null;
  /** The length of a slot. */
  everySeconds?: 60 | 300 | 900 | 3600;
  /** How long after its end a slot is measured. */
  delaySeconds?: number;
  /** With fewer events a slot is `too_few`. */
  minimumEvents?: number;
  /** What a slot without any event is: `no_data`, or 0. */
  emptyMeans?: 'no_data' | 'zero';
  /** How much it counts in the score. */
  importance?: number;
  /** When it is critical, so is the service. */
  decisive?: boolean;
  /** An objective, if there is one. */
  slo?: KpiObjective | null;
};

export type KpiDraft = {
  /** The service it belongs to. */
  serviceId: string;
  /** How people call it. */
  name: string;
  measure: KpiMeasure;
  /** It is at work. */
  isEnabled?: boolean;
  /** Shown behind the value; `%` of shares by itself. */
  unit?: string;
  /** `range`: limits are pairs, and what lies between them is good. */
  better?: 'lower' | 'higher' | 'range';
  /** Beyond it the KPI warns. */
  warning?: number | number[] | null;
  /** Beyond it the KPI is critical. */
  critical?: number | number[] | null;
  /** The length of a slot. */
  everySeconds?: 60 | 300 | 900 | 3600;
  /** How long after its end a slot is measured. */
  delaySeconds?: number;
  /** With fewer events a slot is `too_few`. */
  minimumEvents?: number;
  /** What a slot without any event is: `no_data`, or 0. */
  emptyMeans?: 'no_data' | 'zero';
  /** How much it counts in the score. */
  importance?: number;
  /** When it is critical, so is the service. */
  decisive?: boolean;
  /** An objective, if there is one. */
  slo?: KpiObjective | null;
};

export type KpiHistory = {
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** How much time a cell stands for. */
  cellSeconds: number;
  /** How often it is measured. */
  everySeconds: number;
  /** One value for each stretch of time. */
  cells: HistoryCell[];
};

/** `ratio`: the share of bad events, per cent. `aggregate`: one number of all events. `query`: a query of its own. */
export type KpiMeasure =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'ratio';
      /** A search that finds the bad ones among the events of the service, e.g. `status>=500`. */
      bad: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'aggregate';
      /** `rate`: events a second. `age`: seconds from the last event to the end of the slot. */
      function:
        | 'count'
        | 'rate'
        | 'age'
        | 'sum'
        | 'avg'
        | 'min'
        | 'max'
        | 'median'
        | 'p90'
        | 'p95'
        | 'p99'
        | 'dc';
      /** What is computed with; `count`, `rate` and `age` need none. */
      field?: string | null;
      /** A search that narrows the events of the service. */
      where?: string | null;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'query';
      /** Its first row has `value`, or `good` and `total`. It stands for itself: the selector of the service does not narrow it. */
      query: string;
    };

export type KpiObjective = {
  /** Per cent that are to be good. */
  target: number;
  /** Over how many days it is measured. */
  windowDays?: 7 | 28 | 30 | 90;
  /** `occurrences`: good events among all, for measures that count both. `timeslices`: slots within the limits among all. */
  kind?: 'occurrences' | 'timeslices';
};

export type KpiPreview = {
  /** How often it is measured. */
  everySeconds: number;
  /** Oldest first, every slot of the time. */
  slots: PreviewSlot[];
  /** Limits that the values of the last seven days would rarely have reached. */
  suggested: {
    /** From here on it is a warning. */
    warning: number | null;
    /** From here on it is critical. */
    critical: number | null;
  };
  /** False where a query can only be measured slot by slot: then few are shown. */
  isWhole: boolean;
};

export type KpiPreviewDraft = {
  /** The service it belongs to. */
  serviceId?: string;
  /** The search that finds its events, e.g. `index=app service=checkout`: no pipe, no bounds of time, no subsearch. */
  selector?: string;
  measure: KpiMeasure;
  /** `range`: limits are pairs, and what lies between them is good. */
  better?: 'lower' | 'higher' | 'range';
  /** The length of a slot. */
  everySeconds?: 60 | 300 | 900 | 3600;
  /** With fewer events a slot is `too_few`. */
  minimumEvents?: number;
  /** What a slot without any event is: `no_data`, or 0. */
  emptyMeans?: 'no_data' | 'zero';
  /** Beyond it the KPI warns. */
  warning?: number | number[] | null;
  /** Beyond it the KPI is critical. */
  critical?: number | number[] | null;
  /** How far to look back. */
  hours?: number;
};

export type KpiTemplate = {
  /** The text that is filled in. */
  template: 'errors' | 'throughput' | 'latency' | 'saturation' | 'freshness';
  /** What in the logs it rests on. */
  reason: string;
  /** With limits suggested from the last seven days. Add `serviceId`, and send it to `POST /api/v1/kpis`. */
  draft: {
    /** How people call it. */
    name: string;
    measure: KpiMeasure;
    /** It is at work. */
    isEnabled?: boolean;
    /** Shown behind the value; `%` of shares by itself. */
    unit?: string;
    /** `range`: limits are pairs, and what lies between them is good. */
    better?: 'lower' | 'higher' | 'range';
    /** Beyond it the KPI warns. */
    warning?: number | number[] | null;
    /** Beyond it the KPI is critical. */
    critical?: number | number[] | null;
    /** The length of a slot. */
    everySeconds?: 60 | 300 | 900 | 3600;
    /** How long after its end a slot is measured. */
    delaySeconds?: number;
    /** With fewer events a slot is `too_few`. */
    minimumEvents?: number;
    /** What a slot without any event is: `no_data`, or 0. */
    emptyMeans?: 'no_data' | 'zero';
    /** How much it counts in the score. */
    importance?: number;
    /** When it is critical, so is the service. */
    decisive?: boolean;
    /** An objective, if there is one. */
    slo?: KpiObjective | null;
  };
};

export type ListVariable = {
  /** A lower-case letter, then letters, digits and underscores; written `$name$`. */
  name: string;
  /** Of which type the values are. */
  type: 'list';
  /** What people read. */
  label?: string;
  /** How it is set. */
  options: {
    /** The value itself. */
    value: string;
    /** What people read. */
    label?: string;
  }[];
  /** Whether several values can be chosen. */
  multiple?: boolean;
  /** Whether all values can be chosen at once. */
  all?: boolean;
  /** Whether it stands for a value or for the name of a field. */
  use?: 'value' | 'field';
  /** What is chosen at first; none stands for all, or for the first option. */
  default?: string[];
};

export type LogDeletion = {
  /** Its id. */
  id: string;
  /** What state it is in. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** A query in the language of the platform. */
  query: string;
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** Events that were found; null before the deletion has begun. */
  matched: number | null;
  /** It is gone. */
  deleted: number | null;
  /** Events that the same search finds afterwards: 0 is the proof. */
  remaining: number | null;
  /** Who asked for it. */
  requestedBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ended; null while it goes on. */
  endedAt: string | null;
};

/** Further fields become attributes. */
export type LogEvent = {
  /** The message. `message` and `body` are accepted, too. */
  event: string;
  /** Lower-cased. Default `info`. */
  level?: string;
  /** Default: the name of the key. */
  source?: string;
  /** ISO 8601, or epoch s, ms, µs, ns by magnitude. Default: arrival. */
  timestamp?: string | number;
  /** Default `main`, or the parameter `index`. */
  index?: string;
  /** Your own unique id, for deduplication. */
  id?: string;
  /** Nested objects are flattened with dots. */
  attributes?: Record<string, unknown>;
};

export type LogIndex = {
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** How long events stay, in days. */
  retentionDays: number;
  /** False when the organization’s retention holds. */
  isRetentionOwn: boolean;
  /** Events that a search can find. */
  events: number;
  /** When the oldest event happened; null without any. */
  oldestEvent: string | null;
  /** When the newest event happened; null without any. */
  newestEvent: string | null;
};

export type LogIndexChange = {
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Days; null = as long as the organization says. */
  retentionDays?: number | null;
};

export type LogIndexDraft = {
  /** Lower-case letters, digits, `_` and `-`. Names with a leading `_` are reserved. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Days; null = as long as the organization says. */
  retentionDays?: number | null;
};

export type LokiPush = {
  /** Streams of lines, as Loki has them. */
  streams: {
    /** Labels. */
    stream: Record<string, string>;
    /** Nanoseconds since 1970 as text, the line, and structured metadata if any. */
    values: unknown[][];
  }[];
};

export type LookupTable = {
  /** How people call it. */
  name: string;
  /** The columns of the rows, in their order. */
  columns: string[];
  /** The rows of the answer. */
  rows: number;
  /** Size of the content. */
  bytes: number;
  /** Grows with every change. */
  version: number;
  /** Written by `outputlookup`. Downloading it needs the permission `logs:export` and is audited as an export. */
  isFromSearch: boolean;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** Who changed it last. */
  updatedBy: string;
};

export type LookupTablePreview = {
  /** How people call it. */
  name: string;
  /** The columns of the rows, in their order. */
  columns: string[];
  /** The rows of the answer. */
  rows: number;
  /** Size of the content. */
  bytes: number;
  /** Grows with every change. */
  version: number;
  /** Written by `outputlookup`. Downloading it needs the permission `logs:export` and is audited as an export. */
  isFromSearch: boolean;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** Who changed it last. */
  updatedBy: string;
  /** The first rows, their values in the order of `columns`. */
  firstRows: string[][];
};

export type Member = {
  /** Its id. */
  id: string;
  /** The account of the person. */
  userId: string;
  /** How people call it. */
  name: string;
  /** The address of the person. */
  email: string;
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** A role held for a while. */
  elevatedTo: 'owner' | 'admin' | 'member' | 'viewer' | null;
  /** Until when a role is lent; null when none is. */
  elevatedUntil: string | null;
  /** When the person joined. */
  joinedAt: string;
};

export type NewAccessToken = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** What it may be used for. */
  scopes: ('evaluations:run' | 'search:read')[];
  /** Prefix and last four characters. */
  hint: string;
  /** What state it is in. */
  state: 'active' | 'revoked' | 'expired';
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string | null;
  /** When it was taken back; null while it holds. */
  revokedAt: string | null;
  /** When it was last used; null when never. */
  lastUsedAt: string | null;
  /** The token itself. Shown this once, never again. */
  value: string;
};

export type NewApiKey = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** How far it reaches. */
  scope: 'ingest-only' | 'read-only' | 'full-access';
  /** Where it is used: live or test. */
  environment: 'live' | 'test';
  /** Prefix and last four characters. */
  hint: string;
  /** What state it is in. */
  state: 'active' | 'revoked' | 'expired';
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it ends by itself; null when it does not. */
  expiresAt: string | null;
  /** When it was taken back; null while it holds. */
  revokedAt: string | null;
  /** When it was last used; null when never. */
  lastUsedAt: string | null;
  /** The key itself. Shown this once, never again. */
  value: string;
};

export type Operator = {
  /** Of the user. */
  id: string;
  /** How people call it. */
  name: string;
  /** The address of the person. */
  email: string;
  /** The first operator has named themselves. */
  namedBy: string;
  /** When the person was named. */
  namedAt: string;
};

export type OperatorEntry = {
  /** Its id. */
  id: string;
  /** When the event happened. */
  timestamp: string;
  /** Who did it. */
  actor: string;
  /** What was done. */
  action:
    | 'operator.named'
    | 'operator.removed'
    | 'organization.plan_changed'
    | 'organization.limits_changed'
    | 'organization.deleted'
    | 'organization.audit_exported';
  /** What it is about. */
  resource: string;
  /** The address the request came from. */
  ipAddress: string;
  /** The program the request came from. */
  userAgent: string;
  /** More about it. */
  details: Record<string, unknown>;
};

export type Organization = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** The plan of the organization. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** IANA name; dashboards and scheduled reports use it. */
  timezone: string;
  /** For every index that sets none of its own. */
  retentionDays: number;
  /** Whether members may sign in with it. */
  oauthProviders: {
    /** Sign-in with Google. */
    google: boolean;
    /** Sign-in with GitHub. */
    github: boolean;
  };
  /** CIDR; empty = from everywhere. */
  allowedNetworks: string[];
  /** Every member reads the audit log, not only Owners and Admins. */
  isAuditOpen: boolean;
  /** When it was made. */
  createdAt: string;
};

export type OrganizationChange = {
  /** How people call it. */
  name?: string;
  /** IANA name of the time zone. */
  timezone?: string;
  /** For how many days events are kept. */
  retentionDays?: number;
  /** Which providers people may sign in with. */
  oauthProviders?: {
    /** Sign-in with Google. */
    google?: boolean;
    /** Sign-in with GitHub. */
    github?: boolean;
  };
  /** Networks from which the organization may be reached; empty for all. */
  allowedNetworks?: string[];
  /** Lets every member read the audit log. */
  isAuditOpen?: boolean;
};

export type OrganizationSignIn = {
  /** The sign-in link of the organization. */
  url: string;
  /** The ways to sign in. */
  providers: ProviderSetting[];
};

export type OrganizationTerms = {
  /** The plan of the organization. */
  plan?: 'free' | 'pro' | 'business' | 'enterprise';
  /** How much is allowed. */
  limits?: {
    /** Bytes a day; null = what the plan says. */
    dailyBytes?: number | null;
    /** AI credits a month; null = what the plan says. */
    monthlyCredits?: number | null;
  };
};

export type OverviewEntry = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** How important it is; 1 is the most. */
  tier: number;
  /** Who looks after it. */
  owner: string | null;
  /** Words to find it by. */
  tags: string[];
  /** Key figures. */
  kpis: number;
  /** What state it is in. */
  state: 'healthy' | 'degraded' | 'critical' | 'unknown';
  /** From 0 to 100; null while nothing is measured. */
  score: number | null;
  /** From when on. */
  since: string | null;
  /** The one that costs most. */
  reason: HealthReason | null;
  /** How it was before. */
  history: StripCell[];
};

export type OwnInvitation = {
  /** Its id. */
  id: string;
  /** The name of the organization. */
  organizationName: string;
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Null when it was no person, but a program with a key. */
  invitedBy: {
    /** How people call it. */
    name: string;
    /** The address of the person. */
    email: string;
  } | null;
  /** When it ends by itself; null when it does not. */
  expiresAt: string;
};

export type OwnOrganization = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** The plan of the organization. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Chosen in this session. */
  isActive: boolean;
};

export type PanelAnswer =
  | {
      /** Names exactly these rows; send it as `have`. */
      tag: string;
      /** The columns of the rows, in their order. */
      columns: {
        /** How people call it. */
        name: string;
        /** Of which type the values are. */
        type: string;
      }[];
      /** The rows of the answer. */
      rows: Record<string, unknown>[];
      /** The range of this panel. */
      from: string;
      /** Where the range ends, without this moment. */
      to: string;
      /** Of a value: the same over time. */
      sparkline?: {
        /** The columns of the rows, in their order. */
        columns: {
          /** How people call it. */
          name: string;
          /** Of which type the values are. */
          type: string;
        }[];
        /** The rows of the answer. */
        rows: Record<string, unknown>[];
      };
      /** Of a value: the same query over the range it is compared with. */
      comparison?: {
        /** The value itself. */
        value: number | null;
        /** Where the range begins. */
        from: string;
        /** Where the range ends, without this moment. */
        to: string;
      };
      /** When it was computed. */
      computedAt: string;
      /** Older than it should be: the limit is used up. */
      stale: boolean;
      /** What was left out because of a limit. */
      limits_applied: {
        /** Which limit it is about. */
        limit: string;
        /** How much the limit allows. */
        max: number;
        /** What happened, for people. */
        message: string;
      }[];
      /** What it has cost. */
      cost?: {
        /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
        scannedRows: number;
        /** An estimate: `scannedRows` times 512 bytes. */
        scannedBytes: number;
        /** How long it took. */
        elapsedMs: number;
        /** Panels of this answer that rest on the same search. */
        sharedBy: number;
      };
    }
  | {
      /** Nothing has changed since it was last asked. */
      unchanged: true;
      /** It is an answer of before, since there is no newer one. */
      stale: boolean;
    }
  | {
      /** What went wrong. */
      error: {
        /** Stable: match on this, not on the text. */
        code: string;
        /** What went wrong. */
        error: string;
        /** More about it. */
        details?: {
          /** Where in the input, or in a bucket. */
          path: string;
          /** What happened, for people. */
          message: string;
          /** Offset in a text, from 0. */
          position?: number;
        }[];
      };
    };

export type PanelTime = {
  /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
  earliest: string;
  /** Where the range ends, as in a search. */
  latest?: string;
};

/** `%{PATTERN:field}`; see the documentation for the patterns that are built in. */
export type ParseGrok = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'parse_grok';
  /** The field to read. Default `event`. */
  field?: string;
  /** The expression that is looked for. */
  pattern: string;
  /** Patterns of your own, by name. */
  definitions?: Record<string, string>;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

/** A JSON object becomes attributes; nested names are joined with dots. */
export type ParseJson = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'parse_json';
  /** The field to read. Default `event`. */
  field?: string;
  /** Stands before the name of every field found. */
  prefix?: string;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

/** `key=value` pairs become attributes; values may stand in quotes. */
export type ParseKeyValue = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'parse_key_value';
  /** The field to read. Default `event`. */
  field?: string;
  /** Stands before the name of every field found. */
  prefix?: string;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
  /** Default: white space. */
  pairSeparator?: string;
  /** Default `=`. */
  valueSeparator?: string;
};

/** Named groups become fields. No look-around, no back-references. */
export type ParseRegex = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'parse_regex';
  /** The field to read. Default `event`. */
  field?: string;
  /** The expression that is looked for. */
  pattern: string;
  /** Stands before the name of every field found. */
  prefix?: string;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

export type PatternList = {
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** Events the search finds. */
  matched: number;
  /** Events in which patterns were looked for. */
  sampled: number;
  /** Patterns in these events, also those left out here. */
  found: number;
  /** What lines have in common, the most frequent first. */
  patterns: {
    /** The same in every answer. */
    id: string;
    /** Placeholders such as `<IP>` stand where events differ. */
    template: string;
    /** The level that most of its events have. */
    severity: string;
    /** Of the events that were looked at. */
    count: number;
    /** Part of them, 0 to 1. */
    share: number;
    /** Of all events: exact when all were looked at. */
    estimate: number;
    /** When the first one came. */
    firstSeen: string;
    /** When the last one came. */
    lastSeen: string;
    /** Events that were looked at, in stretches of equal length over the range. */
    series: number[];
    /** Not seen in the range before, which is as long. Null where that was not looked at. */
    isNew: boolean | null;
    /** A few events that show it. */
    samples: {
      /** The id of the event. */
      _id: string;
      /** When the event happened. */
      _time: string;
      /** The text of the event. */
      event: string;
    }[];
  }[];
  /** What the answer has cost. */
  stats: {
    /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
    scannedRows: number;
    /** An estimate: `scannedRows` times 512 bytes. */
    scannedBytes: number;
    /** How long it took. */
    elapsedMs: number;
  };
  /** Something was left out; `limits_applied` says what. */
  truncated: boolean;
  /** What was left out because of a limit. */
  limits_applied: {
    /** Which limit it is about. */
    limit: string;
    /** How much the limit allows. */
    max: number;
    /** What happened, for people. */
    message: string;
  }[];
  /** What a reader may not expect. */
  warnings: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What happened, for people. */
    message: string;
    /** Offset in a text, from 0. */
    position?: number;
  }[];
};

export type Pipeline = {
  /** Its id. */
  id: string;
  /** Offset in a text, from 0. */
  position: number;
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** It is at work. */
  isEnabled: boolean;
  /** Which ones it holds for. */
  match: string;
  /** What is done, in this order. */
  steps: PipelineStep[];
  /** Counts its changes. */
  version: number;
  /** When it was last changed. */
  updatedAt: string;
  /** An e-mail address, or the id of an API key. */
  updatedBy: string;
  /** When it was made. */
  createdAt: string;
};

export type PipelineChange = {
  /** How people call it. */
  name?: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Default true. */
  isEnabled?: boolean;
  /** A search expression, e.g. `source=nginx NOT level=debug`. Default: every event. */
  match?: string;
  /** What is done, in this order. */
  steps?: PipelineStep[];
  /** Pipelines run in this order, from 1. Default: the last. */
  position?: number;
  /** The version you have seen; 409 when it is no longer the present one. `If-Match` does the same. */
  version?: number;
};

export type PipelineDraft = {
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** Default true. */
  isEnabled?: boolean;
  /** A search expression, e.g. `source=nginx NOT level=debug`. Default: every event. */
  match?: string;
  /** What is done, in this order. */
  steps: PipelineStep[];
  /** Pipelines run in this order, from 1. Default: the last. */
  position?: number;
};

export type PipelineStep =
  | ParseJson
  | ParseKeyValue
  | ParseRegex
  | ParseGrok
  | ExtractTimestamp
  | ExtractLevel
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'rename';
      /** `event`, `level`, `source`, or the name of an attribute. */
      from: string;
      /** `event`, `level`, `source`, or the name of an attribute. */
      to: string;
      /** True: an event where nothing is found is no error. Default false. */
      isOptional?: boolean;
    }
  | SetField
  | RemoveFields
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'mask';
      /** Where to look; `*` means the text and every attribute. Default `*`. */
      fields?: string[];
      /** E-mail addresses, IP addresses, card numbers with a right check digit, tokens and secrets. */
      what?: ('email' | 'ip' | 'card' | 'token')[];
      /** A regular expression of your own. */
      pattern?: string;
      /** `hash`: a keyed hash, the same for the same value within your organization. Default `replacement`. */
      with?: 'replacement' | 'hash';
      /** Default: the kind in brackets, e.g. `[email]`. */
      replacement?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'drop';
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'sample';
      /** 0.1 keeps one in ten. */
      rate: number;
      /** Events with the same value stay or go together. */
      by?: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'route';
      /** The index it is about. */
      index: string;
    };

export type PipelineTest = {
  /** The events, or how many there are. */
  events: {
    /** The text of the event. */
    event: string;
    /** The severity of an event. */
    level?: string;
    /** Where it comes from. */
    source?: string;
    /** When the event happened. */
    timestamp?: string;
    /** The index it is about. */
    index?: string;
    /** Its id. */
    id?: string;
    /** Further fields of the event. */
    attributes?: Record<string, string>;
  }[];
  /** The pipeline to try. Default: those of the organization that are enabled. */
  pipeline?: {
    /** How people call it. */
    name?: string;
    /** A search expression, e.g. `source=nginx NOT level=debug`. Default: every event. */
    match?: string;
    /** What is done, in this order. */
    steps: PipelineStep[];
  };
};

export type PipelineVersion = {
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** It is at work. */
  isEnabled: boolean;
  /** Which ones it holds for. */
  match: string;
  /** What is done, in this order. */
  steps: PipelineStep[];
  /** Counts its changes. */
  version: number;
  /** When it was last changed. */
  updatedAt: string;
  /** An e-mail address, or the id of an API key. */
  updatedBy: string;
};

export type PlanFacts = {
  /** Bytes of events a day. */
  dailyBytes: number | null;
  /** AI credits a month. */
  monthlyCredits: number | null;
  /** What happens above the limit. */
  overage: 'pause_until_next_day' | 'hold';
  /** How many of each there are, and may be. */
  resources: {
    /** Indexes. */
    indexes: number | null;
    /** The people of the organization, or what is watched one by one. */
    members: number | null;
    /** API keys. */
    apiKeys: number | null;
    /** Alert rules. */
    alertRules: number | null;
    /** Pipelines. */
    pipelines: number | null;
    /** Dashboards. */
    dashboards: number | null;
    /** Saved searches. */
    savedSearches: number | null;
    /** Scheduled exports. */
    scheduledExports: number | null;
    /** The services it is about. */
    services: number | null;
    /** Key figures. */
    kpis: number | null;
    /** Organizations a person may own. */
    organizationsPerUser: number | null;
  };
};

export type PreviewSlot = {
  /** Where the range begins. */
  from: string;
  /** What state it is in. */
  state: 'ok' | 'warning' | 'critical' | 'no_data' | 'too_few' | 'not_measured';
  /** The value itself. */
  value: number | null;
  /** How many were good. */
  good: number | null;
  /** How many there are in all. */
  total: number | null;
};

export type ProviderSetting = {
  /** Who answers or signs in. */
  provider: 'google' | 'github';
  /** What to register with the provider as the address to come back to. */
  redirectUrl: string;
  /** Null: the client of the installation is used, if it has one. */
  client: {
    /** The public part of the application at the provider. */
    clientId: string;
    /** When the secret was set; null when none is. */
    secretSetAt: string;
    /** Who set the secret. */
    secretSetBy: string;
  } | null;
};

export type PublicDashboard = {
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** IANA name of the time zone. */
  timeZone: string;
  /** After how long it is asked again. */
  refreshSeconds: number | null;
  /** Asking again earlier shows nothing new. */
  freshSeconds: number;
  /** When it ends by itself; null when it does not. */
  expiresAt: string;
  /** The panels, by their id. */
  panels: {
    /** Its id. */
    id: string;
    /** Which kind it is; the other fields depend on it. */
    kind:
      | 'timeseries'
      | 'value'
      | 'bars'
      | 'share'
      | 'heatmap'
      | 'table'
      | 'logs'
      | 'patterns'
      | 'health'
      | 'text'
      | 'heading';
    /** The heading. */
    title: string;
    /** What it is for, in the words of whoever made it. */
    description: string;
    /** The column it begins in. */
    x: number;
    /** The row it begins in. */
    y: number;
    /** How many columns wide. */
    w: number;
    /** How many rows high. */
    h: number;
    /** From which value on another colour is used. */
    thresholds: {
      /** Where the range begins. */
      from: number;
      /** What state it is in. */
      state: 'ok' | 'warning' | 'critical';
    }[];
    /** How it is set. */
    options: Record<string, unknown>;
    /** What the panel shows. */
    result: PanelAnswer | null;
  }[];
  /** The variables, by their name. */
  variables: PublicVariable[];
  /** Marks in the charts. */
  annotations: AnnotationAnswer[];
};

export type PublicVariable = {
  /** How people call it. */
  name: string;
  /** Of which type the values are. */
  type: string;
  /** What people read. */
  label: string;
  /** Whether several values can be chosen. */
  multiple: boolean;
  /** Whether all values can be chosen at once. */
  all: boolean;
  /** What the panels were asked with. */
  values: string[];
  /** How it is set. */
  options: {
    /** The value itself. */
    value: string;
    /** What people read. */
    label: string;
  }[];
  /** There are more options than these. */
  isCut: boolean;
  /** What went wrong. */
  error?: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What went wrong. */
    error: string;
    /** More about it. */
    details?: {
      /** Where in the input, or in a bucket. */
      path: string;
      /** What happened, for people. */
      message: string;
      /** Offset in a text, from 0. */
      position?: number;
    }[];
  };
};

/** A change of the query that may be meant. */
export type QueryFix = {
  /** What the change does, in a few words. */
  label: string;
  /** Where the replaced text begins. */
  start: number;
  /** Where it ends, without this place. */
  end: number;
  /** What stands there instead. */
  text: string;
};

export type QueryVariable = {
  /** A lower-case letter, then letters, digits and underscores; written `$name$`. */
  name: string;
  /** Of which type the values are. */
  type: 'query';
  /** What people read. */
  label?: string;
  /** Gives the options, in columns `value` and `label`, or in its first column. It may use variables above it. */
  query: string;
  /** Whether several values can be chosen. */
  multiple?: boolean;
  /** Whether all values can be chosen at once. */
  all?: boolean;
  /** What is chosen at first; none stands for all, or for the first option. */
  default?: string[];
};

export type Readiness = {
  /** False as soon as one engine is down. */
  ready: boolean;
  /** Every engine this node uses, by name. */
  engines: Record<string, EngineState>;
};

export type Receipt = {
  /** Its id. */
  id: string;
  /** When the events were taken. */
  acceptedAt: string;
  /** Events of the request. */
  accepted: number;
  /** How many of them a pipeline of yours has thrown away. */
  dropped: number;
  /** How many a search finds now. */
  stored: number;
  /** How many could not be stored and can be replayed. */
  deadLettered: number;
  /** How many are held over the daily quota, and will be stored or discarded. */
  held: number;
  /** When the store had them. Null before, and when it is no longer known: only the node that stored them remembers, for its last requests. */
  queryableSince: string | null;
};

export type RefreshEnd = {
  /** Searches these panels rest on. */
  statements: number;
  /** Those of them that were not run for this call. */
  cached: number;
  /** How long it took. */
  elapsedMs: number;
};

export type RefreshStart = {
  /** 0 for what is not saved. */
  version: number;
  /** The moment all panels are about. */
  now: string;
  /** Where the range begins. */
  from: string;
  /** Where the range ends, without this moment. */
  to: string;
  /** IANA name of the time zone. */
  timeZone: string;
  /** Asking again earlier shows nothing new. */
  freshSeconds: number;
  /** Searches it rests on. */
  statements: number;
};

export type ReliabilityTarget = {
  /** Its id. */
  id:
    | 'uptime'
    | 'ingest_latency'
    | 'query_latency'
    | 'recovery_point'
    | 'recovery_time'
    | 'alert_latency';
  /** Of both values. */
  unit: 'ratio' | 'ms';
  /** The target. */
  promise: {
    /** How the measured value has to compare with it. */
    comparison: 'at_least' | 'under';
    /** The value itself. */
    value: number;
  };
  /** `no_data` when nothing, or too little, was measured to tell. */
  state: 'met' | 'missed' | 'no_data';
  /** Null when nothing was measured. */
  measured: {
    /** Of a latency: the upper end of its bucket, so it is never understated. */
    value: number;
    /** It is more than `value`, by how much is unknown. */
    isMore: boolean;
    /** How many requests, searches or alerts were measured. */
    samples: number | null;
    /** Start of the window. */
    from: string | null;
    /** Where the range ends, without this moment. */
    to: string;
    /** Nodes whose measurements are included; null for what no node measures. */
    nodes: number | null;
  } | null;
  /** What was measured, and where, in a sentence. */
  basis: string;
  /** What to do so that it can be measured, or judged. */
  advice: string | null;
};

export type ReliabilityTargets = {
  /** When this was put together. */
  measuredAt: string;
  /** All of them, in a fixed order. */
  targets: ReliabilityTarget[];
};

/** Takes attributes away; `*` at the end of a name stands for any rest. */
export type RemoveFields = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'remove';
  /** Names of fields. */
  fields: string[];
};

export type ReportChange = {
  /** How people call it. */
  name?: string;
  schedule?: ReportSchedule;
  /** Who gets it. */
  recipients?: string[];
  /** Where the range begins, as in a search. */
  earliest?: string | null;
  /** Where the range ends, as in a search. */
  latest?: string | null;
  variables?: ChosenVariables;
  /** It is at work. */
  isEnabled?: boolean;
};

export type ReportDraft = {
  /** How people call it. */
  name?: string;
  schedule: ReportSchedule;
  /** Who gets it. */
  recipients: string[];
  /** Where the range begins, as in a search. */
  earliest?: string | null;
  /** Where the range ends, as in a search. */
  latest?: string | null;
  variables?: ChosenVariables;
  /** It is at work. */
  isEnabled?: boolean;
};

/** In the time zone of the dashboard, by default that of the organization. A time that a changed clock skips moves on; one that comes twice counts once. */
export type ReportSchedule = {
  /** How often. */
  every: 'daily' | 'weekly' | 'monthly';
  /** A time of day such as `08:00`. */
  at: string;
  /** Of a weekly report. Default `monday`. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  /** Day of the month, of a monthly report. Default 1. */
  day?: number;
};

export type RoleFacts = {
  /** What the person may do in the organization. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** What it allows. */
  permissions: string[];
};

export type RunOrganization = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** The plan of the organization. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** How much is allowed. */
  limits: {
    /** Bytes a day; null = what the plan says. */
    dailyBytes: number | null;
    /** AI credits a month; null = what the plan says. */
    monthlyCredits: number | null;
  };
  /** Their addresses. */
  owners: string[];
  /** The people of the organization, or what is watched one by one. */
  members: number;
  /** When it was made. */
  createdAt: string;
  /** How much is used. */
  usage: {
    today: DayUsage;
    /** How much is allowed a day. */
    quota: {
      /** Bytes of events a day. */
      dailyBytes: number | null;
      /** What state it is in. */
      state: 'normal' | 'warned' | 'throttled';
      /** When the day turns, at midnight UTC. */
      resetsAt: string;
    };
    /** AI credits. */
    credits: {
      /** Which limit it is about. */
      limit: number | null;
      /** How much is used. */
      used: number;
      /** Set aside by runs that have not ended. */
      held: number;
      /** Evaluations of this month, failed ones included. */
      runs: number;
      /** Those without a verdict; they cost nothing. */
      failedRuns: number;
      /** The first of the next month, UTC. */
      resetsAt: string;
    };
  };
};

export type SavedSearch = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** A query in the language of the platform. */
  query: string;
  /** Where the range begins, as in a search. */
  earliest: string | null;
  /** Where the range ends, as in a search. */
  latest: string | null;
  /** How the result is shown; null as usual. */
  display: SavedSearchDisplay | null;
  /** Whether whoever asks has starred it. */
  isStarred: boolean;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type SavedSearchChange = {
  /** How people call it. */
  name?: string;
  /** The query. It must be one that can be read. */
  query?: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** A time such as `-1d@d`; null leaves it to whoever runs the search. */
  earliest?: string | null;
  /** A time such as `-1d@d`; null leaves it to whoever runs the search. */
  latest?: string | null;
  /** How the result is shown; null as usual. */
  display?: SavedSearchDisplay | null;
};

export type SavedSearchDisplay = {
  /** `auto` shows the table of a query that ends in one, events otherwise. Default `auto`. */
  mode?: 'auto' | 'events' | 'patterns';
  /** How events look. Default `raw`, which is lines. */
  view?: 'raw' | 'table' | 'json';
  /** Fields shown beside the text; none for those that go with the view. */
  columns?: string[];
  /** Which events come first. Default `newest`. */
  sort?: 'newest' | 'oldest';
  /** The column by which the rows of a table are sorted. */
  order?: {
    /** The field it goes by. */
    field: string;
    /** Whether the largest value comes first. */
    isDown: boolean;
  };
  /** Whether rows show the time since the event before. */
  hasDistances?: boolean;
  /** Whether it is followed as a live tail. */
  isLive?: boolean;
};

export type SavedSearchDraft = {
  /** How people call it. */
  name: string;
  /** The query. It must be one that can be read. */
  query: string;
  /** What it is for, in the words of whoever made it. */
  description?: string;
  /** A time such as `-1d@d`; null leaves it to whoever runs the search. */
  earliest?: string | null;
  /** A time such as `-1d@d`; null leaves it to whoever runs the search. */
  latest?: string | null;
  /** How the result is shown; null as usual. */
  display?: SavedSearchDisplay | null;
};

export type ScheduledExport = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Counts its changes. */
  version: number;
  /** It is at work. */
  enabled: boolean;
  /** What it is for, in the words of whoever made it. */
  description: string;
  /** How it works. */
  mode: 'archive' | 'report';
  /** Archives take a search and commands that look at each event by itself; reports take any query. `*` for all events. */
  query: string;
  schedule: ExportSchedule;
  /** Where the range begins, as in a search. */
  earliest: string | null;
  /** Where the range ends, as in a search. */
  latest: string | null;
  /** The form of the file. */
  format: 'csv' | 'jsonl' | 'parquet';
  /** Of `jsonl`. Default `zstd`; Parquet is always compressed inside, CSV never. */
  compression: 'zstd' | 'gzip' | 'none';
  destination: ExportDestination;
  /** Archives only: events stored from here on are exported. */
  startAt: string | null;
  /** Archives only: every event stored before this instant is in a file. */
  watermark: string | null;
  /** Archives only: how far that is behind now. */
  lagSeconds: number | null;
  /** Whether it works, and if not, why. */
  health: 'new' | 'ok' | 'late' | 'retrying' | 'failing' | 'disabled';
  /** Why; empty when it is well. */
  healthDetail: string;
  /** Id of the run that has not ended. */
  running: string | null;
  /** When it last ran; null when never. */
  lastRunAt: string | null;
  /** When it runs next; null when it does not. */
  nextRunAt: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type SearchAnswer = {
  /** What was asked for. */
  data: {
    /** The columns of the rows, in their order. */
    columns: {
      /** How people call it. */
      name: string;
      /** Of which type the values are. */
      type: string;
    }[];
    /** The rows of the answer. */
    rows: Record<string, unknown>[];
    /** What the answer has cost. */
    stats: {
      /** Rows the query found; absent with `explain` alone. */
      matched?: number;
      /** There may be more than `matched`: they are not all on this page. */
      matchedAtLeast?: true;
      /** Events of your organization in the indexes and the whole minutes of the time range, counted at most a minute ago. It does not depend on the filter, or on other organizations. */
      scannedRows: number;
      /** An estimate: `scannedRows` times 512 bytes. */
      scannedBytes: number;
      /** How long it took. */
      elapsedMs: number;
    };
    /** Something was left out; `limits_applied` says what. */
    truncated: boolean;
    /** What was left out because of a limit. */
    limits_applied: {
      /** Which limit it is about. */
      limit: string;
      /** How much the limit allows. */
      max: number;
      /** What happened, for people. */
      message: string;
    }[];
    /** How the query is read. */
    explain?: {
      /** One command per line, every parenthesis written. */
      query: string;
      /** Events of your organization in the indexes and the time range; absent while the store is away. */
      estimatedRows?: number;
      /** For Owners and Admins. */
      sql?: string;
      /** The values of the statement, by name. */
      parameters?: Record<string, string>;
    };
    /** What a reader may not expect. */
    warnings: SearchWarning[];
  };
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
};

export type SearchProgress = {
  /** Part of the rows of your organization read so far. */
  rowsRead: number;
  /** An estimate: `rowsRead` times 512 bytes. */
  bytesRead: number;
  /** Since the search began. */
  elapsedMs: number;
  /** Rows to read in all, as far as known; it can grow. */
  totalRowsEstimate?: number;
};

export type SearchWarning = {
  /** One of the messages under “Advice” of the language; it is stable. */
  code: string;
  /** A sentence for whoever wrote the query. */
  message: string;
  /** Where in the query it begins, in UTF-16 units. */
  position?: number;
  fix?: QueryFix;
};

export type Service = {
  /** Its id. */
  id: string;
  /** How people call it. */
  name: string;
  /** Counts up with every change. */
  version: number;
  /** The search that finds its events. */
  selector: string;
  /** Who looks after it. */
  owner: string | null;
  /** How important it is; 1 is the most. */
  tier: number;
  /** Where to read on. */
  links: {
    /** How people call it. */
    name: string;
    /** The address. */
    url: string;
  }[];
  /** Words to find it by. */
  tags: string[];
  /** Services it needs. */
  dependsOn: string[];
  /** How many it has. */
  kpis: number;
  /** What state it is in. */
  state: 'healthy' | 'degraded' | 'critical' | 'unknown';
  /** From 0 to 100; null while nothing is measured. */
  score: number | null;
  /** Since when it is in this state. */
  since: string | null;
  /** Who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type ServiceChange = {
  /** The version the change was made on. */
  version: number;
  /** How people call it. */
  name?: string;
  /** The search that finds its events, e.g. `index=app service=checkout`: no pipe, no bounds of time, no subsearch. */
  selector?: string;
  /** Who looks after it: the address of a member, or any text such as a team. */
  owner?: string | null;
  /** How much it matters: 1 most. */
  tier?: number;
  /** Where to read on. */
  links?: ServiceLink[];
  /** Words to find it by. */
  tags?: string[];
  /** Ids of other services. Circles are allowed; what is deleted leaves the lists of the others. */
  dependsOn?: string[];
};

export type ServiceDraft = {
  /** How people call it. */
  name: string;
  /** The search that finds its events, e.g. `index=app service=checkout`: no pipe, no bounds of time, no subsearch. */
  selector: string;
  /** Who looks after it: the address of a member, or any text such as a team. */
  owner?: string | null;
  /** How much it matters: 1 most. */
  tier?: number;
  /** Where to read on. */
  links?: ServiceLink[];
  /** Words to find it by. */
  tags?: string[];
  /** Ids of other services. Circles are allowed; what is deleted leaves the lists of the others. */
  dependsOn?: string[];
};

export type ServiceHealth = {
  /** What state it is in. */
  state: 'healthy' | 'degraded' | 'critical' | 'unknown';
  /** From 0 to 100; null while nothing is measured. */
  score: number | null;
  /** Share of the slots of the last 24 hours that were measured. */
  coverage: number | null;
  /** From when on. */
  since: string | null;
  /** The most lost points first. */
  reasons: HealthReason[];
  /** Services it depends on that turned bad before it did, the first one first. */
  likelyCauses: {
    /** The service it belongs to. */
    serviceId: string;
    /** The service it is about. */
    service: string;
    /** What state it is in. */
    state: 'healthy' | 'degraded' | 'critical' | 'unknown';
    /** From when on. */
    since: string | null;
  }[];
  /** The last 24 hours in 96 cells, each as bad as its worst slots; fewer where the service was not there yet. */
  history: StripCell[];
  /** What is promised over a longer time. */
  slos: SloStanding[];
  /** The moment it speaks of. */
  asOf: string;
};

export type ServiceLink = {
  /** How people call it. */
  name: string;
  /** The address. */
  url: string;
};

export type ServiceMap = {
  /** The services of the map. */
  nodes: {
    /** Its id. */
    id: string;
    /** How people call it. */
    name: string;
    /** How important it is; 1 is the most. */
    tier: number;
    /** What state it is in. */
    state: 'healthy' | 'degraded' | 'critical' | 'unknown';
    /** From 0 to 100; null while nothing is measured. */
    score: number | null;
    /** From when on. */
    since: string | null;
    /** It depends on itself by way of others. */
    isInCircle: boolean;
  }[];
  /** Which service calls which. */
  edges: {
    /** Who depends. */
    from: string;
    /** On whom. */
    to: string;
  }[];
  /** There are more than are shown. */
  isCut: boolean;
};

export type ServicePicks = {
  /** The services it is about. */
  services: {
    /** The field it goes by. */
    field: 'service' | 'service.name';
    /** The value itself. */
    value: string;
    /** How people call it. */
    name?: string;
    /** Which KPIs; those that fit, unless named. */
    templates?: ('errors' | 'throughput' | 'latency' | 'saturation' | 'freshness')[];
  }[];
};

export type ServicesOverview = {
  /** The services it is about. */
  services: OverviewEntry[];
  /** There are more than an overview shows. */
  isCut: boolean;
  /** Why there is no history, when the store of events is away. */
  historyProblem: string | null;
  /** The moment it speaks of. */
  asOf: string;
};

export type ServiceSuggestion = {
  /** Where events name it. */
  field: 'service' | 'service.name';
  /** What they call it. */
  value: string;
  /** What the service would be called. */
  name: string;
  /** The search that finds its events. */
  selector: string;
  /** Of the last 24 hours, or of the last hour. */
  events: number;
  /** How many hours they are of. */
  hours: number;
  /** Per cent of them at the level of an error. */
  errorShare: number;
  /** KPIs that fit. */
  templates: ('errors' | 'throughput' | 'latency' | 'saturation' | 'freshness')[];
};

/** A fixed text, or one made of other fields: `{service} on {host}`. */
export type SetField = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'set';
  /** `event`, `level`, `source`, or the name of an attribute. */
  field: string;
  /** The value itself. */
  value: string;
  /** True: an event where nothing is found is no error. Default false. */
  isOptional?: boolean;
};

export type SettledCondition =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'threshold';
      /** The column to look at. Without a reporting command in the query it is `count`. */
      of: string;
      /** How the value is compared. */
      op: '>' | '>=' | '<' | '<=' | '=' | '!=';
      /** The value itself. */
      value: number;
      /** Fields by which groups are told apart; each group has a state of its own. */
      by: string[];
      /** It is over only beyond this value, which lies on the safe side of `value`. */
      recoverAt: number | null;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'absence';
      /** How far it reaches. */
      scope: 'all' | 'member';
      /** Fields by which groups are told apart; each group has a state of its own. */
      by: string[];
      /** In how many windows a member must have been seen to be expected. */
      minSeen: number;
      /** For how long members are learned before any is missed, in seconds. */
      learn: number;
      /** After how long a member is forgotten, in seconds. */
      expire: number;
      /** Members that are expected from the start. */
      expected: Record<string, string>[];
      /** How many members are remembered. */
      maxMembers: number;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'change';
      /** The column to look at. Without a reporting command in the query it is `count`. */
      of: string;
      /** Fields by which groups are told apart; each group has a state of its own. */
      by: string[];
      /** Which way a change counts. */
      direction: 'both' | 'up' | 'down';
      /** How large the change is, in percent. */
      percent: number;
      /** How large the change is at least, as a number. */
      minDifference: number;
      /** What it is compared with. */
      compare: 'day' | 'week';
      /** How many periods before it is compared with. */
      periods: number;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'verdict';
      /** What a judge is asked about the events. */
      criteria: string;
      /** What is expected of the events, one by one. */
      expectedItems: ExpectedItem[];
      /** How it works. */
      mode: 'test_classification' | 'generic_verdict';
      /** Null or absent: the fast utility model. */
      model: string | null;
      /** The rows of the answer. */
      rows: number;
      /** Which verdict fires. */
      fireOn: ('failed' | 'not_found')[];
      /** How sure the verdict has to be. */
      minConfidence: number;
      /** AI credits the rule may use a day. */
      creditsPerDay: number;
    };

export type SharedDashboard = {
  /** Who may see it. */
  audience: 'organization' | 'public';
  /** The address to hand on. */
  url: string;
  /** Of a public link; shown this once. */
  token?: string;
  link?: DashboardLink;
};

export type ShareDraft = {
  /** `public` needs the permission `dashboards:publish`. */
  audience: 'organization' | 'public';
  /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
  earliest?: string;
  /** A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601. */
  latest?: string;
  /** IANA name, e.g. `Europe/Berlin`: days, weeks and months, snapped times and formatted ones go by its calendar. Default: the time zone of the organization. */
  timeZone?: string;
  variables?: ChosenVariables;
  /** Of a public link: an hour to 90 days from now. Default: in 7 days. */
  expiresAt?: string;
  /** Of a public link: also show events and patterns. Default false. */
  rawRows?: boolean;
  /** Of a public link: sites that may show it in a frame. */
  embedOrigins?: string[];
};

export type SharedSearch = {
  /** Lower-case letters and digits, at most 16. */
  id: string;
  /** A query. `$name$` stands for a variable of the dashboard. */
  query: string;
};

export type ShownEvent = {
  /** The text of the event. */
  event: string;
  /** The index it is about. */
  index: string;
  /** The severity of an event. */
  level: string;
  /** Where it comes from. */
  source: string;
  /** When the event happened. */
  timestamp: string;
  /** Further fields of the event. */
  attributes: Record<string, string>;
};

export type SignUp = {
  /** The address of the person. */
  email: string;
  /** At least 12 characters with an uppercase and a lowercase letter and a digit; neither breached nor one of the last 10. */
  password: string;
  /** How people call it. */
  name?: string;
  /** A path of this site, e.g. `/logs`. */
  callbackURL?: string;
  /** Of the link of an invitation: the one in the mail, or where none is sent the one that an operator has handed over. It confirms the address. */
  invitation?: {
    /** Its id. */
    id: string;
    /** The seal of the link. It counts as long as the invitation waits. */
    voucher: string;
  };
};

/** Every kind that is given must match, by one of its entries; of `group` all. */
export type SilenceMatch = {
  /** Ids of rules. */
  rules?: string[];
  /** Rules with one of these tags. */
  tags?: string[];
  /** Only those of this severity. */
  severities?: ('info' | 'warning' | 'error' | 'critical')[];
  /** Fields of a group and the values they have; `*` stands for any characters. */
  group?: Record<string, string>;
};

/** A stretch of at most 30 days, from now unless `from` says another; or every week on some days, from `start` to `end`, which lies on the next day when it is not behind `start`. */
export type SilenceTimes =
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'range';
      /** ISO 8601. */
      from?: string;
      /** ISO 8601. */
      to: string;
    }
  | {
      /** Which kind it is; the other fields depend on it. */
      kind: 'weekly';
      /** Days it holds for. */
      days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** `HH:MM`. */
      start: string;
      /** `HH:MM`. */
      end: string;
      /** IANA name, e.g. `Europe/Berlin`: days, weeks and months, snapped times and formatted ones go by its calendar. Default: the time zone of the organization. */
      timeZone?: string;
    };

export type SloStanding = {
  /** The key figure it is about. */
  kpiId: string;
  /** The name of the key figure. */
  kpi: string;
  /** Which kind it is; the other fields depend on it. */
  kind: string;
  /** What is to be reached. */
  target: number;
  /** Over how many days it is measured. */
  windowDays: number;
  /** Per cent that were good; null while nothing is measured. */
  attained: number | null;
  /** Share of the slots that were measured, from the first one in the window on. */
  coverage: number;
  /** False while less than 90 % is measured. */
  isEnough: boolean;
  /** Share of the error budget: 1 untouched, 0 spent, negative overspent. */
  budgetLeft: number | null;
  /** 1 spends exactly the budget in the whole window. */
  burn: {
    /** Over the last hour. */
    '1h': number | null;
    /** Over the last six hours. */
    '6h': number | null;
    /** Over the last three days. */
    '3d': number | null;
  };
  /** Pairs of windows that are watched. */
  signals: BurnSignal[];
};

export type Snooze = {
  /** For how long messages are withheld; 0 ends it now. */
  seconds: number;
};

export type StripCell = {
  /** Where the range begins. */
  from: string;
  /** What state it is in. */
  state: 'healthy' | 'degraded' | 'critical' | 'unknown';
};

export type TestedEvent = {
  before: ShownEvent;
  /** Pipelines. */
  pipelines: TestedPipeline[];
  /** Null when it was dropped. */
  after: ShownEvent | null;
  /** Fields that in the end still hold what looks like something that a mask hides, each with the kind. */
  unmasked: {
    /** The field it goes by. */
    field: string;
    /** Which kind it is; the other fields depend on it. */
    kind: string;
  }[];
};

export type TestedPipeline = {
  /** How people call it. */
  name: string;
  /** Whether the event fits. */
  matched: boolean;
  /** What is done, in this order. */
  steps: TestedStep[];
};

export type TestedStep = {
  /** Which kind it is; the other fields depend on it. */
  kind: string;
  /** What the step did. */
  outcome: 'changed' | 'unchanged' | 'dropped' | 'failed';
  /** Why the step failed. */
  error?: string;
  /** Time it took, in microseconds. */
  micros: number;
  after?: ShownEvent;
};

export type TextVariable = {
  /** A lower-case letter, then letters, digits and underscores; written `$name$`. */
  name: string;
  /** Of which type the values are. */
  type: 'text';
  /** What people read. */
  label?: string;
  /** Whether a star stands for any text. */
  wildcards?: boolean;
  /** What holds when nothing is chosen. */
  default?: string;
};

export type ThresholdCondition = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'threshold';
  /** The column to look at. Without a reporting command in the query it is `count`. */
  of?: string;
  /** How the value is compared. */
  op: '>' | '>=' | '<' | '<=' | '=' | '!=';
  /** The value itself. */
  value: number;
  /** Fields by which groups are told apart; each group has a state of its own. */
  by?: string[];
  /** It is over only beyond this value, which lies on the safe side of `value`. */
  recoverAt?: number | null;
};

export type Usage = {
  /** The plan of the organization. */
  plan: 'free' | 'pro' | 'business' | 'enterprise';
  /** How many of each there are, and may be. */
  resources: {
    /** What it is about. */
    resource:
      | 'indexes'
      | 'members'
      | 'apiKeys'
      | 'alertRules'
      | 'pipelines'
      | 'dashboards'
      | 'savedSearches'
      | 'scheduledExports'
      | 'services'
      | 'kpis'
      | 'organizationsPerUser';
    /** How much is used. */
    used: number;
    /** Which limit it is about. */
    limit: number | null;
    /** They keep working, but none can be added. */
    isOverLimit: boolean;
  }[];
  /** What is over the plan, for people. */
  warnings: string[];
  today: DayUsage;
  /** The last 30 days that had any, oldest first. */
  days: DayUsage[];
  /** How much is allowed a day. */
  quota: {
    /** Bytes of events a day. */
    dailyBytes: number | null;
    /** What state it is in. */
    state: 'normal' | 'warned' | 'throttled';
    /** When the day turns, at midnight UTC. */
    resetsAt: string;
  };
  /** AI credits. */
  credits: {
    /** Which limit it is about. */
    limit: number | null;
    /** How much is used. */
    used: number;
    /** Set aside by runs that have not ended. */
    held: number;
    /** Evaluations of this month, failed ones included. */
    runs: number;
    /** Those without a verdict; they cost nothing. */
    failedRuns: number;
    /** The first of the next month, UTC. */
    resetsAt: string;
  };
};

export type User = {
  /** Its id. */
  id: string;
  /** The address of the person. */
  email: string;
  /** How people call it. */
  name: string;
  /** Whether the address is confirmed. */
  emailVerified: boolean;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type VariableAnswer = {
  /** What the panels were asked with. */
  values: string[];
  /** How it is set. */
  options: {
    /** The value itself. */
    value: string;
    /** What people read. */
    label: string;
  }[];
  /** There are more options than these. */
  isCut: boolean;
  /** What went wrong. */
  error?: {
    /** Stable: match on this, not on the text. */
    code: string;
    /** What went wrong. */
    error: string;
    /** More about it. */
    details?: {
      /** Where in the input, or in a bucket. */
      path: string;
      /** What happened, for people. */
      message: string;
      /** Offset in a text, from 0. */
      position?: number;
    }[];
  };
};

export type VerdictCondition = {
  /** Which kind it is; the other fields depend on it. */
  kind: 'verdict';
  /** What a judge is asked about the events. */
  criteria: string;
  /** What is expected of the events, one by one. */
  expectedItems?: ExpectedItem[];
  /** How it works. */
  mode?: 'test_classification' | 'generic_verdict';
  /** Null or absent: the fast utility model. */
  model?: string | null;
  /** The rows of the answer. */
  rows?: number;
  /** Which verdict fires. */
  fireOn?: ('failed' | 'not_found')[];
  /** How sure the verdict has to be. */
  minConfidence?: number;
  /** AI credits the rule may use a day. */
  creditsPerDay?: number;
};

export type WholeVersion = {
  /** Counts its changes. */
  version: number;
  /** What whoever saved it wrote about it. */
  note: string;
  /** How people call it. */
  name: string;
  /** Who saved it. */
  savedBy: string;
  /** When it was saved. */
  savedAt: string;
  definition: KeptDefinition;
};

/** What each operation takes and gives. */
export interface Operations {
  /** List channels */
  listAlertChannels: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: AlertChannel[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a channel */
  createAlertChannel: {
    input: { body: AlertChannelDraft };
    answer: {
      data: AlertChannelWithSecret;
    };
  };
  /** Show a channel */
  readAlertChannel: {
    input: { path: { id: string } };
    answer: {
      data: AlertChannel;
    };
  };
  /** Change a channel */
  changeAlertChannel: {
    input: { path: { id: string }; body: AlertChannelChange };
    answer: {
      data: AlertChannelWithSecret;
    };
  };
  /** Delete a channel */
  deleteAlertChannel: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Replace the secret that signs messages */
  rotateAlertChannelSecret: {
    input: { path: { id: string } };
    answer: {
      data: AlertChannelWithSecret;
    };
  };
  /** Send a test message */
  testAlertChannel: {
    input: { path: { id: string } };
    answer: {
      data: ChannelTest;
    };
  };
  /** List messages */
  listAlertDeliveries: {
    input: {
      query?: {
        limit?: number;
        cursor?: string;
        state?: 'waiting' | 'sent' | 'dead' | 'withheld';
        channelId?: string;
        ruleId?: string;
      };
    };
    answer: {
      /** What was asked for. */
      data: AlertDelivery[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Try a message again that was given up */
  retryAlertDelivery: {
    input: { path: { id: string } };
    answer: {
      data: AlertDelivery;
    };
  };
  /** List alert rules */
  listAlertRules: {
    input: {
      query?: {
        limit?: number;
        cursor?: string;
        state?: 'normal' | 'pending' | 'firing';
        health?: 'ok' | 'learning' | 'no_data' | 'behind' | 'error' | 'disabled';
      };
    };
    answer: {
      /** What was asked for. */
      data: AlertRule[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create an alert rule */
  createAlertRule: {
    input: { body: AlertRuleDraft };
    answer: {
      data: AlertRule;
    };
  };
  /** Show an alert rule */
  readAlertRule: {
    input: { path: { id: string } };
    answer: {
      data: AlertRule;
    };
  };
  /** Change an alert rule */
  changeAlertRule: {
    input: { path: { id: string }; body: AlertRuleChange };
    answer: {
      data: AlertRule;
    };
  };
  /** Delete an alert rule */
  deleteAlertRule: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Disable an alert rule */
  disableAlertRule: {
    input: { path: { id: string } };
    answer: {
      data: AlertRule;
    };
  };
  /** Enable an alert rule */
  enableAlertRule: {
    input: { path: { id: string } };
    answer: {
      data: AlertRule;
    };
  };
  /** List the members that a rule expects */
  listAlertMembers: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: AlertMember[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Forget a member */
  forgetAlertMember: {
    input: { path: { id: string; key: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        forgotten: true;
      };
    };
  };
  /** Snooze an alert rule */
  snoozeAlertRule: {
    input: { path: { id: string }; body: Snooze };
    answer: {
      data: AlertRule;
    };
  };
  /** Back-test a rule */
  testAlertRule: {
    input: { path: { id: string }; body: AlertTestOptions };
    answer: {
      data: AlertTest;
    };
  };
  /** Back-test a rule that is not kept */
  testAlertDraft: {
    input: {
      body: {
        rule: AlertRuleDraft;
        /** How far to look back. */
        hours?: number;
        /** Send one message, marked as a test, to each channel of the rule. Needs the permission `channels:manage`. */
        notify?: boolean;
        /** Verdicts only: have up to 5 ticks judged, for credits. */
        spend?: boolean;
      };
    };
    answer: {
      data: AlertTest;
    };
  };
  /** List silences */
  listAlertSilences: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: AlertSilence[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a silence */
  createAlertSilence: {
    input: { body: AlertSilenceDraft };
    answer: {
      data: AlertSilence;
    };
  };
  /** Show a silence */
  readAlertSilence: {
    input: { path: { id: string } };
    answer: {
      data: AlertSilence;
    };
  };
  /** Change a silence */
  changeAlertSilence: {
    input: { path: { id: string }; body: AlertSilenceChange };
    answer: {
      data: AlertSilence;
    };
  };
  /** End a silence */
  endAlertSilence: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It has ended. */
        ended: true;
      };
    };
  };
  /** List incidents */
  listAlerts: {
    input: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'firing' | 'resolved';
        ruleId?: string;
        severity?: 'info' | 'warning' | 'error' | 'critical';
        from?: string;
        to?: string;
      };
    };
    answer: {
      /** What was asked for. */
      data: AlertIncident[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Show an incident with its timeline */
  readAlert: {
    input: { path: { id: string } };
    answer: {
      data: AlertIncidentWhole;
    };
  };
  /** Acknowledge an incident */
  acknowledgeAlert: {
    input: { path: { id: string } };
    answer: {
      data: AlertIncident;
    };
  };
  /** Resolve an incident by hand */
  resolveAlert: {
    input: { path: { id: string } };
    answer: {
      data: AlertIncident;
    };
  };
  /** Show how the value of an incident went, before and while it fired */
  readAlertSeries: {
    input: { path: { id: string } };
    answer: {
      data: AlertSeries;
    };
  };
  /** Snooze an incident */
  snoozeAlert: {
    input: { path: { id: string }; body: Snooze };
    answer: {
      data: AlertIncident;
    };
  };
  /** List API keys */
  listApiKeys: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: ApiKey[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create an API key */
  createApiKey: {
    input: { body: ApiKeyDraft };
    answer: {
      data: NewApiKey;
    };
  };
  /** Revoke an API key */
  revokeApiKey: {
    input: { path: { id: string } };
    answer: {
      data: ApiKey;
    };
  };
  /** Export the audit log */
  exportAudit: {
    input: {
      query?: { format?: 'csv' | 'jsonl'; raw?: boolean; earliest?: string; latest?: string };
    };
    answer: string;
  };
  /** List dashboards */
  listDashboards: {
    input: { query?: { limit?: number; cursor?: string; key?: string } };
    answer: {
      /** What was asked for. */
      data: DashboardSummary[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a dashboard */
  createDashboard: {
    input: { body: DashboardDraft };
    answer: {
      data: Dashboard;
    };
  };
  /** Show a dashboard */
  readDashboard: {
    input: { path: { id: string } };
    answer: {
      data: Dashboard;
    };
  };
  /** Save a dashboard */
  changeDashboard: {
    input: { path: { id: string }; body: DashboardChange };
    answer: {
      data: Dashboard;
    };
  };
  /** Delete a dashboard */
  deleteDashboard: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Copy a dashboard */
  cloneDashboard: {
    input: {
      path: { id: string };
      body: {
        /** How people call it. */
        name?: string;
      };
    };
    answer: {
      data: Dashboard;
    };
  };
  /** Show the panels of a dashboard */
  askDashboard: {
    input: { path: { id: string }; body: DashboardAsk };
    answer: {
      data: DashboardData;
    };
  };
  /** Export a dashboard */
  exportDashboard: { input: { path: { id: string } }; answer: KeptDefinition };
  /** List the public links of a dashboard */
  listDashboardLinks: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: DashboardLink[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Withdraw a public link */
  deleteDashboardLink: {
    input: { path: { id: string; link: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** List the reports of a dashboard */
  listReports: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: DashboardReport[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Send a dashboard by mail */
  createReport: {
    input: { path: { id: string }; body: ReportDraft };
    answer: {
      data: DashboardReport;
    };
  };
  /** Change a report */
  changeReport: {
    input: { path: { id: string; report: string }; body: ReportChange };
    answer: {
      data: DashboardReport;
    };
  };
  /** Delete a report */
  deleteReport: {
    input: { path: { id: string; report: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Share a dashboard */
  shareDashboard: {
    input: { path: { id: string }; body: ShareDraft };
    answer: {
      data: SharedDashboard;
    };
  };
  /** List the versions of a dashboard */
  listDashboardVersions: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: DashboardVersion[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Show a version of a dashboard */
  readDashboardVersion: {
    input: { path: { id: string; version: string } };
    answer: {
      data: WholeVersion;
    };
  };
  /** Restore a version of a dashboard */
  restoreDashboardVersion: {
    input: { path: { id: string; version: string } };
    answer: {
      data: Dashboard;
    };
  };
  /** Import a dashboard */
  importDashboard: {
    input: { body: DashboardDraft | DashboardDefinition };
    answer: {
      data: Dashboard;
    };
  };
  /** List events that could not be stored */
  listDeadLetters: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: DeadLetter[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Discard a dead letter for good */
  discardDeadLetter: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        discarded: number;
      };
    };
  };
  /** Put dead letters back into the queue */
  replayDeadLetters: {
    input: {
      body: {
        /** Which ones. */
        ids?: string[];
      };
    };
    answer: {
      /** What was asked for. */
      data: {
        /** How many are on their way again. */
        replayed: number;
      };
    };
  };
  /** List requests for a higher role */
  listElevations: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: Elevation[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** End a higher role before its time */
  endElevation: {
    input: { path: { id: string } };
    answer: {
      data: Elevation;
    };
  };
  /** Approve or deny a request for a higher role */
  decideElevation: {
    input: {
      path: { id: string };
      body: {
        /** Whether it is granted. */
        approve: boolean;
      };
    };
    answer: {
      data: Elevation;
    };
  };
  /** Judge log rows by criteria */
  runAdhocEvaluation: {
    input: { body: EvaluationRequest };
    answer: {
      /** What was asked for. */
      data: EvaluationResult | EvaluationPreview;
    };
  };
  /** List scheduled exports */
  listExports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: ScheduledExport[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a scheduled export */
  createExport: {
    input: { body: ExportDraft };
    answer: {
      data: ScheduledExport;
    };
  };
  /** Show a scheduled export */
  readExport: {
    input: { path: { id: string } };
    answer: {
      data: ScheduledExport;
    };
  };
  /** Change a scheduled export */
  changeExport: {
    input: { path: { id: string }; body: ExportChange };
    answer: {
      data: ScheduledExport;
    };
  };
  /** Delete a scheduled export */
  deleteExport: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Cancel the run that has not ended */
  cancelExportRun: {
    input: { path: { id: string } };
    answer: {
      data: ExportRun;
    };
  };
  /** Disable a scheduled export */
  disableExport: {
    input: { path: { id: string } };
    answer: {
      data: ScheduledExport;
    };
  };
  /** Enable a scheduled export */
  enableExport: {
    input: { path: { id: string } };
    answer: {
      data: ScheduledExport;
    };
  };
  /** Show the key that signs the manifests of an archive */
  readArchiveKey: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** What it is found by. */
        key: string;
        /** Signs the calls of a webhook as Standard Webhooks 1.0 has it. */
        webhookSecret: string | null;
      };
    };
  };
  /** Try the run that failed again, at once */
  retryExportRun: {
    input: { path: { id: string } };
    answer: {
      data: ExportRun;
    };
  };
  /** Run an export now */
  runExport: {
    input: { path: { id: string } };
    answer: {
      data: ExportRun;
    };
  };
  /** List the runs of an export */
  listExportRuns: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: ExportRun[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Show how far a run is, and its files */
  readExportRun: {
    input: { path: { id: string; run: string } };
    answer: {
      data: ExportRunWithFiles;
    };
  };
  /** Download a file of a run */
  downloadExportFile: {
    input: { path: { id: string; run: string; file: string } };
    answer: string;
  };
  /** Show the folders that exports may go to */
  readExportFolders: {
    input: {};
    answer: {
      /** What was asked for. */
      data: {
        /** Their names. */
        folders: string[];
      };
    };
  };
  /** Show what an export would write, and when */
  previewExport: {
    input: { body: ExportPreviewDraft };
    answer: {
      data: ExportPreview;
    };
  };
  /** Try a destination */
  testDestination: {
    input: {
      body: {
        destination: ExportDestinationDraft;
        /** The scheduled export it belongs to. */
        export?: string;
      };
    };
    answer: {
      data: ExportDestinationTest;
    };
  };
  /** List imports */
  listImports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: ArchiveImport[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Read an archive back */
  createImport: {
    input: { body: ImportDraft };
    answer: {
      data: ArchiveImport;
    };
  };
  /** Show how far an import is */
  readImport: {
    input: { path: { id: string } };
    answer: {
      data: ArchiveImport;
    };
  };
  /** Cancel an import */
  cancelImport: {
    input: { path: { id: string } };
    answer: {
      data: ArchiveImport;
    };
  };
  /** List indexes */
  listIndexes: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: LogIndex[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create an index */
  createIndex: {
    input: { body: LogIndexDraft };
    answer: {
      data: LogIndex;
    };
  };
  /** Change an index */
  changeIndex: {
    input: { path: { name: string }; body: LogIndexChange };
    answer: {
      data: LogIndex;
    };
  };
  /** Delete an index with its events */
  deleteIndex: {
    input: { path: { name: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** List invitations */
  listInvitations: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: Invitation[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Invite somebody by e-mail */
  createInvitation: {
    input: { body: InvitationDraft };
    answer: {
      data: Invitation;
    };
  };
  /** Revoke an invitation */
  revokeInvitation: {
    input: { path: { id: string } };
    answer: {
      data: Invitation;
    };
  };
  /** Send an invitation again and renew it */
  resendInvitation: {
    input: { path: { id: string } };
    answer: {
      data: Invitation;
    };
  };
  /** List KPIs */
  listKpis: {
    input: { query?: { limit?: number; cursor?: string; serviceId?: string } };
    answer: {
      /** What was asked for. */
      data: Kpi[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a KPI */
  createKpi: {
    input: { body: KpiDraft };
    answer: {
      data: Kpi;
    };
  };
  /** Show a KPI */
  readKpi: {
    input: { path: { id: string } };
    answer: {
      data: Kpi;
    };
  };
  /** Change a KPI */
  changeKpi: {
    input: { path: { id: string }; body: KpiChange };
    answer: {
      data: Kpi;
    };
  };
  /** Delete a KPI */
  deleteKpi: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Suggest an alert rule for a KPI */
  suggestKpiAlert: {
    input: { path: { id: string } };
    answer: {
      data: KpiAlert;
    };
  };
  /** Show what a KPI was measured at */
  readKpiHistory: {
    input: { path: { id: string }; query?: { hours?: number; cells?: number } };
    answer: {
      data: KpiHistory;
    };
  };
  /** Try a KPI out */
  previewKpi: {
    input: { body: KpiPreviewDraft };
    answer: {
      data: KpiPreview;
    };
  };
  /** List deletions */
  listLogDeletions: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: LogDeletion[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Show how far a deletion is */
  readLogDeletion: {
    input: { path: { id: string } };
    answer: {
      data: LogDeletion;
    };
  };
  /** Find events */
  listLogs: {
    input: {
      query?: {
        query?: string;
        earliest?: string;
        latest?: string;
        timeZone?: string;
        limit?: number;
        cursor?: string;
      };
    };
    answer: SearchAnswer;
  };
  /** Send events */
  ingestLogs: {
    input: {
      query?: { index?: string };
      body:
        | LogEvent
        | LogEvent[]
        | {
            /** The events, or how many there are. */
            events: LogEvent[];
          };
    };
    answer: {
      data: Accepted;
    };
  };
  /** Delete the events a search finds */
  deleteLogs: {
    input: { query: { query: string; earliest?: string; latest?: string; dryRun?: boolean } };
    answer: {
      data: DeletionPreview;
    };
  };
  /** Show what happened around an event */
  readContext: {
    input: { path: { id: string }; query?: { before?: number; after?: number } };
    answer: {
      data: Context;
    };
  };
  /** Send many events */
  ingestBatch: {
    input: {
      query?: { index?: string };
      body:
        | LogEvent
        | LogEvent[]
        | {
            /** The events, or how many there are. */
            events: LogEvent[];
          };
    };
    answer: {
      data: Accepted;
    };
  };
  /** Export the result of a search */
  exportLogs: {
    input: {
      query?: {
        query?: string;
        earliest?: string;
        latest?: string;
        timeZone?: string;
        format?: 'csv' | 'jsonl' | 'parquet';
        raw?: boolean;
      };
    };
    answer: string;
  };
  /** Follow events as they come in */
  tailLogs: { input: { query?: { query?: string; lastEventId?: string } }; answer: string };
  /** List lookup tables */
  listLookups: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: LookupTable[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Show a lookup table */
  readLookup: {
    input: { path: { name: string }; query?: { rows?: number } };
    answer: {
      data: LookupTablePreview;
    };
  };
  /** Delete a lookup table */
  deleteLookup: {
    input: { path: { name: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Download a lookup table */
  exportLookup: { input: { path: { name: string }; query?: { raw?: boolean } }; answer: string };
  /** List members */
  listMembers: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: Member[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Change a member’s role */
  changeMember: {
    input: {
      path: { id: string };
      body: {
        /** What the person may do in the organization. */
        role: 'owner' | 'admin' | 'member' | 'viewer';
      };
    };
    answer: {
      data: Member;
    };
  };
  /** Remove a member */
  removeMember: {
    input: { path: { id: string } };
    answer: {
      data: Member;
    };
  };
  /** Read the organization */
  getOrganization: {
    input: {};
    answer: {
      data: Organization;
    };
  };
  /** Change settings */
  changeOrganization: {
    input: { body: OrganizationChange };
    answer: {
      data: Organization;
    };
  };
  /** Read what is used of the plan */
  getUsage: {
    input: {};
    answer: {
      data: Usage;
    };
  };
  /** List pipelines */
  listPipelines: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: Pipeline[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a pipeline */
  createPipeline: {
    input: { body: PipelineDraft };
    answer: {
      data: Pipeline;
    };
  };
  /** Read a pipeline */
  readPipeline: {
    input: { path: { id: string } };
    answer: {
      data: Pipeline;
    };
  };
  /** Change a pipeline */
  changePipeline: {
    input: { path: { id: string }; body: PipelineChange };
    answer: {
      data: Pipeline;
    };
  };
  /** Delete a pipeline */
  deletePipeline: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** List the earlier versions of a pipeline */
  listPipelineVersions: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: PipelineVersion[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Try pipelines on events */
  testPipelines: {
    input: { body: PipelineTest };
    answer: {
      /** What was asked for. */
      data: TestedEvent[];
    };
  };
  /** See what became of a request */
  getReceipt: {
    input: { path: { id: string } };
    answer: {
      data: Receipt;
    };
  };
  /** List the roles and what they may do */
  listRoles: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: RoleFacts[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** List saved searches */
  listSavedSearches: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: SavedSearch[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Save a search */
  createSavedSearch: {
    input: { body: SavedSearchDraft };
    answer: {
      data: SavedSearch;
    };
  };
  /** Show a saved search */
  readSavedSearch: {
    input: { path: { id: string } };
    answer: {
      data: SavedSearch;
    };
  };
  /** Change a saved search */
  changeSavedSearch: {
    input: { path: { id: string }; body: SavedSearchChange };
    answer: {
      data: SavedSearch;
    };
  };
  /** Delete a saved search */
  deleteSavedSearch: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Run a query */
  search: {
    input: {
      query?: {
        query?: string;
        earliest?: string;
        latest?: string;
        timeZone?: string;
        limit?: number;
        cursor?: string;
        explain?: boolean;
      };
    };
    answer: SearchAnswer;
  };
  /** Run a query that may write */
  sendSearch: {
    input: {
      body: {
        /** Default: everything. */
        query?: string;
        /** From this time on: `-15m`, `-1d@d`, epoch seconds or ISO 8601. Default `-24h`. */
        earliest?: string;
        /** Up to, but without this time. Default `now`. */
        latest?: string;
        /** IANA name, e.g. `Europe/Berlin`: days, weeks and months, snapped times and formatted ones go by its calendar. Default: the time zone of the organization. */
        timeZone?: string;
        /** Rows of the answer. */
        limit?: number;
        /** The `nextCursor` of the page before. */
        cursor?: string;
        /** Tell how the query is read, without running it. */
        explain?: boolean;
      };
    };
    answer: SearchAnswer;
  };
  /** List fields with too many distinct values */
  getFieldCardinality: {
    input: {};
    answer: {
      data: FieldCardinality;
    };
  };
  /** List the fields of events */
  listFields: {
    input: { query?: { query?: string; earliest?: string; latest?: string; timeZone?: string } };
    answer: {
      data: FieldList;
    };
  };
  /** Count events over time */
  histogram: {
    input: {
      query?: {
        query?: string;
        earliest?: string;
        latest?: string;
        timeZone?: string;
        span?: string;
        split?: string;
      };
    };
    answer: {
      data: Histogram;
    };
  };
  /** Find the patterns of events */
  listPatterns: {
    input: {
      query?: {
        query?: string;
        earliest?: string;
        latest?: string;
        timeZone?: string;
        limit?: number;
      };
    };
    answer: {
      data: PatternList;
    };
  };
  /** List services */
  listServices: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: {
      /** What was asked for. */
      data: Service[];
      /** Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
  };
  /** Create a service */
  createService: {
    input: { body: ServiceDraft };
    answer: {
      data: Service;
    };
  };
  /** Show a service */
  readService: {
    input: { path: { id: string } };
    answer: {
      data: Service;
    };
  };
  /** Change a service */
  changeService: {
    input: { path: { id: string }; body: ServiceChange };
    answer: {
      data: Service;
    };
  };
  /** Delete a service */
  deleteService: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** It is gone. */
        deleted: true;
      };
    };
  };
  /** Show how a service is doing */
  readServiceHealth: {
    input: { path: { id: string } };
    answer: {
      data: ServiceHealth;
    };
  };
  /** Suggest KPIs for a service */
  readKpiTemplates: {
    input: { path: { id: string } };
    answer: {
      /** What was asked for. */
      data: {
        /** Key figures that fit the service. */
        templates: KpiTemplate[];
      };
    };
  };
  /** Create services with KPIs */
  createSuggestedServices: {
    input: { body: ServicePicks };
    answer: {
      /** What was asked for. */
      data: {
        /** The services it is about. */
        services: Service[];
      };
    };
  };
  /** Show which services depend on which */
  readServiceMap: {
    input: {};
    answer: {
      data: ServiceMap;
    };
  };
  /** Show all services, the worst first */
  readServicesOverview: {
    input: {};
    answer: {
      data: ServicesOverview;
    };
  };
  /** Find services in the logs */
  readServiceSuggestions: {
    input: {};
    answer: {
      /** What was asked for. */
      data: {
        /** Services that the events speak of. */
        suggestions: ServiceSuggestion[];
        /** There are more than are shown. */
        isCut: boolean;
      };
    };
  };
  /** What a shipper asks Elasticsearch first */
  elasticInfo: { input: {}; answer: Record<string, unknown> };
  /** What a shipper asks Elasticsearch first */
  elasticInfoSlash: { input: {}; answer: Record<string, unknown> };
  /** The health, as Elasticsearch tells it */
  elasticHealth: { input: {}; answer: Record<string, unknown> };
  /** A lifecycle policy, as if it were there */
  elasticPolicy: { input: { path: { name: string } }; answer: Record<string, unknown> };
  /** Set up a lifecycle policy */
  putElasticPolicy: {
    input: { path: { name: string }; body: Record<string, unknown> };
    answer: {
      /** Taken note of, as Elasticsearch answers. */
      acknowledged: boolean;
    };
  };
  /** An index template, as if it were there */
  elasticTemplate: { input: { path: { name: string } }; answer: Record<string, unknown> };
  /** Set up an index template */
  putElasticTemplate: {
    input: { path: { name: string }; body: Record<string, unknown> };
    answer: {
      /** Taken note of, as Elasticsearch answers. */
      acknowledged: boolean;
    };
  };
  /** The licence, as Elasticsearch tells it */
  elasticLicense: { input: {}; answer: Record<string, unknown> };
  /** The features, as Elasticsearch tells them */
  elasticXpack: { input: {}; answer: Record<string, unknown> };
  /** Send streams as to Loki */
  lokiPush: { input: { query?: { index?: string }; body: LokiPush }; answer: string };
  /** Send events as to Splunk (HEC) */
  hecEventsShort: {
    input: {
      query?: { index?: string; host?: string; source?: string; sourcetype?: string };
      body: HecEvent;
    };
    answer: HecAnswer;
  };
  /** Send events as to Splunk (HEC) */
  hecEvents: {
    input: {
      query?: { index?: string; host?: string; source?: string; sourcetype?: string };
      body: HecEvent;
    };
    answer: HecAnswer;
  };
  /** Send events as to Splunk (HEC) */
  hecEventsVersioned: {
    input: {
      query?: { index?: string; host?: string; source?: string; sourcetype?: string };
      body: HecEvent;
    };
    answer: HecAnswer;
  };
  /** Send OpenTelemetry log records (OTLP/HTTP) */
  exportOtlpLogs: {
    input: { query?: { index?: string }; body: ExportLogsServiceRequest };
    answer: ExportLogsServiceResponse;
  };
}

const ADDRESSES: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  listAlertChannels: ['GET', '/api/v1/alert-channels'],
  createAlertChannel: ['POST', '/api/v1/alert-channels'],
  readAlertChannel: ['GET', '/api/v1/alert-channels/{id}'],
  changeAlertChannel: ['PATCH', '/api/v1/alert-channels/{id}'],
  deleteAlertChannel: ['DELETE', '/api/v1/alert-channels/{id}'],
  rotateAlertChannelSecret: ['POST', '/api/v1/alert-channels/{id}/rotate-secret'],
  testAlertChannel: ['POST', '/api/v1/alert-channels/{id}/test'],
  listAlertDeliveries: ['GET', '/api/v1/alert-deliveries'],
  retryAlertDelivery: ['POST', '/api/v1/alert-deliveries/{id}/retry'],
  listAlertRules: ['GET', '/api/v1/alert-rules'],
  createAlertRule: ['POST', '/api/v1/alert-rules'],
  readAlertRule: ['GET', '/api/v1/alert-rules/{id}'],
  changeAlertRule: ['PATCH', '/api/v1/alert-rules/{id}'],
  deleteAlertRule: ['DELETE', '/api/v1/alert-rules/{id}'],
  disableAlertRule: ['POST', '/api/v1/alert-rules/{id}/disable'],
  enableAlertRule: ['POST', '/api/v1/alert-rules/{id}/enable'],
  listAlertMembers: ['GET', '/api/v1/alert-rules/{id}/members'],
  forgetAlertMember: ['DELETE', '/api/v1/alert-rules/{id}/members/{key}'],
  snoozeAlertRule: ['POST', '/api/v1/alert-rules/{id}/snooze'],
  testAlertRule: ['POST', '/api/v1/alert-rules/{id}/test'],
  testAlertDraft: ['POST', '/api/v1/alert-rules/test'],
  listAlertSilences: ['GET', '/api/v1/alert-silences'],
  createAlertSilence: ['POST', '/api/v1/alert-silences'],
  readAlertSilence: ['GET', '/api/v1/alert-silences/{id}'],
  changeAlertSilence: ['PATCH', '/api/v1/alert-silences/{id}'],
  endAlertSilence: ['DELETE', '/api/v1/alert-silences/{id}'],
  listAlerts: ['GET', '/api/v1/alerts'],
  readAlert: ['GET', '/api/v1/alerts/{id}'],
  acknowledgeAlert: ['POST', '/api/v1/alerts/{id}/acknowledge'],
  resolveAlert: ['POST', '/api/v1/alerts/{id}/resolve'],
  readAlertSeries: ['GET', '/api/v1/alerts/{id}/series'],
  snoozeAlert: ['POST', '/api/v1/alerts/{id}/snooze'],
  listApiKeys: ['GET', '/api/v1/api-keys'],
  createApiKey: ['POST', '/api/v1/api-keys'],
  revokeApiKey: ['DELETE', '/api/v1/api-keys/{id}'],
  exportAudit: ['GET', '/api/v1/audit/export'],
  listDashboards: ['GET', '/api/v1/dashboards'],
  createDashboard: ['POST', '/api/v1/dashboards'],
  readDashboard: ['GET', '/api/v1/dashboards/{id}'],
  changeDashboard: ['PATCH', '/api/v1/dashboards/{id}'],
  deleteDashboard: ['DELETE', '/api/v1/dashboards/{id}'],
  cloneDashboard: ['POST', '/api/v1/dashboards/{id}/clone'],
  askDashboard: ['POST', '/api/v1/dashboards/{id}/data'],
  exportDashboard: ['GET', '/api/v1/dashboards/{id}/export'],
  listDashboardLinks: ['GET', '/api/v1/dashboards/{id}/links'],
  deleteDashboardLink: ['DELETE', '/api/v1/dashboards/{id}/links/{link}'],
  listReports: ['GET', '/api/v1/dashboards/{id}/reports'],
  createReport: ['POST', '/api/v1/dashboards/{id}/reports'],
  changeReport: ['PATCH', '/api/v1/dashboards/{id}/reports/{report}'],
  deleteReport: ['DELETE', '/api/v1/dashboards/{id}/reports/{report}'],
  shareDashboard: ['POST', '/api/v1/dashboards/{id}/share'],
  listDashboardVersions: ['GET', '/api/v1/dashboards/{id}/versions'],
  readDashboardVersion: ['GET', '/api/v1/dashboards/{id}/versions/{version}'],
  restoreDashboardVersion: ['POST', '/api/v1/dashboards/{id}/versions/{version}/restore'],
  importDashboard: ['POST', '/api/v1/dashboards/import'],
  listDeadLetters: ['GET', '/api/v1/dead-letters'],
  discardDeadLetter: ['DELETE', '/api/v1/dead-letters/{id}'],
  replayDeadLetters: ['POST', '/api/v1/dead-letters/replay'],
  listElevations: ['GET', '/api/v1/elevations'],
  endElevation: ['DELETE', '/api/v1/elevations/{id}'],
  decideElevation: ['POST', '/api/v1/elevations/{id}/decide'],
  runAdhocEvaluation: ['POST', '/api/v1/evaluations/run-adhoc'],
  listExports: ['GET', '/api/v1/exports'],
  createExport: ['POST', '/api/v1/exports'],
  readExport: ['GET', '/api/v1/exports/{id}'],
  changeExport: ['PATCH', '/api/v1/exports/{id}'],
  deleteExport: ['DELETE', '/api/v1/exports/{id}'],
  cancelExportRun: ['POST', '/api/v1/exports/{id}/cancel'],
  disableExport: ['POST', '/api/v1/exports/{id}/disable'],
  enableExport: ['POST', '/api/v1/exports/{id}/enable'],
  readArchiveKey: ['GET', '/api/v1/exports/{id}/key'],
  retryExportRun: ['POST', '/api/v1/exports/{id}/retry'],
  runExport: ['POST', '/api/v1/exports/{id}/run'],
  listExportRuns: ['GET', '/api/v1/exports/{id}/runs'],
  readExportRun: ['GET', '/api/v1/exports/{id}/runs/{run}'],
  downloadExportFile: ['GET', '/api/v1/exports/{id}/runs/{run}/files/{file}'],
  readExportFolders: ['GET', '/api/v1/exports/folders'],
  previewExport: ['POST', '/api/v1/exports/preview'],
  testDestination: ['POST', '/api/v1/exports/test'],
  listImports: ['GET', '/api/v1/imports'],
  createImport: ['POST', '/api/v1/imports'],
  readImport: ['GET', '/api/v1/imports/{id}'],
  cancelImport: ['POST', '/api/v1/imports/{id}/cancel'],
  listIndexes: ['GET', '/api/v1/indexes'],
  createIndex: ['POST', '/api/v1/indexes'],
  changeIndex: ['PATCH', '/api/v1/indexes/{name}'],
  deleteIndex: ['DELETE', '/api/v1/indexes/{name}'],
  listInvitations: ['GET', '/api/v1/invitations'],
  createInvitation: ['POST', '/api/v1/invitations'],
  revokeInvitation: ['DELETE', '/api/v1/invitations/{id}'],
  resendInvitation: ['POST', '/api/v1/invitations/{id}/resend'],
  listKpis: ['GET', '/api/v1/kpis'],
  createKpi: ['POST', '/api/v1/kpis'],
  readKpi: ['GET', '/api/v1/kpis/{id}'],
  changeKpi: ['PATCH', '/api/v1/kpis/{id}'],
  deleteKpi: ['DELETE', '/api/v1/kpis/{id}'],
  suggestKpiAlert: ['GET', '/api/v1/kpis/{id}/alert'],
  readKpiHistory: ['GET', '/api/v1/kpis/{id}/history'],
  previewKpi: ['POST', '/api/v1/kpis/preview'],
  listLogDeletions: ['GET', '/api/v1/log-deletions'],
  readLogDeletion: ['GET', '/api/v1/log-deletions/{id}'],
  listLogs: ['GET', '/api/v1/logs'],
  ingestLogs: ['POST', '/api/v1/logs'],
  deleteLogs: ['DELETE', '/api/v1/logs'],
  readContext: ['GET', '/api/v1/logs/{id}/context'],
  ingestBatch: ['POST', '/api/v1/logs/batch'],
  exportLogs: ['GET', '/api/v1/logs/export'],
  tailLogs: ['GET', '/api/v1/logs/tail'],
  listLookups: ['GET', '/api/v1/lookups'],
  readLookup: ['GET', '/api/v1/lookups/{name}'],
  deleteLookup: ['DELETE', '/api/v1/lookups/{name}'],
  exportLookup: ['GET', '/api/v1/lookups/{name}/export'],
  listMembers: ['GET', '/api/v1/members'],
  changeMember: ['PATCH', '/api/v1/members/{id}'],
  removeMember: ['DELETE', '/api/v1/members/{id}'],
  getOrganization: ['GET', '/api/v1/organization'],
  changeOrganization: ['PATCH', '/api/v1/organization'],
  getUsage: ['GET', '/api/v1/organization/usage'],
  listPipelines: ['GET', '/api/v1/pipelines'],
  createPipeline: ['POST', '/api/v1/pipelines'],
  readPipeline: ['GET', '/api/v1/pipelines/{id}'],
  changePipeline: ['PATCH', '/api/v1/pipelines/{id}'],
  deletePipeline: ['DELETE', '/api/v1/pipelines/{id}'],
  listPipelineVersions: ['GET', '/api/v1/pipelines/{id}/versions'],
  testPipelines: ['POST', '/api/v1/pipelines/test'],
  getReceipt: ['GET', '/api/v1/receipts/{id}'],
  listRoles: ['GET', '/api/v1/roles'],
  listSavedSearches: ['GET', '/api/v1/saved-searches'],
  createSavedSearch: ['POST', '/api/v1/saved-searches'],
  readSavedSearch: ['GET', '/api/v1/saved-searches/{id}'],
  changeSavedSearch: ['PATCH', '/api/v1/saved-searches/{id}'],
  deleteSavedSearch: ['DELETE', '/api/v1/saved-searches/{id}'],
  search: ['GET', '/api/v1/search'],
  sendSearch: ['POST', '/api/v1/search'],
  getFieldCardinality: ['GET', '/api/v1/search/field-cardinality'],
  listFields: ['GET', '/api/v1/search/fields'],
  histogram: ['GET', '/api/v1/search/histogram'],
  listPatterns: ['GET', '/api/v1/search/patterns'],
  listServices: ['GET', '/api/v1/services'],
  createService: ['POST', '/api/v1/services'],
  readService: ['GET', '/api/v1/services/{id}'],
  changeService: ['PATCH', '/api/v1/services/{id}'],
  deleteService: ['DELETE', '/api/v1/services/{id}'],
  readServiceHealth: ['GET', '/api/v1/services/{id}/health'],
  readKpiTemplates: ['GET', '/api/v1/services/{id}/templates'],
  createSuggestedServices: ['POST', '/api/v1/services/from-suggestions'],
  readServiceMap: ['GET', '/api/v1/services/map'],
  readServicesOverview: ['GET', '/api/v1/services/overview'],
  readServiceSuggestions: ['GET', '/api/v1/services/suggestions'],
  elasticInfo: ['GET', '/elasticsearch'],
  elasticInfoSlash: ['GET', '/elasticsearch/'],
  elasticHealth: ['GET', '/elasticsearch/_cluster/health'],
  elasticPolicy: ['GET', '/elasticsearch/_ilm/policy/{name}'],
  putElasticPolicy: ['PUT', '/elasticsearch/_ilm/policy/{name}'],
  elasticTemplate: ['GET', '/elasticsearch/_index_template/{name}'],
  putElasticTemplate: ['PUT', '/elasticsearch/_index_template/{name}'],
  elasticLicense: ['GET', '/elasticsearch/_license'],
  elasticXpack: ['GET', '/elasticsearch/_xpack'],
  lokiPush: ['POST', '/loki/api/v1/push'],
  hecEventsShort: ['POST', '/services/collector'],
  hecEvents: ['POST', '/services/collector/event'],
  hecEventsVersioned: ['POST', '/services/collector/event/1.0'],
  exportOtlpLogs: ['POST', '/v1/logs'],
};

export interface ClientOptions {
  /** Where the installation is: `https://logs.example.com`. */
  readonly url: string;
  /** An API key or an access token. */
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** An answer that says no; match on `code`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, message: string, code: string) {
    super(message);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const wait = response.headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

type Call = <Name extends keyof Operations>(
  name: Name,
  ...input: Record<never, never> extends Operations[Name]['input']
    ? [input?: Operations[Name]['input'], signal?: AbortSignal]
    : [input: Operations[Name]['input'], signal?: AbortSignal]
) => Promise<Operations[Name]['answer']>;

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls operations by their name: `await call('search', { query: { query: 'level=error' } })`. */
export function createClient(options: ClientOptions): Call {
  const { url, key, fetch: send = fetch } = options;
  return async (name, input?: Parts, signal?: AbortSignal) => {
    const [method, address] = ADDRESSES[name];
    const path = address.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(String(input?.path?.[part])),
    );
    const asked = new URL(path, url);
    for (const [part, value] of Object.entries(input?.query ?? {})) {
      if (value !== undefined) asked.searchParams.set(part, String(value));
    }
    const response = await send(asked, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(input?.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input?.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const answer: unknown = isJson ? await response.json() : await response.text();
    if (response.ok) return answer as never;
    const told = (isJson ? answer : {}) as { error?: string; code?: string };
    throw new ApiError(response, told.error ?? response.statusText, told.code ?? 'UNKNOWN');
  };
}
