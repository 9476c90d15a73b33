/** Thirty days that a status page could have seen, made up: an outage, a slow day, maintenance, a gap. */
import type { History, MinuteRow } from '../../src/engines/history/history.ts';
import { COMPONENT_IDS, type ComponentId } from '../../src/spec/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { createRandom, type Random } from './random.ts';

const DAYS = 30;
const OWN = 'own';

interface Stretch {
  /** From the beginning of that day of UTC on. */
  readonly daysAgo: number;
  readonly fromMinute: number;
  readonly minutes: number;
  readonly components: readonly ComponentId[];
  /** The stored code of the minutes; undefined if the probe was not running. */
  readonly letter: 's' | 'd' | undefined;
}

const OUTAGE = { daysAgo: 19, fromMinute: 13 * 60 + 7, minutes: 41 } as const;
const CARE = { daysAgo: 6, fromMinute: 22 * 60, minutes: 60 } as const;
const STRETCHES: readonly Stretch[] = [
  { ...OUTAGE, components: ['search', 'alerts'], letter: 'd' },
  { daysAgo: 11, fromMinute: 600, minutes: 95, components: ['ingest-otlp'], letter: 's' },
  { daysAgo: 11, fromMinute: 640, minutes: 3, components: ['ingest-otlp'], letter: 'd' },
  { daysAgo: 6, fromMinute: 22 * 60 + 10, minutes: 14, components: ['api', 'web'], letter: 'd' },
  { daysAgo: 24, fromMinute: 300, minutes: 215, components: COMPONENT_IDS, letter: undefined },
  { daysAgo: 2, fromMinute: 905, minutes: 6, components: ['evaluation'], letter: 'd' },
];

/** Fills the history once. Everything before `now` is marked as made up. */
export function makeUpHistory(history: History, now: number, hasAlerts: boolean): void {
  if (history.fact('demo_until') !== undefined) return;
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const last = Math.floor(now / MINUTE_MS) - 1;
  const random = createRandom(4_100);
  const rows: MinuteRow[] = [];
  for (let minute = last - DAYS * 1_440; minute <= last; minute += 1) {
    const row = minuteOf(minute, midnight, hasAlerts, random);
    if (row !== undefined) rows.push(row);
  }
  history.addMinutes(OWN, rows);
  tellOfOutage(history, midnight);
  announceCare(history, midnight);
  history.setFact('demo_until', String(now));
}

function minuteOf(
  minute: number,
  midnight: number,
  hasAlerts: boolean,
  random: Random,
): MinuteRow | undefined {
  const here = STRETCHES.filter((stretch) => {
    const from = startOf(stretch, midnight) / MINUTE_MS;
    return minute >= from && minute < from + stretch.minutes;
  });
  if (here.some(({ letter }) => letter === undefined)) return undefined;
  const letters = COMPONENT_IDS.map((id) => {
    if (id === 'alerts' && !hasAlerts) return 'n';
    const worst = here.filter(({ components }) => components.includes(id)).map((s) => s.letter);
    if (worst.includes('d')) return 'd';
    return worst.includes('s') || random.chance(0.000_4) ? 's' : 'u';
  });
  const isSearched = letters[COMPONENT_IDS.indexOf('search')] !== 'd';
  const slow = letters[COMPONENT_IDS.indexOf('ingest-otlp')] === 's' ? 3_200 : 0;
  const found = (): number => random.latency(random.chance(0.01) ? 1_100 : 480);
  const serverMs = random.latency(random.chance(0.02) ? 70 : 24);
  return {
    minute,
    results: letters.join(''),
    reasons: ',,,,,,,',
    httpMs: isSearched ? found() : null,
    otlpMs: isSearched ? found() + slow : null,
    searchMs: isSearched ? serverMs + random.latency(16) : null,
    serverMs: isSearched ? serverMs : null,
  };
}

function startOf(
  { daysAgo, fromMinute }: Pick<Stretch, 'daysAgo' | 'fromMinute'>,
  midnight: number,
) {
  return midnight - daysAgo * DAY_MS + fromMinute * MINUTE_MS;
}

function tellOfOutage(history: History, midnight: number): void {
  const openedAt = startOf(OUTAGE, midnight) + 2 * MINUTE_MS;
  const facts = { title: '', components: ['search', 'alerts'], isOutage: true };
  const id = 'inc_demo1';
  history.addIncident({ id, ...facts, openedAt, closedAt: openedAt + 42 * MINUTE_MS });
  const say = (minutes: number, step: string, text: string): void => {
    const madeAt = openedAt + minutes * MINUTE_MS;
    history.addUpdate({ incident: id, madeAt, step, text, name: 'Demo operator' });
  };
  say(6, 'investigating', 'Searches fail. Event ingest is not affected.');
  say(19, 'identified', 'A log store disk is full. We are moving data to a larger disk.');
  say(45, 'resolved', 'Searches work again. No accepted events were lost.');
}

function announceCare(history: History, midnight: number): void {
  const from = startOf(CARE, midnight);
  history.appendMaintenance({
    id: 'mnt_demo1',
    madeAt: from - 3 * DAY_MS,
    from,
    to: from + HOUR_MS,
    components: ['api', 'web'],
    text: 'Migration to a new load balancer.',
    name: 'Demo operator',
  });
}
