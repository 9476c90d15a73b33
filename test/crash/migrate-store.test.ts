/** A data folder of another embedded engine moves to the segment store, and whoever moves it dies on the way. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../support/programs/run-command.ts';
import { killAfter, killWhen, migrate } from '../support/programs/run-migrate.ts';
import { newDataFolder, startApp, startInVain } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';
import {
  ADMIN,
  assertKept,
  ENVIRONMENT,
  prepareSending,
  type Promises,
  sendSome,
  untilDrained,
} from './numbered-events.ts';

const DRAIN_MS_MAX = 60_000;
/** On a quiet machine a step takes two to three seconds, of which one is its start. */
const KILL_MS = { from: 800, to: 3_500 };

for (const engine of ['duckdb', 'clickhouse'] as const) {
  const skip = engine === 'clickhouse' && withoutClickhouse();
  test(
    `what ${engine} has stored is there once as segments, whatever was killed meanwhile`,
    { skip },
    async (t) => {
      const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
      t.diagnostic(`seed ${seed}`);
      const random = seededRandom(seed);
      const app = await startApp(t, { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: engine });
      const { key } = await prepareSending(app.url);
      const promises: Promises = { accepted: new Set(), answers: [] };
      await sendSome({ url: app.url, key }, promises, 600);
      // What it had accepted and not stored yet waits in its queue.
      await app.stop('SIGKILL');
      const foreign = { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'segments' };
      const { code, output } = await startInVain(t, foreign, app.data);
      assert.equal(code, 1);
      assert.match(
        output,
        /cannot read them\. Set XPLAIN_EMBEDDED_STORE=.* `xplain migrate switch --from /,
      );
      assert(output.includes(`--from ${app.data}\``), 'the command is complete');

      const target = { ...foreign, XPLAIN_DATA: await newDataFolder(t) };
      const from = ['--from', app.data];
      assert.deepEqual(stepsOfPage(), ['switch', 'verify'], 'what is run below');
      await killWhen(target, ['switch', ...from], /rows are there/);
      for (const step of ['copy', 'copy', 'switch', 'switch']) {
        await killAfter(target, [step, ...from], random.integer(KILL_MS.from, KILL_MS.to));
      }
      const { code: switched, complained } = await runCommand(
        ['migrate', 'switch', ...from],
        target,
      );
      // One that was to be killed may have ended before.
      if (switched !== 0) assert.match(complained, /already been migrated to the target/);
      const { rows } = await migrate('verify', app.data, target);

      // The folder tells which engine it belongs to.
      const there = await startApp(t, ENVIRONMENT, target.XPLAIN_DATA);
      await untilDrained(there.url, DRAIN_MS_MAX);
      const count = await assertKept({ url: there.url, key }, promises);
      t.diagnostic(`${count} events, ${rows} rows`);
      assert.ok(readdirSync(join(there.data, 'store', 'parts')).length > 0);
      await signIn(there.url, ADMIN);
      await copyBeside(t, there.data, count);
      assert.equal(await there.stop(), 0);
    },
  );
}

/** Rows of parts move on, too, first while their server runs. */
async function copyBeside(t: TestContext, from: string, kept: number): Promise<void> {
  const environment = { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'segments' };
  const target = { ...environment, XPLAIN_DATA: await newDataFolder(t) };
  const { rows: found } = await migrate('check', from, target);
  const { rows, copied } = await migrate('copy', from, target);
  // The server goes on: its own entries may come between the two.
  assert(kept > 0 && found >= kept && rows >= kept, `${kept} kept, ${found} found, ${rows} copied`);
  assert.equal(copied?.copied, rows);
}

/** In the order in which the page tells operators to run them. */
function stepsOfPage(): string[] {
  const page = readFileSync(new URL('../../docs/operating/migrate.md', import.meta.url), 'utf8');
  const [, part = ''] = page.split('## Change the embedded log store');
  return [...part.matchAll(/^xplain migrate (\w+) --from \S+$/gm)].map(([, step = '']) => step);
}
