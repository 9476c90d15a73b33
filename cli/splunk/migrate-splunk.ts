/**
 * Converts Splunk apps and exports to resources of a bundle. Pure: takes the input as parameters and writes nothing.
 */
import { createExpander } from '../../src/language/index.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { createGathering, type Gathered, type Gathering } from '../moving/gather.ts';
import type { Sources } from '../moving/read-sources.ts';
import { moveDashboards } from './move-dashboards.ts';
import { moveExtractions } from './move-extractions.ts';
import { moveIndexes } from './move-indexes.ts';
import { moveLookups } from './move-lookups.ts';
import { moveMacros } from './move-macros.ts';
import { moveSearches } from './move-searches.ts';
import type { Moving } from './moving.ts';
import { findApps, type SplunkApp } from './splunk-app.ts';

export function migrateSplunk(sources: Sources): Gathered {
  const gathering = createGathering();
  const apps = findApps(sources);
  for (const { path, reason } of sources.skipped) {
    gathering.leave({ kind: 'file', name: path, file: path }, { file: path, message: reason });
  }
  const texts = textsOf(apps);
  moveIndexes(gathering, apps);
  const tables = moveLookups(gathering, apps, (name) => texts.includes(name));
  const macros = moveMacros(gathering, apps);
  const views = apps.flatMap(({ views: own }) => own).map(({ text }) => text);
  const isReferred = (name: string): boolean =>
    views.some((text) => text.includes(name)) ||
    // Quoted, as `savedsearch` has it.
    texts.includes(`savedsearch "${name}"`) ||
    texts.includes(`savedsearch ${name}`);
  const savedSearches = namesOf(gathering, apps);
  const moving: Moving = { gathering, expand: createExpander(macros), tables, savedSearches };
  moveExtractions(gathering, apps);
  moveSearches(moving, apps, isReferred);
  moveDashboards({ ...moving, savedSearches: thoseMoved(gathering, savedSearches) }, apps);
  leaveOthers(gathering, apps);
  return gathering;
}

/** What searches are written in, to look names up. */
function textsOf(apps: readonly SplunkApp[]): string {
  return apps
    .flatMap(({ conf, views }) => [
      ...['savedsearches', 'macros', 'props'].flatMap((name) =>
        [...conf(name).values()].flatMap(({ settings }) =>
          [...settings.values()].map(({ value }) => value),
        ),
      ),
      ...views.map(({ text }) => text),
    ])
    .join('\n');
}

/** Of those with the same name, searches and dashboards mean the first. */
function namesOf(gathering: Gathering, apps: readonly SplunkApp[]): Moving['savedSearches'] {
  const { nameCharactersMax } = LIMITS.savedSearches;
  const names = new Map<string, { name: string; query: string }>();
  for (const app of apps) {
    for (const { name, settings } of app.conf('savedsearches').values()) {
      const query = settings.get('search')?.value;
      if (query === undefined || names.has(name)) continue;
      names.set(name, {
        name: gathering.nameOf('savedSearches', name, nameCharactersMax),
        query,
      });
    }
  }
  return names;
}

function thoseMoved(
  { things }: Gathering,
  known: Moving['savedSearches'],
): Moving['savedSearches'] {
  const moved = new Set(
    things
      .filter(({ kind }) => kind === 'savedSearches')
      .map(({ definition }) => definition['name']),
  );
  return new Map([...known].filter(([, { name }]) => moved.has(name)));
}

function leaveOthers(gathering: Gathering, apps: readonly SplunkApp[]): void {
  for (const app of apps) {
    for (const { name, file, line } of app.conf('eventtypes').values()) {
      const message = 'Event types aren’t supported. Create a macro from its search.';
      gathering.leave({ kind: 'event type', name, file, line }, { file, line, message });
    }
    for (const { name, file, line } of app.conf('tags').values()) {
      const message = 'Tags aren’t supported. Use a macro or a lookup table.';
      gathering.leave({ kind: 'tag', name, file, line }, { file, line, message });
    }
  }
}
