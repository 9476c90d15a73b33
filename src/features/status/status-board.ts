import type { Log } from '../../base/log.ts';
import type { History, IncidentRow, MinuteRow } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { followIncidents } from './follow-incidents.ts';
import { createHistoryKeeper, type HistoryKeeper } from './history-keeper.ts';
import { incidentView, makeView, namesOf } from './make-view.ts';
import { minuteRow, reasonsOf } from './minutes/minute-codes.ts';
import { createMinuteGrid, type MinuteGrid } from './minutes/minute-grid.ts';
import { noticesOf } from './notices.ts';
import type { Round } from './round/run-round.ts';
import { newStatusId } from './status-ids.ts';
import type { IncidentView, StatusView } from './status-view.ts';
import { notifySubscribers, type Words } from './notify-subscribers.ts';
import { tidyHistory } from './tidy-history.ts';
import type { Webhooks } from './webhooks/send-calls.ts';
import { incidentEvent, type StatusEvent } from './webhooks/status-event.ts';
import { isoTime } from '../../base/clock.ts';
import { randomBase62 } from '../../base/ids.ts';

/** Key for this probe's own minutes, regardless of the name of its place. */
const OWN = 'own';

/** The minutes of another probe. */
function peerPlace(peer: string): string {
  return `peer:${peer}`;
}

export interface BoardNeeds {
  readonly history: History;
  readonly log: Log;
  readonly now: () => number;
  readonly placeName: string;
  /** Addresses of other probes. */
  readonly peers: readonly string[];
  /** Webhook receivers; undefined if none. */
  readonly webhooks?: Webhooks | undefined;
  /** Where people read the page. */
  readonly url: string;
}

/** What the probe knows: in memory for the page, on disk for after a restart. */
export interface Board {
  hasMinute(minute: number): boolean;
  addRound(minute: number, round: Round): void;
  addPeerMinutes(peer: string, name: string, minutes: readonly MinuteRow[]): void;
  ownMinutes(from: number): readonly MinuteRow[];
  /** Recomputes everything. */
  refresh(): StatusView;
  incident(id: string): IncidentView | undefined;
  incidents(page: number): readonly IncidentView[];
  /** Writes to disk if possible; the page keeps working if the write fails. */
  write(work: (history: History) => void): boolean;
  /** Tells subscribers and receivers. */
  tell(words: Words, event: (history: History) => StatusEvent): void;
}

/** What changes from minute to minute, apart from the minutes themselves. */
interface Present {
  latest?: MinuteRow;
  skewMs?: number | undefined;
  tidiedAt?: number;
  readonly peerNames: Map<string, string>;
}

export function createBoard(needs: BoardNeeds): Board {
  const { history, log, now } = needs;
  const grid = loadGrid(needs);
  const keeper = createHistoryKeeper(history, log);
  const present: Present = { peerNames: new Map() };

  return {
    hasMinute: (minute) => grid.has(OWN, minute),
    addRound: (minute, round) => {
      const row = minuteRow(minute, round);
      if (!grid.add(OWN, row)) return;
      Object.assign(present, { latest: row, skewMs: round.skewMs });
      keeper.keepMinute(OWN, row);
      keeper.write((to) => {
        for (const { nonce, text, writtenAt, accepted } of round.written) {
          to.addLine({ nonce, text, writtenAt, isAccepted: accepted !== undefined });
        }
      });
      if (reasonsOf(row.reasons).includes('key_refused')) {
        log.error({}, 'the platform refuses a credential of the probe');
      }
    },
    addPeerMinutes: (peer, name, minutes) => {
      present.peerNames.set(peer, name);
      const place = peerPlace(peer);
      const fresh = minutes.filter((row) => grid.add(place, row));
      if (fresh.length > 0) keeper.write((to) => to.addMinutes(place, fresh));
    },
    ownMinutes: (from) => history.minutes(OWN, from),
    refresh: () => {
      const view = viewOf(needs, grid, keeper, present);
      if (now() - (present.tidiedAt ?? 0) >= LIMITS.status.storedEveryMs) {
        present.tidiedAt = now();
        keeper.write((to) => tidyHistory(to, view, now()));
      }
      return follow(needs, keeper, view) ? viewOf(needs, grid, keeper, present) : view;
    },
    incident: (id) => {
      const row = history.incident(id);
      return row === undefined ? undefined : incidentView(history, row);
    },
    incidents: (page) =>
      history
        .incidents((page - 1) * LIMITS.status.incidentsPerPage, LIMITS.status.incidentsPerPage)
        .map((row) => incidentView(history, row)),
    write: keeper.write.bind(keeper),
    tell: (words, event) => {
      keeper.write((to) => tellAll(needs, to, words, event(to)));
    },
  };
}

