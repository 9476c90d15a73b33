import type { Log } from '../../base/log.ts';
import {
  type History,
  HistoryUnwritable,
  type IncidentRow,
  type MinuteRow,
} from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { followIncidents } from './follow-incidents.ts';
import { incidentView, makeView, namesOf } from './make-view.ts';
import { minuteRow, reasonsOf } from './minutes/minute-codes.ts';
import { createMinuteGrid } from './minutes/minute-grid.ts';
import { dayOf } from './minutes/tally.ts';
import { noticesOf } from './notices.ts';
import type { Round } from './round/run-round.ts';
import { newStatusId } from './status-ids.ts';
import type { IncidentView, StatusView } from './status-view.ts';
import { tellSubscribers } from './tell-subscribers.ts';

/** This probe's own minutes, whatever its place is called. */
export const OWN = 'own';

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
  /** Where people read the page. */
  readonly url: string;
}

/** What the probe knows: in memory for the page, on disk for after a restart. */
export interface Board {
  hasMinute(minute: number): boolean;
  addRound(minute: number, round: Round): void;
  addPeerMinutes(peer: string, name: string, minutes: readonly MinuteRow[]): void;
  ownMinutes(from: number): readonly MinuteRow[];
  /** Counts everything anew. */
  refresh(): StatusView;
  incident(id: string): IncidentView | undefined;
  incidents(page: number): readonly IncidentView[];
  /** Writes to the disk if it takes it; the page goes on if it does not. */
  write(work: (history: History) => void): boolean;
  tell(subject: string, text: string): void;
}

export function createBoard(needs: BoardNeeds): Board {
  const { history, log, now } = needs;
  const grid = createMinuteGrid();
  const unwritten: MinuteRow[] = [];
  const peerNames = new Map<string, string>();
  let latest: MinuteRow | undefined;
  let skewMs: number | undefined;
  let isWritable = true;
  let summedAt = 0;

  const oldest = Math.floor((now() - LIMITS.status.minuteDaysMax * DAY_MS) / MINUTE_MS);
  for (const place of [OWN, ...needs.peers.map(peerPlace)]) {
    for (const row of history.minutes(place, oldest)) grid.add(place, row);
  }

  function write(work: (to: History) => void): boolean {
    try {
      work(history);
      isWritable = true;
    } catch (error) {
      if (!(error instanceof HistoryUnwritable)) throw error;
      if (isWritable) log.error({ err: error }, 'probe history not writable');
      isWritable = false;
    }
    return isWritable;
  }

  function keepMinutes(): void {
    unwritten.splice(0, unwritten.length - LIMITS.status.unwrittenMinutesMax);
    if (write((to) => to.addMinutes(OWN, unwritten))) unwritten.length = 0;
  }

  function view(): StatusView {
    const at = now();
    return makeView({
      now: at,
      grid,
      place: OWN,
      placeNames: [needs.placeName, ...peerNames.values()],
      latest,
      records: history.maintenance(at - (LIMITS.status.minuteDaysMax + 1) * DAY_MS),
      incidents: history
        .incidents(0, LIMITS.status.incidentsShownMax)
        .map((row) => incidentView(history, row)),
      incidentCount: history.countIncidents(),
      notices: noticesOf({ latest, skewMs, isWritable, now: at }),
      demoUntil: demoUntil(history),
    });
  }

  /** True when it has changed what the page shows. */
  function follow({ components }: StatusView): boolean {
    const states = Object.fromEntries(components.map(({ id, state }) => [id, state]));
    const change = followIncidents(history.openIncidents(), states, now(), () =>
      newStatusId('inc'),
    );
    if (change.kind === 'same') return false;
    const { incident } = change;
    log.warn(
      { incident: incident.id, change: change.kind, components: incident.components },
      'incident',
    );
    return write((to) => {
      if (change.kind === 'opened') to.addIncident(incident);
      else to.changeIncident(incident);
      tellSubscribers(to, needs.url, now(), incidentWords(change.kind, incident));
    });
  }

  function keepDays({ components }: StatusView): void {
    if (now() - summedAt < LIMITS.status.storedEveryMs) return;
    summedAt = now();
    write((to) => {
      for (const { id, days } of components) {
        for (const day of days.slice(-3)) to.setDay({ component: id, ...day });
      }
      to.forget({
        minute: Math.floor(now() / MINUTE_MS) - LIMITS.status.minuteDaysMax * 1_440,
        day: dayOf(Math.floor(now() / MINUTE_MS) - LIMITS.status.sumDaysMax * 1_440),
        lineAt: now() - 8 * DAY_MS,
        incidentClosedAt: now() - LIMITS.status.incidentMsMax,
        unconfirmedAt: now() - LIMITS.status.subscribeMsMax,
      });
    });
  }

  return {
    hasMinute: (minute) => grid.has(OWN, minute),
    addRound: (minute, round) => {
      const row = minuteRow(minute, round);
      if (!grid.add(OWN, row)) return;
      latest = row;
      skewMs = round.skewMs;
      unwritten.push(row);
      keepMinutes();
      write((to) => {
        for (const { nonce, text, writtenAt, accepted } of round.written) {
          to.addLine({ nonce, text, writtenAt, isAccepted: accepted !== undefined });
        }
      });
      if (reasonsOf(row.reasons).includes('key_refused')) {
        log.error({}, 'the platform refuses a credential of the probe');
      }
    },
    addPeerMinutes: (peer, name, minutes) => {
      peerNames.set(peer, name);
      const fresh = minutes.filter((row) => grid.add(peerPlace(peer), row));
      if (fresh.length > 0) write((to) => to.addMinutes(peerPlace(peer), fresh));
    },
    ownMinutes: (from) => history.minutes(OWN, from),
    refresh: () => {
      const first = view();
      keepDays(first);
      return follow(first) ? view() : first;
    },
    incident: (id) => {
      const row = history.incident(id);
      return row === undefined ? undefined : incidentView(history, row);
    },
    incidents: (page) =>
      history
        .incidents((page - 1) * LIMITS.status.incidentsPerPage, LIMITS.status.incidentsPerPage)
        .map((row) => incidentView(history, row)),
    write,
    tell: (subject, text) => {
      write((to) => tellSubscribers(to, needs.url, now(), { subject, text }));
    },
  };
}

function demoUntil(history: History): number | null {
  const fact = history.fact('demo_until');
  return fact === undefined ? null : Number(fact);
}

function incidentWords(kind: 'opened' | 'changed' | 'closed', incident: IncidentRow) {
  const what = incident.isOutage ? 'Outage' : 'Degraded';
  const names = namesOf(incident.components);
  const subjects = {
    opened: `${what}: ${names}`,
    changed: `${what}: ${names}`,
    closed: `Over: ${names}`,
  };
  const text = kind === 'closed' ? `${names}: works again.` : `${names}: in trouble.`;
  return { subject: subjects[kind].slice(0, LIMITS.mail.subjectCharactersMax), text };
}
