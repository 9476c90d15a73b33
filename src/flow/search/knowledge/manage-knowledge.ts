/** What an organization knows by name, kept with its earlier versions: macros, data models, data links, and checks. */
import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound, savedMeanwhile } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import { pickFields } from '../../../base/pick-fields.ts';
import { type Metadata, orTaken, type Unit } from '../../../engines/metadata/metadata.ts';
import type { OrganizationRows } from '../../../engines/metadata/organization-rows.ts';
import type {
  DataLinkRow,
  DataModelRow,
  MacroRow,
} from '../../../engines/metadata/tables/search.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import type { AuditAction } from '../../../spec/audit.ts';
import type { Limits } from '../../../spec/limits.ts';
import {
  insertKnowledgeVersion,
  readKnowledgeVersions,
  removeKnowledgeVersions,
} from './knowledge-versions-table.ts';

export interface KnowledgeNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** The columns that all of it has. */
type KnowledgeRow = Pick<MacroRow, keyof MacroRow & keyof DataModelRow & keyof DataLinkRow>;

export interface KnowledgeTypes {
  readonly row: KnowledgeRow;
  /** What people write of one. */
  readonly content: object;
  /** What they have to write of a new one. */
  readonly draft: object;
  readonly shown: { readonly id: string; readonly version: number };
}

/** One kind of it. */
export interface KnowledgeKind<T extends KnowledgeTypes> {
  readonly noun: string;
  readonly id: 'macro' | 'dataModel' | 'dataLink' | 'check';
  readonly actions: Readonly<Record<'create' | 'change' | 'delete', AuditAction>>;
  readonly rows: OrganizationRows<T['row']>;
  /** The message for each unique constraint. */
  readonly taken: Readonly<Record<string, string>>;
  readonly fields: readonly (keyof T['content'] & string)[];
  /** The values of fields that a draft leaves out. */
  readonly defaults: Partial<T['content']>;
  readonly columnsOf: (content: T['content']) => Omit<T['row'], SharedColumn>;
  readonly show: (row: T['row']) => T['shown'] & T['content'];
  /** Why the definition is unusable; undefined if it is valid. */
  readonly problemOf: (
    content: T['content'],
  ) => { readonly path: string; readonly message: string } | undefined;
  /** Refuses what only the rest of the organization shows to be unusable. */
  readonly requireUsable?: (
    metadata: Pick<Metadata, 'db'>,
    organization: OrganizationId,
    content: T['content'],
  ) => Promise<void>;
  readonly perOrganizationMax: (limits: Limits) => number;
  readonly versionsMax: (limits: Limits) => number;
}

type SharedColumn = Exclude<keyof KnowledgeRow, 'name' | 'description'>;

export async function listKnowledge<T extends KnowledgeTypes>(
  { rows, show }: KnowledgeKind<T>,
  { metadata }: KnowledgeNeeds,
  { organization }: Actor,
  page: Page,
): Promise<{ data: T['shown'][]; nextCursor: string | null }> {
  const found = await rows.page(metadata, organization, page);
  return pageAnswer(found, page.limit, ({ created_at: at, id }) => ({ at, id }), show);
}

export async function readKnowledge<T extends KnowledgeTypes>(
  kind: KnowledgeKind<T>,
  { metadata }: KnowledgeNeeds,
  actor: Actor,
  id: string,
): Promise<T['shown']> {
  return kind.show(await requireOne(kind, metadata, actor, id));
}

export async function listKnowledgeVersions<T extends KnowledgeTypes>(
  kind: KnowledgeKind<T>,
  { metadata }: KnowledgeNeeds,
  actor: Actor,
  id: string,
) {
  await requireOne(kind, metadata, actor, id);
  const versions = await readKnowledgeVersions<T['content']>(metadata, actor.organization, id);
  // A field may be younger than a version.
  return versions.map((version) => ({ ...kind.defaults, ...version }));
}

