/**
 * What a status probe remembers: minutes, the lines it wrote, maintenance, incidents, who is told by mail. SQLite
 * in one form alone, since a probe shares nothing with anybody. Calls answer at once and throw `HistoryUnwritable`
 * when the disk does not take what they bring.
 */
export interface History extends Disposable {
  /** Made once: tells the lines of this probe from those of others. */
  readonly probeId: string;
  /** Made once: signs the links in mails. */
  readonly secret: string;
  /** A fact about the whole, by name. */
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;

  /** False when this minute of this place is there already: the first result stays. */
  addMinute(place: string, minute: MinuteRow): boolean;
  addMinutes(place: string, minutes: readonly MinuteRow[]): void;
  /** Oldest first. */
  minutes(place: string, from: number): readonly MinuteRow[];
  /** The sums of one day, in place of those it had. */
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

  /** Removes what nobody needs any more. */
  forget(before: ForgetBefore): void;
}

/** The disk is full or gone: what was to be kept is not kept. */
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
  /** Whether the platform said that it has it. */
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
  /** Empty for one that the probe opened: its title says what is affected. */
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
