import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessOn, onBothStores, openAccess } from '../../../test/support/open-access.ts';
import {
  attributesOf,
  INDEXES,
  pipelineEvent,
} from '../../../test/support/ingest/pipeline-events.ts';
import { startPipelines } from '../../../test/support/ingest/start-pipelines.ts';
import type { PipelineDraft, TestedEvent } from '../../contract/pipelines.ts';
import { LIMITS } from '../../spec/limits.ts';
import { applyPipelines } from './apply-pipelines.ts';
import { changePipeline, createPipeline, deletePipeline } from './manage-pipelines.ts';

const PATH = '/api/v1/pipelines';
const draft: PipelineDraft = { name: 'Shop', steps: [{ kind: 'parse_json' }] };

test('a trial shows events between steps up to a size, and tells outcomes beyond it', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const max = LIMITS.pipelines.testShownBytesMax;
  const size = 200_000;
  const steps = Array.from({ length: 50 }, (_, i) => ({ kind: 'set', field: 'n', value: `${i}` }));
  const events = [{ event: 'x'.repeat(size) }];

  const answer = await call(`POST ${PATH}/test`, {
    as: owner,
    body: { events, pipeline: { steps } },
  });

  const [tested] = answer.body.data as TestedEvent[];
  const shown = (tested?.pipelines[0]?.steps ?? []).map(({ outcome, after }) => [outcome, !!after]);
  assert.equal(answer.status, 200);
  assert.deepEqual(shown.at(Math.floor(max / size) - 1), ['changed', true]);
  assert.deepEqual(shown.at(Math.ceil(max / size)), ['changed', false]);
  assert.equal(tested?.after?.attributes['n'], '49');
});

test('a trial cannot make its events larger than it shows', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const steps = Array.from({ length: 50 }, (_, i) => ({
    kind: 'set',
    field: `f${i}`,
    value: '{event}'.repeat(30),
  }));
  const events = Array.from({ length: 100 }, () => ({ event: 'x'.repeat(1_000) }));

  const answer = await call(`POST ${PATH}/test`, {
    as: owner,
    body: { events, pipeline: { steps } },
  });

  assert.equal(answer.status, 200);
  // Steps between, events after, and five thousand outcomes with their reasons.
  assert.ok(answer.text.length < 4_000_000, `${answer.text.length}`);
  assert.match(answer.text, /would become too large/);
});

test('a trial shows every event before and after, step by step, and stores nothing', async (t) => {
  const access = await openAccess(t);
  const { needs, call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const pipeline = {
    match: 'source=shop',
    steps: [
      { kind: 'parse_json' },
      { kind: 'parse_key_value', field: 'gone' },
      { kind: 'mask', what: ['email'] },
      { kind: 'remove', fields: ['nothing'] },
      { kind: 'sample', rate: 1e-9 },
      { kind: 'route', index: 'web' },
    ],
  };
  const events = [
    { event: '{"__proto__":{"a":"1"},"u":"a@b.de"}', source: 'shop' },
    { event: 'other', source: 'db', attributes: { k: 'v' }, level: 'WARN' },
  ];

  const answer = await call(`POST ${PATH}/test`, { as: owner, body: { events, pipeline } });
  const [shop, other] = answer.body.data as TestedEvent[];

  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    shop?.pipelines[0]?.steps.map(({ kind, outcome, error }) => [kind, outcome, error]),
    [
      ['parse_json', 'changed', undefined],
      [
        'parse_key_value',
        'failed',
        'Trial: parse_key_value (2): the field contains no key=value pairs',
      ],
      ['mask', 'changed', undefined],
      ['remove', 'unchanged', undefined],
      ['sample', 'dropped', undefined],
    ],
  );
  assert.ok(shop?.pipelines[0]?.steps.every(({ micros }) => micros >= 0));
  const [parsed, , masked] = shop?.pipelines[0]?.steps ?? [];
  assert.equal(parsed?.after?.attributes['__proto__.a'], '1');
  assert.match(masked?.after?.event ?? '', /\[email\]/);
  assert.match(masked?.after?.attributes['_pipeline_error'] ?? '', /^Trial: parse_key_value/);
  assert.equal(shop?.after, null);
  assert.equal(other?.pipelines[0]?.matched, false);
  assert.deepEqual(other?.after, other?.before);
  assert.deepEqual([other?.before.level, other?.before.attributes], ['warn', { k: 'v' }]);
  assert.deepEqual(await access.metadata.db.selectFrom('pipelines').selectAll().execute(), []);

  await createPipeline(needs, owner.actor, {
    name: 'Own',
    steps: [{ kind: 'route', index: 'web' }],
  });
  await createPipeline(needs, owner.actor, { ...draft, isEnabled: false });
  const own = await call(`POST ${PATH}/test`, { as: owner, body: { events } });
  const [first] = own.body.data as TestedEvent[];
  assert.deepEqual(
    first?.pipelines.map(({ name }) => name),
    ['Own'],
  );
  assert.equal(first?.after?.index, 'web');
});

