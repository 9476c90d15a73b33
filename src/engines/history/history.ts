/**
 * Data of a status probe: minutes, written lines, maintenance, incidents, email subscribers. SQLite only, because a
 * probe shares nothing. Calls are synchronous and throw `HistoryUnwritable` if the disk rejects a write.
 */
export interface History extends Disposable {
  /** Made once: tells the lines of this probe from those of others. */
  readonly probeId: string;
  /** Made once: signs the links in mails. */
  readonly secret: string;
  /** A fact about the whole, by name. */
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;

  /** False if this minute of this place exists already; the first result is kept. */
  addMinute(place: string, minute: MinuteRow): boolean;
  addMinutes(place: string, minutes: readonly MinuteRow[]): void;
  /** Oldest first. */
  minutes(place: string, from: number): readonly MinuteRow[];
  /** Replaces the sums of one day. */
  setDay(day: DayRow): void;
  days(): readonly DayRow[];

  addLine(line: LineRow): void;
  /** Those written from `from` to before `to`, milliseconds since 1970. */
  lines(from: number, to: number): readonly LineRow[];

  /** Appended, never changed: a change is another record with the same id. */
  appendMaintenance(record: MaintenanceRow): void;
  /** In the order of appending, without those that ended before `after`. */
  maintenance(after: number): readonly MaintenanceRow[];

  addIncident(incident: IncidentRow): void;
  changeIncident(incident: IncidentRow): void;
  incident(id: string): IncidentRow | undefined;
  openIncidents(): readonly IncidentRow[];
  /** Newest first. */
  incidents(skip: number, take: number): readonly IncidentRow[];
  countIncidents(): number;
  addUpdate(update: UpdateRow): void;
  /** Oldest first. */
  updates(incident: string): readonly UpdateRow[];

  /** Replaces the one with the same address. */
  setSubscriber(subscriber: SubscriberRow): void;
  subscriber(
    key: { readonly id: string } | { readonly address: string },
  ): SubscriberRow | undefined;
  confirmedSubscribers(): readonly SubscriberRow[];
  countSubscribers(): number;
  removeSubscriber(id: string): void;

  /** All of them or none. */
  addMails(mails: readonly MailRow[]): void;
  /** Those whose time has come, oldest first. */
  dueMails(now: number, take: number): readonly MailRow[];
  setMail(id: string, attempts: number, dueAt: number): void;
  removeMail(id: string): void;

  /** All of them or none. */
  addCalls(calls: readonly CallRow[]): void;
  /** Those whose time has come, oldest first. */
  dueCalls(now: number, take: number): readonly CallRow[];
  setCall(id: string, attempts: number, dueAt: number): void;
  removeCall(id: string): void;

  /** Deletes expired data. */
  forget(before: ForgetBefore): void;
}

/** The disk is full or unavailable; the data was not saved. */
export class HistoryUnwritable extends Error {
  constructor(cause: unknown) {
    super('The history of the probe cannot be written.', { cause });
    this.name = 'HistoryUnwritable';
  }
}

/** Minutes are counted since 1970. */
export interface MinuteRow {
  readonly minute: number;
  /** One letter per component. */
  readonly results: string;
  /** One reason per component, separated by commas. */
  readonly reasons: string;
  readonly httpMs: number | null;
  readonly otlpMs: number | null;
  readonly searchMs: number | null;
  readonly serverMs: number | null;
}

export interface DayRow {
  readonly day: string;
  readonly component: string;
  readonly up: number;
  readonly slow: number;
  readonly down: number;
  readonly maintenance: number;
  readonly none: number;
}

export interface LineRow {
  readonly nonce: string;
  readonly writtenAt: number;
  readonly text: string;
  /** Whether the platform accepted it. */
  readonly isAccepted: boolean;
}

export interface MaintenanceRow {
  readonly id: string;
  /** When the probe took it down, by its own clock. */
  readonly madeAt: number;
  readonly from: number;
  readonly to: number;
  readonly components: readonly string[];
  readonly text: string;
  readonly name: string;
}

export interface IncidentRow {
  readonly id: string;
  /** Empty for incidents opened by the probe; their title names the affected components. */
  readonly title: string;
  readonly components: readonly string[];
  readonly isOutage: boolean;
  readonly openedAt: number;
  readonly closedAt: number | null;
}

export interface UpdateRow {
  readonly incident: string;
  readonly madeAt: number;
  readonly step: string;
  readonly text: string;
  readonly name: string;
}

export interface SubscriberRow {
  readonly id: string;
  readonly address: string;
  readonly askedAt: number;
  readonly isConfirmed: boolean;
}

export interface MailRow {
  readonly id: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly leaveUrl: string | null;
  readonly madeAt: number;
  readonly attempts: number;
  readonly dueAt: number;
}

/** One call of a receiver. */
export interface CallRow {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly madeAt: number;
  readonly attempts: number;
  readonly dueAt: number;
}

export interface ForgetBefore {
  readonly minute: number;
  readonly day: string;
  readonly lineAt: number;
  readonly incidentClosedAt: number;
  readonly unconfirmedAt: number;
}
