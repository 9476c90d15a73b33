/**
 * A whole feature, as small as one can be: a room with a table, two routes, a job and a thing that plans count. What
 * is here is what ARCHITECTURE.md says that a feature needs.
 */
export const TRIAL_FILES: Readonly<Record<string, string>> = {
  'src/contract/trial.ts': `/** Dashboards that hold nothing but their names. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, nameOf } from './schema.ts';

export const Trial = Type.Object({ name: Type.String() });
export type Trial = Static<typeof Trial>;
export const TrialDraft = fields({ name: nameOf(60) });
export type TrialDraft = Static<typeof TrialDraft>;
const example = { name: 'Payments' };

export const createTrial = {
  method: 'POST',
  url: '/api/v1/trials',
  config: { permission: 'dashboards:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Dashboards'],
    summary: 'Create a trial',
    body: TrialDraft,
    response: { 201: dataOf(Trial) },
  },
  docs: { example: { body: example, answer: { data: example } } },
} as const satisfies Endpoint;
`,
  'src/engines/metadata/tables/trial.ts': `/** Trials, and whether the job has seen them. */
declare module '../tables.ts' {
  interface Tables {
    trials: TrialRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    dashboards: true;
  }
}

export interface TrialRow {
  organization_id: string;
  name: string;
  seen_at: number | null;
}
`,
  'src/engines/metadata/migrations/9000-trials.ts': `import type { Migration } from './migration.ts';

export const trials: Migration = {
  name: '9000-trials',
  statements: ({ text, integer, strict }) => [
    \`create table trials (
       organization_id \${text} not null references organizations (id) on delete cascade,
       name \${text} not null,
       seen_at \${integer},
       constraint trials_pkey primary key (organization_id, name)
     ) \${strict}\`,
  ],
};
`,
  'src/features/trial/trials-table.ts': `import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { TrialRow } from '../../engines/metadata/tables/trial.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertTrial({ db }: Unit, row: TrialRow): Promise<void> {
  await db.insertInto('trials').values(row).execute();
}

export async function countTrials({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('trials')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.count;
}
`,
  'src/features/trial/create-trial.ts': `import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Trial, TrialDraft } from '../../contract/trial.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import { type Plans, requireRoom } from '../../guard/limits/index.ts';
import { countTrials, insertTrial } from './trials-table.ts';

export interface TrialNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
}

export async function createTrial(needs: TrialNeeds, actor: Actor, draft: TrialDraft): Promise<Trial> {
  const { organization } = actor;
  return needs.metadata.transaction(async (unit) => {
    await requireRoom(unit, needs.plans, organization, 'dashboards', () => countTrials(unit, organization));
    await insertTrial(unit, { organization_id: organization, name: draft.name, seen_at: null });
    await recordAudit(unit, actor, { action: 'dashboard.created', resource: draft.name }, needs.clock.now());
    return { name: draft.name };
  });
}
`,
  'src/features/trial/routes.ts': `import * as contract from '../../contract/trial.ts';
import type { App } from '../../http/app.ts';
import { createTrial, type TrialNeeds } from './create-trial.ts';

export function trialRoutes(app: App, needs: TrialNeeds): void {
  app.route({
    ...contract.createTrial,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createTrial(needs, actor, body) }),
  });
}
`,
  'src/features/trial/room.ts': `/** Trials. Owns trials. */
import type { Log } from '../../base/log.ts';
import * as trial from '../../contract/trial.ts';
import type { Room } from '../../room.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { TrialNeeds } from './create-trial.ts';
import { trialRoutes } from './routes.ts';
import { countTrials } from './trials-table.ts';

type Needs = TrialNeeds & { readonly log: Log };

export const trialRoom = {
  contract: [trial],
  counts: { dashboards: countTrials },
  open: (needs) => ({
    routes: (app) => trialRoutes(app, needs),
    jobs: [
      { name: 'trial', everyMs: SECOND_MS, run: async () => needs.log.info({}, 'trial job ran') },
    ],
  }),
} as const satisfies Room<Needs>;
`,
};

/** What a feature adds to files that are there already: one line each. */
export const TRIAL_LINES: Readonly<Record<string, string>> = {
  'src/compose/rooms.ts': "export { trialRoom } from '../features/trial/room.ts';\n",
  'src/engines/metadata/migrations/steps.ts': "export { trials } from './9000-trials.ts';\n",
};
