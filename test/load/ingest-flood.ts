/**
 * What a flood by one organization does to another one: `node test/load/ingest-flood.ts`. The second sends an
 * event now and then, first alone, then while the first sends full batches as fast as they are taken and
 * again at once when they are refused. With `pipelines` behind the seconds, events of the first pass some.
 * Prints figures and asserts nothing.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { inShort } from './bench-size.ts';
import { makeBodies, measureDelays, percentiles, print, type Delay } from './ingest-traffic.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { startBenchApp } from './start-bench-app.ts';

const SECONDS = Number(process.argv[2] ?? inShort(30, 1));
const FLOOD_CONNECTIONS = inShort(16, 2);
const WARM_SECONDS = inShort(3, 0.2);
const EVERY_MS = 100;

await using app = await startBenchApp();
const quietOne = { url: app.url, key: await app.newOrganization() };
// Nothing is compiled and no table is warm before the first events.
await delaysFor(WARM_SECONDS);
if (process.argv[3] === 'pipelines') await addPipelines();
const startCpu = await mainThreadSeconds();
const quiet = await delaysFor(SECONDS);
const quietCpu = (await mainThreadSeconds()) - startCpu;
const stop = new AbortController();
const flood = pour(stop.signal);
await sleep(inShort(2_000, 0));
const floodCpu = await mainThreadSeconds();
const flooded = await delaysFor(SECONDS);
const floodedCpu = (await mainThreadSeconds()) - floodCpu;
stop.abort();
const sent = await flood;
const share = (seconds: number): number => Math.round((seconds / SECONDS) * 100);

print('one organization floods', {
  'batches of 1,000 taken': sent.taken,
  refused: sent.refused,
  'server memory at most, MB': (await app.memoryMost()) / 1e6,
  'the thread that answers, quiet, % of a core': share(quietCpu),
  'the same, flooded': share(floodedCpu),
});
compare('until the other’s answer', (delay) => delay.answer);
compare('from its answer to queryable', (delay) => delay.queryable);
process.exit();

function compare(title: string, part: (delay: Delay) => number): void {
  const before = percentiles(quiet.map(part));
  const during = percentiles(flooded.map(part));
  print(title, {
    'quiet p50, ms': before.p50,
    'quiet p99, ms': before.p99,
    'flooded p50, ms': during.p50,
    'flooded p99, ms': during.p99,
    'p99 flooded/quiet': during.p99 / before.p99,
  });
}

async function delaysFor(seconds: number): Promise<Delay[]> {
  return measureDelays(quietOne, EVERY_MS, AbortSignal.timeout(seconds * 1_000));
}

async function pour(signal: AbortSignal): Promise<{ taken: number; refused: number }> {
  const requests = makeBodies(10_000, 1_000).map((body) =>
    rawPost({ ...app, path: '/api/v1/logs/batch', body }),
  );
  const counts = { taken: 0, refused: 0 };
  await Promise.all(
    Array.from({ length: FLOOD_CONNECTIONS }, async (_, lane) => {
      using connection = await openRawConnection(app.url);
      for (let turn = lane; !signal.aborted; turn++) {
        const request = requests[turn % requests.length] ?? Buffer.alloc(0);
        if ((await connection.ask(request)) === 202) counts.taken++;
        else counts.refused++;
      }
    }),
  );
  return counts;
}

async function addPipelines(): Promise<void> {
  const drafts = [
    { name: 'Requests', match: 'request', steps: [{ kind: 'parse_key_value', isOptional: true }] },
    { name: 'Mask', steps: [{ kind: 'mask', what: ['email', 'ip', 'card', 'token'] }] },
    { name: 'Team', match: 'level=error', steps: [{ kind: 'set', field: 'team', value: 'ops' }] },
  ];
  for (const draft of drafts) {
    const answer = await fetch(`${app.url}/api/v1/pipelines`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    });
    if (answer.status !== 201) throw new Error(`no pipeline: ${await answer.text()}`);
  }
}

/** Processor time so far of the thread that answers requests. */
async function mainThreadSeconds(): Promise<number> {
  const pid = app.pids[0] ?? 0;
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
  return Number(text.split(' ')[0]) / 1e9;
}
