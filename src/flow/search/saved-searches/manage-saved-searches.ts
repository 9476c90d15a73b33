import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { invalid, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type {
  SavedSearch,
  SavedSearchChange,
  SavedSearchDisplay,
  SavedSearchDraft,
} from '../../../contract/saved-searches.ts';
import { orTaken, type Metadata } from '../../../engines/metadata/metadata.ts';
import type { SavedSearchRow } from '../../../engines/metadata/tables/search.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { type Plans, requireRoom } from '../../../guard/limits/index.ts';
import { parse, parseTime, querySyntaxError } from '../../../language/index.ts';
import { expandedText, type Knowledge, macroOptions } from '../knowledge/knowledge.ts';
import { readSearchStars, setSearchStar } from './saved-search-stars-table.ts';
import {
  countSavedSearches,
  findSavedSearch,
  insertSavedSearch,
  readSavedSearches,
  removeSavedSearch,
  showSavedSearch,
  updateSavedSearch,
} from './saved-searches-table.ts';

const withOwnName = orTaken({
  saved_searches_organization_id_name_key: 'A saved search with this name already exists.',
});

export interface SavedSearchNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly knowledge?: Knowledge;
}

export async function listSavedSearches(
  needs: SavedSearchNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: SavedSearch[]; nextCursor: string | null }> {
  const rows = await readSavedSearches(needs.metadata, actor.organization, page);
  const cursorOf = (row: SavedSearchRow) => ({ at: row.created_at, id: row.id });
  const starred = await starredOf(needs, actor, rows);
  return pageAnswer(rows, page.limit, cursorOf, (row) => showSavedSearch(row, starred.has(row.id)));
}

export async function readSavedSearch(
  needs: SavedSearchNeeds,
  actor: Actor,
  id: string,
): Promise<SavedSearch> {
  const row = await findSavedSearch(needs.metadata, actor.organization, { id });
  if (row === undefined) throw notFound('saved search');
  return show(needs, actor, row);
}

interface SavedTextNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly savedSearches?: Readonly<Record<string, string>>;
  readonly knowledge?: Knowledge;
}

/** The text of a saved search with macros expanded, for a query that starts with it. */
export async function savedSearchText(
  { metadata, savedSearches, knowledge }: SavedTextNeeds,
  organization: OrganizationId,
  name: string,
): Promise<string | undefined> {
  if (savedSearches !== undefined) {
    return Object.hasOwn(savedSearches, name) ? savedSearches[name] : undefined;
  }
  const saved = await findSavedSearch(metadata, organization, { name });
  return saved && expandedText(knowledge, organization, saved.query);
}

export async function createSavedSearch(
  needs: SavedSearchNeeds,
  actor: Actor,
  draft: SavedSearchDraft,
): Promise<SavedSearch> {
  await checkSearch(needs, actor, draft);
  const now = needs.clock.now();
  const row: SavedSearchRow = {
    id: newId('savedSearch'),
    organization_id: actor.organization,
    name: draft.name.trim(),
    description: draft.description ?? '',
    query: draft.query,
    earliest: draft.earliest ?? null,
    latest: draft.latest ?? null,
    display: written(draft.display),
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await requireRoom(unit, needs.plans, actor.organization, 'savedSearches', () =>
        countSavedSearches(unit, actor.organization),
      );
      await insertSavedSearch(unit, row);
      const details = { name: row.name };
      const change = { after: contentOf(row) };
      const event = { action: 'saved_search.created', resource: row.id, details, change } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return showSavedSearch(row, false);
}

export async function changeSavedSearch(
  needs: SavedSearchNeeds,
  actor: Actor,
  id: string,
  change: SavedSearchChange,
): Promise<SavedSearch> {
  await checkSearch(needs, actor, change);
  const now = needs.clock.now();
  const { display, ...plain } = change;
  const set = {
    ...plain,
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
    ...(display === undefined ? {} : { display: written(display) }),
    updated_at: now,
  };
  const changed = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await unit.lockRow('saved_searches', { organization_id: actor.organization, id });
      const before = await findSavedSearch(unit, actor.organization, { id });
      const row = await updateSavedSearch(unit, actor.organization, id, set);
      if (before === undefined || row === undefined) throw notFound('saved search');
      const event = {
        action: 'saved_search.updated',
        resource: id,
        details: { name: row.name },
        change: { before: contentOf(before), after: contentOf(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
      return row;
    }),
  );
  return show(needs, actor, changed);
}

export async function deleteSavedSearch(
  needs: SavedSearchNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeSavedSearch(unit, actor.organization, id);
    if (row === undefined) throw notFound('saved search');
    const details = { name: row.name };
    const change = { before: contentOf(row) };
    const event = { action: 'saved_search.deleted', resource: id, details, change } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Stars a saved search for the actor only. */
export async function starSavedSearch(
  needs: SavedSearchNeeds,
  actor: Actor,
  id: string,
  isStarred: boolean,
): Promise<void> {
  const { who, organization } = actor;
  if (who.kind !== 'user') throw new Error('only people star saved searches');
  await needs.metadata.transaction(async (unit) => {
    if ((await findSavedSearch(unit, organization, { id })) === undefined) {
      throw notFound('saved search');
    }
    await setSearchStar(unit, organization, who.id, id, isStarred);
  });
}

async function show(
  needs: SavedSearchNeeds,
  actor: Actor,
  row: SavedSearchRow,
): Promise<SavedSearch> {
  return showSavedSearch(row, (await starredOf(needs, actor, [row])).has(row.id));
}

async function starredOf(
  { metadata }: SavedSearchNeeds,
  { organization, who }: Actor,
  rows: readonly SavedSearchRow[],
): Promise<ReadonlySet<string>> {
  const user = who.kind === 'user' ? who.id : undefined;
  return readSearchStars(
    metadata,
    organization,
    user,
    rows.map(({ id }) => id),
  );
}

/** What people write of it, the same for everybody. */
function contentOf(row: SavedSearchRow) {
  const { isStarred: _, ...content } = showSavedSearch(row, false);
  return content;
}

function written(display: SavedSearchDisplay | null | undefined): string | null {
  return display === undefined || display === null ? null : JSON.stringify(display);
}

/** Invalid queries are not saved. */
export async function checkSearch(
  { knowledge }: SavedSearchNeeds,
  { organization }: Actor,
  { query, earliest, latest }: SavedSearchChange,
): Promise<void> {
  if (query !== undefined) {
    const { diagnostics } = parse(query, await macroOptions(knowledge, organization, query));
    if (diagnostics.length > 0) throw querySyntaxError(diagnostics);
  }
  for (const [path, text] of Object.entries({ earliest, latest })) {
    if (text === undefined || text === null) continue;
    const time = parseTime(text);
    if (time.kind === 'problem') throw invalid(path, time.message);
  }
}
