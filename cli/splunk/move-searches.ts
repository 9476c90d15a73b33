/** Saved searches, and alerts, which are rules here. */
import { parseTime } from '../../src/language/index.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Note } from '../moving/report.ts';
import { alertOf } from './move-alerts.ts';
import { checkSetting, descriptionOf, type Moving, renamed } from './moving.ts';
import { isOn, placeIn, type Setting, type Stanza } from './read-conf.ts';
import type { SplunkApp } from './splunk-app.ts';

const { nameCharactersMax } = LIMITS.savedSearches;

export function moveSearches(
  moving: Moving,
  apps: readonly SplunkApp[],
  /** Names of searches that others refer to. */
  isReferred: (name: string) => boolean,
): void {
  for (const app of apps) {
    for (const stanza of app.conf('savedsearches').values()) {
      const search = stanza.settings.get('search');
      if (search !== undefined) moveSearch(moving, stanza, search, isReferred(stanza.name));
    }
  }
}

function moveSearch(moving: Moving, stanza: Stanza, search: Setting, isReferred: boolean): void {
  const { name, file, line } = stanza;
  const checked = checkSetting(moving, search);
  const isAlert = isOn(stanza.settings.get('enableSched')) && hasCondition(stanza);
  const found = { kind: isAlert ? 'alert' : 'saved search', name, file, line };
  if (checked.query === undefined) return moving.gathering.leave(found, ...checked.notes);
  const alert = isAlert ? alertOf(moving, stanza, search) : undefined;
  if (alert?.kind === 'rule') {
    const key = moving.gathering.keyOf('alertRules', name);
    const called = moving.gathering.nameOf('alertRules', name, LIMITS.alerts.nameCharactersMax);
    const definition = { name: called, ...alert.definition };
    moving.gathering.move(found, { kind: 'alertRules', key, definition }, [
      ...checked.notes,
      ...alert.notes,
      ...renamed(stanza, called),
    ]);
    if (!isReferred) return;
  } else if (alert !== undefined) {
    moving.gathering.leave(found, ...alert.notes);
  }
  const schedule = isAlert ? [] : scheduleNotes(stanza);
  moveSaved(moving, stanza, search, [...checked.notes, ...schedule]);
}

function hasCondition({ settings }: Stanza): boolean {
  return settings.has('counttype') || settings.has('alert_type') || settings.has('alert_condition');
}

function moveSaved(moving: Moving, stanza: Stanza, search: Setting, notes: readonly Note[]): void {
  const { name, file, line, settings } = stanza;
  const key = moving.gathering.keyOf('savedSearches', name);
  const called = moving.savedSearches.get(name)?.name ?? name.slice(0, nameCharactersMax);
  const timeNotes: Note[] = [];
  const definition = {
    name: called,
    query: search.value,
    ...descriptionOf(settings.get('description')),
    ...timeOf('earliest', settings.get('dispatch.earliest_time'), timeNotes),
    ...timeOf('latest', settings.get('dispatch.latest_time'), timeNotes),
  };
  moving.gathering.move(
    { kind: 'saved search', name, file, line },
    { kind: 'savedSearches', key, definition },
    [...notes, ...timeNotes, ...renamed(stanza, called)],
  );
}

function timeOf(
  name: 'earliest' | 'latest',
  setting: Setting | undefined,
  notes: Note[],
): Readonly<Record<string, string>> {
  const text = setting?.value.trim() ?? '';
  if (setting === undefined || text === '') return {};
  const time = parseTime(text);
  if (time.kind !== 'problem') return { [name]: text };
  notes.push({ ...placeIn(setting), message: time.message });
  return {};
}

function scheduleNotes({ settings }: Stanza): Note[] {
  const cron = settings.get('cron_schedule');
  if (!isOn(settings.get('enableSched')) || cron === undefined) return [];
  const message = 'The schedule isn’t migrated. Create a scheduled export or a dashboard report.';
  return [{ ...placeIn(cron), message }];
}
