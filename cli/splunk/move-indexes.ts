import { INDEX_NAME } from '../../src/contract/indexes.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { DAY_MS, SECOND_MS } from '../../src/spec/units.ts';
import { type Gathering, note } from '../moving/gather.ts';
import type { Note } from '../moving/report.ts';
import { isOn, placeIn, type Stanza } from './read-conf.ts';
import type { SplunkApp } from './splunk-app.ts';

/** Every organization has it. */
const MAIN = 'main';
const VALID = new RegExp(INDEX_NAME);
const DAY_SECONDS = DAY_MS / SECOND_MS;
const { retentionDaysMax } = LIMITS.indexes;

export function moveIndexes(gathering: Gathering, apps: readonly SplunkApp[]): void {
  const seen = new Set<string>();
  for (const app of apps) {
    for (const stanza of app.conf('indexes').values()) {
      // Volumes and providers are about disks; names with an underscore are Splunk's own.
      if (/[:_]/.test(stanza.name.charAt(0)) || stanza.name.includes(':')) continue;
      if (seen.has(stanza.name)) continue;
      seen.add(stanza.name);
      moveIndex(gathering, stanza);
    }
  }
}

function moveIndex(gathering: Gathering, { name, file, line, settings }: Stanza): void {
  const found = { kind: 'index', name, file, line };
  const left = whyLeft(name, settings);
  if (left !== undefined) return gathering.leave(found, note({ file, line }, left));
  const notes: Note[] = [];
  const frozen = settings.get('frozenTimePeriodInSecs');
  const seconds = Number(frozen?.value);
  const days = Math.ceil(seconds / DAY_SECONDS);
  if (frozen !== undefined && days > retentionDaysMax) {
    notes.push({
      ...placeIn(frozen),
      message: `The maximum retention is ${retentionDaysMax} days.`,
    });
  }
  for (const key of ['maxTotalDataSizeMB', 'homePath.maxDataSizeMB']) {
    const size = settings.get(key);
    if (size === undefined) continue;
    notes.push({
      ...placeIn(size),
      message: 'Size limits aren’t supported. Set the retention in days.',
    });
  }
  const isKept = Number.isInteger(days) && days >= 1;
  const definition = isKept ? { retentionDays: Math.min(days, retentionDaysMax) } : {};
  gathering.move(found, { kind: 'indexes', key: name, definition }, notes);
}

function whyLeft(name: string, settings: Stanza['settings']): string | undefined {
  if (name === MAIN) {
    return 'Every organization has an index `main`. Set its retention in the settings.';
  }
  if (isOn(settings.get('disabled'))) return 'The index is disabled.';
  if (settings.get('datatype')?.value === 'metric') return 'Metrics indexes aren’t supported.';
  if (!VALID.test(name)) {
    return 'Index names can only contain lower-case letters, digits, `_` and `-`.';
  }
  return undefined;
}
