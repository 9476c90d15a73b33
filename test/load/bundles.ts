/**
 * How long a bundle takes to plan and to apply, on the whole program. Prints times and processor time, and asserts
 * nothing. What is promised for 2,000 things on two cores: planned in 2 seconds, applied in 20.
 *
 *   node test/load/bundles.ts [things]
 */
import type { BundlePlan } from '../../src/contract/bundles.ts';
import { inShort } from './bench-size.ts';
import { startBenchApp } from './start-bench-app.ts';

const THINGS = Number(process.argv[2] ?? inShort(2_000, 40));
const EACH = Math.ceil(THINGS / 4);

await using app = await startBenchApp();
const bundle = {
  xplain: 1,
  bundle: 'bench',
  savedSearches: keyed((i) => ({
    query: `index=main level=error n=${i} | stats count BY service`,
  })),
  services: keyed((i) => ({ selector: `service=s${i}`, tags: ['bench'] })),
  alertRules: keyed((i) => ({
    query: `service=s${i} level=error`,
    condition: { kind: 'threshold', op: '>', value: i },
    channels: ['owners'],
  })),
  dashboards: keyed((i) => ({
    panels: [
      { id: 'a', kind: 'value', x: 0, y: 0, w: 6, h: 4, query: `service=s${i} | stats count` },
      { id: 'b', kind: 'logs', x: 6, y: 0, w: 12, h: 8, query: `service=s${i}` },
    ],
  })),
};

const first = await measured('plan of new things', () => post('plan', { bundle }));
await measured('apply', () => post('apply', { bundle, hash: first.hash }));
const same = await measured('plan of the same', () => post('plan', { bundle }));
await measured('apply of the same', () => post('apply', { bundle, hash: same.hash }));
await measured('pull', () => ask('GET', '?bundle=bench'));

function keyed(definition: (i: number) => object): Record<string, object> {
  return Object.fromEntries(Array.from({ length: EACH }, (_, i) => [`k-${i}`, definition(i)]));
}

async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  const cpuBefore = await app.cpuSeconds();
  const startedAt = performance.now();
  const done = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (await app.cpuSeconds()) - cpuBefore;
  process.stdout.write(
    `${name.padEnd(20)} ${4 * EACH} things ${seconds.toFixed(2)} s, processor ${cpu.toFixed(2)} s\n`,
  );
  return done;
}

async function post(verb: 'plan' | 'apply', body: object): Promise<BundlePlan> {
  return ((await ask('POST', `/${verb}`, body)) as { data: BundlePlan }).data;
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${app.url}/api/v1/config${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.json();
}
