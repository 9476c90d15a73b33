/** What the demo organization has before the first visitor looks: a name, a plan, a key, and what its bundle lists. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../../test/support/programs/visitor.ts';
import { applyAll, applyFirst } from './bundle.ts';

export interface Seed {
  /** The key that the demo sends its events with. */
  readonly key: string;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

export async function seed(url: string, account: Account): Promise<Seed> {
  const visitor = await signIn(url, account);
  await visitor.change('/api/v1/organization', { name: 'Nordkante Demo' });
  await visitor.change('/api/v1/organization/billing', { plan: 'business' });
  await applyFirst(visitor);
  const draft = { name: 'demo shop', scope: 'ingest-only' };
  const { value } = await visitor.create<{ value: string }>('/api/v1/api-keys', draft);
  return { key: value };
}

/** How often it is looked whether all that was sent can be found, a second apart. */
const LOOKS_MAX = 60;

/** Once what was sent can be found. The report is written immediately, so that there is a file to look at. */
export async function seedRest(
  url: string,
  account: Account,
  folder: string | undefined,
): Promise<void> {
  const visitor = await signIn(url, account);
  let before = -1;
  for (let look = 0; look < LOOKS_MAX; look++) {
    const query = encodeURIComponent('index IN (web, app, infra) earliest=-4h | stats count');
    const { rows } = await visitor.read<{ rows: { count: number }[] }>(
      `/api/v1/search?query=${query}`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0 && count === before) break;
    before = count;
    await sleep(1_000);
  }
  await applyAll(visitor, folder);
  const exports = await visitor.read<{ id: string; mode: string }[]>('/api/v1/exports');
  const report = exports.find(({ mode }) => mode === 'report');
  if (report !== undefined) await visitor.create(`/api/v1/exports/${report.id}/run`, undefined);
}