test('a trial tells which fields are left unmasked', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const events = [{ event: 'from a@b.de', attributes: { to: 'c@d.de' } }];
  const steps = [{ kind: 'mask', what: ['email'], fields: ['event'] }];
  const leftBy = async (pipeline: object): Promise<unknown> => {
    const answer = await call(`POST ${PATH}/test`, { as: owner, body: { events, pipeline } });
    return (answer.body.data as TestedEvent[])[0]?.unmasked;
  };

  assert.deepEqual(await leftBy({ steps }), [{ field: 'to', kind: 'email' }]);
  assert.deepEqual(await leftBy({ steps: [{ kind: 'mask', what: ['email'] }] }), []);
  assert.deepEqual(await leftBy({ steps: [...steps, { kind: 'drop' }] }), []);
  assert.deepEqual(await leftBy({ steps, match: 'source=other' }), []);
});

test('a trial of a hostile pattern ends', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const pipeline = { steps: [{ kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' }] };
  const events = Array.from({ length: 20 }, () => ({ event: 'a'.repeat(5_000) }));

  const answer = await call(`POST ${PATH}/test`, { as: owner, body: { events, pipeline } });

  assert.equal(answer.status, 200);
  const tested = answer.body.data as TestedEvent[];
  assert.ok(tested.every((event) => event.pipelines[0]?.steps[0]?.outcome === 'failed'));
});

onBothStores('a change holds for the next event, on every node', async (t, access) => {
  const { needs } = startPipelines(t, access);
  const { id, owner } = await access.newOrganization();
  const elsewhere = await accessOn(t, access.metadata);
  const nodes = [needs, { ...needs, cache: elsewhere.cache }];
  const seenBy = async (): Promise<(string | undefined)[]> =>
    Promise.all(
      nodes.map(async (node) => {
        const {
          kept: [event],
        } = await applyPipelines(node, id, [pipelineEvent()], INDEXES);
        return attributesOf(event)['by'];
      }),
    );
  const until = async (expected: string | undefined): Promise<void> => {
    // The other node hears of it a moment later.
    for (let round = 0; round < 3_000; round++) {
      const [here, there] = await seenBy();
      assert.equal(here, expected);
      if (there === expected) return;
      await sleep(10);
    }
    assert.fail('the other node was not told');
  };

  await until(undefined);
  const step = { kind: 'set' as const, field: 'by', value: 'one' };
  const pipeline = await createPipeline(needs, owner.actor, { name: 'p', steps: [step] });
  await until('one');
  const two = { ...step, value: 'two' };
  await changePipeline(needs, owner.actor, pipeline.id, { steps: [two] }, undefined);
  await until('two');
  await changePipeline(needs, owner.actor, pipeline.id, { isEnabled: false }, undefined);
  await until(undefined);
  await changePipeline(needs, owner.actor, pipeline.id, { isEnabled: true }, undefined);
  await until('two');
  await deletePipeline(needs, owner.actor, pipeline.id);
  await until(undefined);
});

test('each organization hashes with a key of its own, which no answer shows', async (t) => {
  const access = await openAccess(t);
  const { needs, call } = startPipelines(t, access);
  const hash = { kind: 'mask' as const, what: ['email' as const], with: 'hash' as const };
  const hashes: (string | undefined)[] = [];

  for (let i = 0; i < 2; i++) {
    const { id, owner } = await access.newOrganization();
    await createPipeline(needs, owner.actor, { name: 'p', steps: [hash] });
    const {
      kept: [event],
    } = await applyPipelines(needs, id, [pipelineEvent({ body: 'a@b.de' })], INDEXES);
    hashes.push(event?.body);
    const trial = await call(`POST ${PATH}/test`, {
      as: owner,
      body: { events: [{ event: 'a@b.de' }], pipeline: { steps: [hash] } },
    });
    assert.equal((trial.body.data as TestedEvent[])[0]?.after?.event, event?.body);
    const rows = await access.metadata.db.selectFrom('pipeline_keys').selectAll().execute();
    const list = await call(`GET ${PATH}`, { as: owner });
    for (const { key } of rows) assert.ok(!(list.text + trial.text).includes(key));
  }

  assert.notEqual(hashes[0], hashes[1]);
});

test('what an older version kept and this one refuses loses no event', async (t) => {
  const access = await openAccess(t);
  const { needs } = startPipelines(t, access);
  const { id, owner } = await access.newOrganization();
  const pipeline = await createPipeline(needs, owner.actor, draft);
  const steps = JSON.stringify([
    { kind: 'parse_regex', pattern: '(a+)+' },
    { kind: 'set', field: 'x', value: '1' },
  ]);
  await access.metadata.db
    .updateTable('pipelines')
    .set({ steps, match_text: 'a |' })
    .where('id', '=', pipeline.id)
    .execute();

  const {
    kept: [event],
  } = await applyPipelines(needs, id, [pipelineEvent()], INDEXES);

  assert.match(attributesOf(event)['_pipeline_error'] ?? '', /more than one way/);
  assert.equal(attributesOf(event)['x'], '1');
});