function loadGrid({ history, now, peers }: BoardNeeds): MinuteGrid {
  const grid = createMinuteGrid();
  const oldest = Math.floor((now() - LIMITS.status.minuteDaysMax * DAY_MS) / MINUTE_MS);
  for (const place of [OWN, ...peers.map(peerPlace)]) {
    for (const row of history.minutes(place, oldest)) grid.add(place, row);
  }
  return grid;
}

function viewOf(
  { history, now, placeName }: BoardNeeds,
  grid: MinuteGrid,
  keeper: HistoryKeeper,
  { latest, skewMs, peerNames }: Present,
): StatusView {
  const at = now();
  const fact = history.fact('demo_until');
  return makeView({
    now: at,
    grid,
    place: OWN,
    placeNames: [placeName, ...peerNames.values()],
    latest,
    records: history.maintenance(at - (LIMITS.status.minuteDaysMax + 1) * DAY_MS),
    incidents: history
      .incidents(0, LIMITS.status.incidentsShownMax)
      .map((row) => incidentView(history, row)),
    incidentCount: history.countIncidents(),
    notices: noticesOf({ latest, skewMs, isWritable: keeper.isWritable(), now: at }),
    demoUntil: fact === undefined ? null : Number(fact),
  });
}

/** Opens, changes or closes the probe's own incident. True when that has changed what the page shows. */
function follow(needs: BoardNeeds, keeper: HistoryKeeper, { components }: StatusView): boolean {
  const { history, log, now, url } = needs;
  const states = Object.fromEntries(components.map(({ id, state }) => [id, state]));
  const open = history.openIncidents();
  const change = followIncidents(open, states, now(), () => newStatusId('inc'));
  if (change.kind === 'same') return false;
  const { kind, incident } = change;
  log.warn({ incident: incident.id, change: kind, components: incident.components }, 'incident');
  return keeper.write((to) => {
    if (kind === 'opened') to.addIncident(incident);
    else to.changeIncident(incident);
    const happening = kind === 'changed' ? 'updated' : kind;
    const event = incidentEvent(to, happening, incident, url);
    tellAll(needs, to, incidentWords(kind, incident), event);
  });
}

function tellAll(
  { url, now, webhooks }: BoardNeeds,
  history: History,
  words: Words,
  event: StatusEvent,
): void {
  notifySubscribers(history, url, now(), words);
  tellReceivers(history, webhooks?.urls ?? [], now(), event);
}

function incidentWords(kind: 'opened' | 'changed' | 'closed', incident: IncidentRow) {
  const what = incident.isOutage ? 'Outage' : 'Degraded';
  const names = namesOf(incident.components);
  const subject = kind === 'closed' ? `Resolved: ${names}` : `${what}: ${names}`;
  const text = kind === 'closed' ? `${names}: operational again.` : `${names}: failing checks.`;
  return { subject: subject.slice(0, LIMITS.mail.subjectCharactersMax), text };
}

/** Puts one call for each receiver into the queue. */
function tellReceivers(
  history: History,
  urls: readonly string[],
  now: number,
  { type, data }: StatusEvent,
): void {
  const body = JSON.stringify({ type, timestamp: isoTime(now), data });
  const calls = urls.map((url) => {
    return { id: `msg_${randomBase62(22)}`, url, body, madeAt: now, attempts: 0, dueAt: now };
  });
  if (calls.length > 0) history.addCalls(calls);
}
