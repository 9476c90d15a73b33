/** The demo organization's resources other than logs: a bundle, applied as `xplain config apply` does. */
import { join } from 'node:path';
import { readBundle } from '../../cli/config/read-bundle.ts';
import type { BundlePlan } from '../../src/contract/bundles.ts';
import type { Bundle } from '../../src/contract/check-bundle.ts';
import type { Visitor } from '../../test/support/programs/visitor.ts';

/** The folder that the demo names for its archive, unless the environment names others. */
export const ARCHIVE_FOLDER = 'archive';

/** Services know their past and exports write it, so both come once the logs are there. */
const LATER: ReadonlySet<string> = new Set(['services', 'kpis', 'exports']);

export async function demoSections(): Promise<Bundle['sections']> {
  const { bundle, problems } = await readBundle(join(import.meta.dirname, 'bundle'));
  if (bundle === undefined) throw new Error(problems.join('\n'));
  return bundle.sections;
}

export async function applyFirst(visitor: Visitor): Promise<void> {
  const sections = Object.entries(await demoSections());
  await apply(visitor, Object.fromEntries(sections.filter(([kind]) => !LATER.has(kind))));
}

/** Without a folder of the operator the platform keeps the files of the archive. */
export async function applyAll(visitor: Visitor, folder: string | undefined): Promise<void> {
  const { exports = {}, ...sections } = await demoSections();
  const destination = folder === undefined ? { kind: 'keep' } : { kind: 'folder', folder };
  const archive = { ...exports['all-events'], destination };
  await apply(visitor, { ...sections, exports: { ...exports, 'all-events': archive } });
}

async function apply(visitor: Visitor, sections: Bundle['sections']): Promise<void> {
  // A folder of an earlier release has some of it, which no bundle owns.
  const bundle = { xplain: 1, bundle: 'demo', adopt: true, ...sections };
  const { hash } = await visitor.create<BundlePlan>('/api/v1/config/plan', { bundle });
  await visitor.create('/api/v1/config/apply', { bundle, hash });
}