export async function createKnowledge<T extends KnowledgeTypes>(
  kind: KnowledgeKind<T>,
  needs: KnowledgeNeeds,
  actor: Actor,
  draft: T['draft'],
): Promise<T['shown']> {
  const { rows, show, noun } = kind;
  const now = needs.clock.now();
  const content = checked(kind, { ...kind.defaults, ...draft });
  await kind.requireUsable?.(needs.metadata, actor.organization, content);
  const row = newRow(kind, actor, content, now);
  const max = kind.perOrganizationMax(needs.limits);
  await orTaken(kind.taken)(() =>
    needs.metadata.transaction(async (unit) => {
      if ((await rows.count(unit, actor.organization)) >= max) {
        const message = `An organization can have at most ${max} ${noun}s. Delete some first.`;
        throw new AppError('CONFLICT', message);
      }
      await rows.insert(unit, row);
      await keepVersion(kind, needs, unit, row);
      const event = {
        action: kind.actions.create,
        resource: row.id,
        details: { name: row.name },
        change: { after: show(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return show(row);
}

export async function changeKnowledge<T extends KnowledgeTypes>(
  kind: KnowledgeKind<T>,
  needs: KnowledgeNeeds,
  actor: Actor,
  id: string,
  { version, ...change }: { readonly version: number } & Partial<T['content']>,
): Promise<T['shown']> {
  const { rows, show } = kind;
  const now = needs.clock.now();
  const changed = await orTaken(kind.taken)(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await requireOne(kind, unit, actor, id);
      if (before.version !== version) throw savedMeanwhile(before);
      const content = checked(kind, pickFields({ ...show(before), ...change }, kind.fields));
      await kind.requireUsable?.(unit, actor.organization, content);
      const columns = {
        ...kind.columnsOf(content),
        version: version + 1,
        updated_by: actorName(actor),
        updated_at: now,
      } as Partial<T['row']>;
      const key = { id, version } as Partial<T['row']>;
      const row = await rows.update(unit, actor.organization, key, columns);
      if (row === undefined) throw savedMeanwhile(before);
      await keepVersion(kind, needs, unit, row);
      const event = {
        action: kind.actions.change,
        resource: id,
        details: { name: row.name, version: row.version },
        change: { before: show(before), after: show(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
      return row;
    }),
  );
  return show(changed);
}

export async function deleteKnowledge<T extends KnowledgeTypes>(
  kind: KnowledgeKind<T>,
  needs: KnowledgeNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await kind.rows.remove(unit, actor.organization, id);
    if (row === undefined) throw notFound(kind.noun);
    await removeKnowledgeVersions(unit, actor.organization, id);
    const event = {
      action: kind.actions.delete,
      resource: id,
      details: { name: row.name },
      change: { before: kind.show(row) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

async function requireOne<T extends KnowledgeTypes>(
  { rows, noun }: KnowledgeKind<T>,
  reader: Pick<Metadata, 'db'>,
  { organization }: Actor,
  id: string,
): Promise<T['row']> {
  const row = await rows.find(reader, organization, id);
  if (row === undefined) throw notFound(noun);
  return row;
}

/** Unusable definitions are rejected. */
function checked<T extends KnowledgeTypes>(
  { problemOf }: KnowledgeKind<T>,
  content: T['content'],
): T['content'] {
  const problem = problemOf(content);
  if (problem !== undefined) throw invalid(problem.path, problem.message);
  return content;
}

/** Common columns and those of the kind, which together are a row. */
function newRow<T extends KnowledgeTypes>(
  { id, columnsOf }: KnowledgeKind<T>,
  actor: Actor,
  content: T['content'],
  now: number,
): T['row'] {
  const by = actorName(actor);
  const shared: Pick<KnowledgeRow, SharedColumn> = {
    id: newId(id),
    organization_id: actor.organization,
    version: 1,
    created_by: by,
    created_at: now,
    updated_by: by,
    updated_at: now,
  };
  return { ...shared, ...columnsOf(content) };
}

async function keepVersion<T extends KnowledgeTypes>(
  { show, fields, versionsMax }: KnowledgeKind<T>,
  { limits }: KnowledgeNeeds,
  unit: Unit,
  row: T['row'],
): Promise<void> {
  const content = pickFields(show(row), fields);
  await insertKnowledgeVersion(unit, row, content, versionsMax(limits));
}
