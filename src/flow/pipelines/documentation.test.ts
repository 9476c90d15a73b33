/** Every example of the page about pipelines, run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startPipelines } from '../../../test/support/ingest/start-pipelines.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import type { ShownEvent, TestedEvent } from '../../contract/pipelines.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { GROK_PATTERNS } from '../../language/event-regex/grok-table.ts';

interface Example {
  readonly match?: string;
  readonly steps: readonly PipelineStep[];
  readonly event: { readonly event: string };
  /** The part of the event that the page shows. */
  readonly after: Partial<ShownEvent> | null;
}

const page = readFileSync(new URL('../../../docs/pipelines.md', import.meta.url), 'utf8');
const blocks = (head: string): unknown[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${head}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => JSON.parse(text) as unknown,
  );

test('every example does what the page says', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const examples = blocks('json example') as Example[];

  for (const { match = '', steps, event, after } of examples) {
    const body = { events: [event], pipeline: { match, steps } };
    const answer = await call('POST /api/v1/pipelines/test', { as: owner, body });
    const what = `${JSON.stringify(steps)}: ${answer.text}`;
    assert.equal(answer.status, 200, what);
    const [tested] = answer.body.data as TestedEvent[];
    assert.equal(tested?.pipelines[0]?.matched, true, what);
    if (after === null) assert.equal(tested.after, null, what);
    else assert.deepEqual({ ...tested.after, ...after }, tested.after, what);
  }
});

test('every kind of step has an example, and every built-in pattern is named', () => {
  const shown = (blocks('json example') as Example[]).flatMap(({ steps }) =>
    steps.map(({ kind }) => kind),
  );
  const kinds = [...page.matchAll(/^### (\w+)$/gm)].map(([, kind]) => kind);

  assert.deepEqual(new Set(kinds), new Set(shown));
  assert.equal(new Set(shown).size, 13);
  for (const name of Object.keys(GROK_PATTERNS)) assert.ok(page.includes(`\`${name}\``), name);
});

test('the requests on the page work, and its numbers are the limits', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const [draft, trial] = blocks('json');

  const created = await call('POST /api/v1/pipelines', { as: owner, body: draft });
  const tried = await call('POST /api/v1/pipelines/test', { as: owner, body: trial });

  assert.deepEqual([created.status, tried.status], [201, 200]);
  const { testEventsMax, stepsMax, eventMsMax, overrunsPerMinuteMax, requestMsMax } =
    LIMITS.pipelines;
  assert.match(page, new RegExp(`up to ${testEventsMax} events`));
  assert.match(page, new RegExp(`at most ${stepsMax} steps. A step may take ${eventMsMax} ms`));
  assert.deepEqual([overrunsPerMinuteMax, requestMsMax], [10, 5_000]);
});
