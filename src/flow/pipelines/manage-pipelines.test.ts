import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores, openAccess, raced } from '../../../test/support/open-access.ts';
import {
  attributesOf,
  INDEXES,
  pipelineEvent,
} from '../../../test/support/ingest/pipeline-events.ts';
import { startPipelines } from '../../../test/support/ingest/start-pipelines.ts';
import type { Pipeline, PipelineDraft } from '../../contract/pipelines.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { applyPipelines } from './apply-pipelines.ts';
import { changePipeline, createPipeline, deletePipeline } from './manage-pipelines.ts';

const PATH = '/api/v1/pipelines';
const draft: PipelineDraft = { name: 'Shop', steps: [{ kind: 'parse_json' }] };

const pipelineOf = ({ body }: { body: { data?: unknown } }): Pipeline => body.data as Pipeline;

onBothStores('a pipeline is created, read, changed, listed and deleted', async (t, access) => {
  const { call } = startPipelines(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');

  const created = await call(`POST ${PATH}`, {
    as: owner,
    body: { ...draft, name: ' Shop ', match: 'source=shop', description: 'd' },
  });
  access.clock.advance(1_000);
  const { id } = pipelineOf(created);
  const changed = await call(`PATCH ${PATH}/${id}`, {
    as: owner,
    body: { isEnabled: false, steps: [{ kind: 'drop' }] },
  });
  const seen = await call(`GET ${PATH}/${id}`, { as: viewer });
  const list = await call(`GET ${PATH}`, { as: viewer });
  const versions = await call(`GET ${PATH}/${id}/versions`, { as: viewer });
  const removed = await call(`DELETE ${PATH}/${id}`, { as: owner });
  const gone = await call(`GET ${PATH}/${id}`, { as: owner });

  assert.equal(created.status, 201);
  const first = {
    name: 'Shop',
    description: 'd',
    isEnabled: true,
    match: 'source=shop',
    steps: [{ kind: 'parse_json' }],
    version: 1,
    updatedAt: '2026-01-15T12:00:00.000Z',
    updatedBy: owner.email,
  };
  const createdAt = first.updatedAt;
  assert.deepEqual(created.body.data, { id, position: 1, ...first, createdAt });
  assert.deepEqual(changed.body.data, {
    ...pipelineOf(created),
    isEnabled: false,
    steps: [{ kind: 'drop' }],
    version: 2,
    updatedAt: '2026-01-15T12:00:01.000Z',
  });
  assert.deepEqual(seen.body.data, changed.body.data);
  assert.deepEqual(list.body, { data: [changed.body.data], nextCursor: null });
  assert.deepEqual(versions.body.data, [first]);
  assert.deepEqual(removed.body, { data: { deleted: true } });
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND']);
  const audit = (await access.auditOf(organization)).map(({ action, resource, details }) => [
    action,
    resource,
    JSON.parse(details) as unknown,
  ]);
  assert.deepEqual(audit, [
    [
      'pipeline.created',
      id,
      {
        name: 'Shop',
        version: 1,
        changes: [
          { field: 'position', after: 1 },
          { field: 'name', after: 'Shop' },
          { field: 'description', after: 'd' },
          { field: 'isEnabled', after: true },
          { field: 'match', after: 'source=shop' },
          { field: 'steps', after: [{ kind: 'parse_json' }] },
        ],
      },
    ],
    [
      'pipeline.updated',
      id,
      {
        name: 'Shop',
        version: 2,
        changed: ['isEnabled', 'steps'],
        changes: [
          { field: 'isEnabled', before: true, after: false },
          { field: 'steps.1.kind', before: 'parse_json', after: 'drop' },
        ],
      },
    ],
    [
      'pipeline.deleted',
      id,
      {
        name: 'Shop',
        version: 2,
        changes: [
          { field: 'position', before: 1 },
          { field: 'name', before: 'Shop' },
          { field: 'description', before: 'd' },
          { field: 'isEnabled', before: false },
          { field: 'match', before: 'source=shop' },
          { field: 'steps', before: [{ kind: 'drop' }] },
        ],
      },
    ],
  ]);
});

onBothStores('a change on top of what one has not seen is refused', async (t, access) => {
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const { id } = pipelineOf(await call(`POST ${PATH}`, { as: owner, body: draft }));
  const rename = (name: string, version?: number, header?: string) =>
    call(`PATCH ${PATH}/${id}`, {
      as: owner,
      body: { name, ...(version === undefined ? {} : { version }) },
      ...(header === undefined ? {} : { headers: { 'if-match': header } }),
    });

  assert.equal(pipelineOf(await rename('a', 1)).version, 2);
  const late = await rename('b', 1);
  assert.deepEqual([late.status, late.body.code, late.body['version']], [409, 'CONFLICT', 2]);
  assert.equal(pipelineOf(await rename('c', undefined, '"2"')).version, 3);
  assert.equal((await rename('d', undefined, 'W/"2"')).status, 409);
  assert.equal((await rename('d', undefined, 'abc')).status, 400);
  assert.equal(pipelineOf(await rename('e', undefined, '*')).version, 4);
  assert.equal(pipelineOf(await rename('f')).version, 5);
  const { done, codes } = await raced(20, async () => {
    const answer = await rename('race', 5);
    const { code } = answer.body;
    if (answer.status !== 200) throw Object.assign(new Error('refused'), { code });
    return answer;
  });
  assert.equal(done.length, 1);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
});

test('the last versions are kept, and no more', async (t) => {
  const access = await openAccess(t);
  const { needs } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const { id } = await createPipeline(needs, owner.actor, draft);
  const few = {
    ...needs,
    limits: { ...LIMITS, pipelines: { ...LIMITS.pipelines, versionsMax: 3 } },
  };

  for (let i = 0; i < 6; i++) {
    await changePipeline(few, owner.actor, id, { name: `v${i}` }, undefined);
  }

  const rows = await access.metadata.db.selectFrom('pipeline_versions').select('version').execute();
  assert.deepEqual(new Set(rows.map(({ version }) => version)), new Set([4, 5, 6]));
  assert.equal(LIMITS.pipelines.versionsMax, 100);
  await deletePipeline(needs, owner.actor, id);
  assert.deepEqual(
    await access.metadata.db.selectFrom('pipeline_versions').selectAll().execute(),
    [],
  );
});

onBothStores('the order is kept without gaps, whatever moves', async (t, access) => {
  const { needs, call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const names = async (): Promise<string[]> => {
    const { body } = await call(`GET ${PATH}`, { as: owner });
    const rows = body.data as Pipeline[];
    assert.deepEqual(
      rows.map(({ position }) => position),
      rows.map((_, i) => i + 1),
    );
    return rows.map(({ name }) => name);
  };
  const add = (name: string, position?: number) =>
    createPipeline(needs, owner.actor, { ...draft, name, ...(position && { position }) });

  const a = await add('a');
  await add('b');
  await add('c', 1);
  assert.deepEqual(await names(), ['c', 'a', 'b']);
  const moved = await changePipeline(needs, owner.actor, a.id, { position: 99 }, undefined);
  assert.equal(moved.position, 3);
  assert.deepEqual(await names(), ['c', 'b', 'a']);
  await changePipeline(needs, owner.actor, a.id, { position: 2 }, undefined);
  assert.deepEqual(await names(), ['c', 'a', 'b']);
  await deletePipeline(needs, owner.actor, a.id);
  assert.deepEqual(await names(), ['c', 'b']);

  const pages: string[] = [];
  let cursor = '';
  do {
    const { body } = await call(`GET ${PATH}?limit=1${cursor}`, { as: owner });
    pages.push(...(body.data as Pipeline[]).map(({ name }) => name));
    cursor = typeof body['nextCursor'] === 'string' ? `&cursor=${body['nextCursor']}` : '';
  } while (cursor !== '');
  assert.deepEqual(pages, ['c', 'b']);
});

onBothStores('a plan holds as many as it says, however many come at once', async (t, access) => {
  const { needs } = startPipelines(t, access);
  const { id, owner } = await access.newOrganization('free');
  const max = PLANS.free.resources.pipelines;

  const { done, codes } = await raced(20, () => createPipeline(needs, owner.actor, draft));

  assert.equal(done.length, max);
  assert.deepEqual(new Set(codes), new Set(['PLAN_LIMIT_REACHED']));
  const rows = await access.metadata.db.selectFrom('pipelines').selectAll().execute();
  assert.deepEqual(new Set(rows.map(({ position }) => position)), new Set([1, 2, 3]));
  assert.equal((await access.auditOf(id)).length, max);
  const [first] = done;
  await deletePipeline(needs, owner.actor, first?.id ?? '');
  await createPipeline(needs, owner.actor, draft);
});

test('who may read, and who may change', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { id } = pipelineOf(await call(`POST ${PATH}`, { as: owner, body: draft }));
  const changes: [endpoint: string, body?: object][] = [
    [`POST ${PATH}`, draft],
    [`POST ${PATH}/test`, { events: [{ event: 'x' }] }],
    [`PATCH ${PATH}/${id}`, { name: 'x' }],
  ];

  for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
    const as = await access.join(organization, role);
    assert.equal((await call(`GET ${PATH}`, { as })).status, 200, role);
    for (const [endpoint, body] of changes) {
      const { status } = await call(endpoint, { as, body });
      assert.equal(status >= 300, role === 'viewer', `${role} ${endpoint}: ${status}`);
    }
  }
  const viewer = await access.join(organization, 'viewer');
  assert.equal((await call(`DELETE ${PATH}/${id}`, { as: viewer })).status, 403);
  const valueOf = async (endpoint: string, body: object): Promise<string> => {
    const answer = await call(endpoint, { as: owner, body });
    return (answer.body.data as { value: string }).value;
  };
  const keys = 'POST /api/v1/api-keys';
  const key = await valueOf(keys, { name: 'k', scope: 'ingest-only' });
  assert.equal((await call(`GET ${PATH}`, { as: key })).status, 403);
  const full = await valueOf(keys, { name: 'k', scope: 'full-access' });
  assert.equal((await call(`GET ${PATH}`, { as: full })).status, 200);
  const token = { name: 't', scopes: ['search:read'] };
  const pat = await valueOf('POST /api/v1/access-tokens', token);
  assert.equal((await call(`GET ${PATH}`, { as: pat })).status, 403);
});

test('another organization’s pipeline is the pipeline of nobody', async (t) => {
  const access = await openAccess(t);
  const { needs, call } = startPipelines(t, access);
  const ours = await access.newOrganization();
  const theirs = await access.newOrganization();
  const pipeline = await createPipeline(needs, theirs.owner.actor, draft);
  const as = ours.owner;

  for (const [endpoint, body] of [
    [`GET ${PATH}/${pipeline.id}`],
    [`GET ${PATH}/${pipeline.id}/versions`],
    [`PATCH ${PATH}/${pipeline.id}`, { name: 'x' }],
    [`DELETE ${PATH}/${pipeline.id}`],
  ] as const) {
    const answer = await call(endpoint, { as, ...(body && { body }) });
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], endpoint);
  }
  assert.deepEqual((await call(`GET ${PATH}`, { as })).body.data, []);
  const events = [pipelineEvent({ body: '{"a":1}' })];
  assert.equal((await applyPipelines(needs, ours.id, events, INDEXES)).kept, events);
  assert.deepEqual(events[0]?.attributes, []);
  await applyPipelines(needs, theirs.id, events, INDEXES);
  assert.deepEqual(attributesOf(events[0]), { a: '1' });
  const keys = await access.metadata.db.selectFrom('pipeline_keys').selectAll().execute();
  assert.deepEqual(
    keys.map(({ organization_id }) => organization_id),
    [theirs.id],
  );
});

const WRONG: readonly [body: object, path: string, message: RegExp, code?: string][] = [
  [{ name: 'x', steps: [] }, 'steps', /at least 1 entry/],
  [{ name: 'x', steps: [{ kind: 'parse_jsn' }] }, 'steps.0', /./],
  [{ name: 'x', steps: [{ kind: 'parse_regex' }] }, 'steps.0.pattern', /required/],
  [{ name: 'x', steps: [{ kind: 'drop', x: 1 }] }, 'steps.0.x', /Unknown field/],
  [{ name: 'x', steps: [{ kind: 'sample', rate: 0 }] }, 'steps.0.rate', /./],
  [{ name: 'x', steps: [{ kind: 'sample', rate: 1.1 }] }, 'steps.0.rate', /./],
  [
    { name: 'x', steps: [{ kind: 'drop' }, { kind: 'parse_regex', pattern: '(a+)+b' }] },
    'steps.1.pattern',
    /more than one way/,
  ],
  [
    { name: 'x', steps: [{ kind: 'parse_grok', pattern: '%{NOPE:x}' }] },
    'steps.0.pattern',
    /Unknown pattern NOPE/,
  ],
  [{ name: 'x', steps: [{ kind: 'mask' }] }, 'steps.0', /Set `what`, `pattern`/],
  [
    { name: 'x', steps: [{ kind: 'mask', pattern: '(x*)*' }] },
    'steps.0.pattern',
    /more than one way/,
  ],
  [{ name: 'x', steps: [{ kind: 'set', field: 'index', value: 'web' }] }, 'steps.0.field', /route/],
  [{ name: 'x', steps: [{ kind: 'rename', from: '_time', to: 'a' }] }, 'steps.0.from', /cannot/],
  [{ name: 'x', steps: [{ kind: 'remove', fields: ['_id'] }] }, 'steps.0.fields.0', /cannot/],
  [{ name: 'x', steps: [{ kind: 'route', index: '_audit' }] }, 'steps.0.index', /reserved/],
  [
    { name: 'x', steps: [{ kind: 'extract_timestamp', formats: ['iso', 'qq'] }] },
    'steps.0.formats.1',
    /Unknown time format/,
  ],
  [
    { name: 'x', steps: [{ kind: 'extract_timestamp', formats: ['iso'], timezone: 'Mars/X' }] },
    'steps.0.timezone',
    /Unknown time zone/,
  ],
  [{ name: '', steps: [{ kind: 'drop' }] }, 'name', /empty/],
  [{ name: 'x', match: 'a |', steps: [{ kind: 'drop' }] }, 'match', /./, 'QUERY_SYNTAX_ERROR'],
  [
    { name: 'x', match: 'earliest=-1h', steps: [{ kind: 'drop' }] },
    'match',
    /Time ranges/,
    'QUERY_SYNTAX_ERROR',
  ],
  [{ name: 'x', steps: [{ kind: 'drop' }], __extra: 1 }, '__extra', /Unknown field/],
];

test('what is wrong is named with its place, and nothing is kept', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization();
  const { id } = pipelineOf(await call(`POST ${PATH}`, { as: owner, body: draft }));

  for (const [body, path, message, code = 'VALIDATION_ERROR'] of WRONG) {
    const answer = await call(`POST ${PATH}`, { as: owner, body });
    const what = `${JSON.stringify(body)}: ${answer.text}`;
    assert.deepEqual([answer.status, answer.body.code], [400, code], what);
    const detail = answer.body.details?.find((each) => each.path === path);
    assert.match(detail?.message ?? '', message, what);
    const changed = await call(`PATCH ${PATH}/${id}`, { as: owner, body });
    if (!('name' in body && body.name === '')) assert.equal(changed.status, 400, what);
  }
  assert.equal((await call(`PATCH ${PATH}/${id}`, { as: owner, body: {} })).status, 400);
  assert.equal((await access.metadata.db.selectFrom('pipelines').select('id').execute()).length, 1);
});

test('both sides of every bound', async (t) => {
  const access = await openAccess(t);
  const { call } = startPipelines(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const max = LIMITS.pipelines;
  const drop = { kind: 'drop' };
  const sides: [good: object, bad: object][] = [
    [{ name: 'x'.repeat(max.nameCharactersMax) }, { name: 'x'.repeat(max.nameCharactersMax + 1) }],
    [
      { description: 'x'.repeat(max.descriptionCharactersMax) },
      { description: 'x'.repeat(max.descriptionCharactersMax + 1) },
    ],
    [
      { match: 'x'.repeat(max.matchCharactersMax) },
      { match: 'x'.repeat(max.matchCharactersMax + 1) },
    ],
    [
      { steps: Array.from({ length: max.stepsMax }, () => drop) },
      { steps: Array.from({ length: max.stepsMax + 1 }, () => drop) },
    ],
    [
      { steps: [{ kind: 'set', field: 'a', value: 'x'.repeat(max.valueCharactersMax) }] },
      { steps: [{ kind: 'set', field: 'a', value: 'x'.repeat(max.valueCharactersMax + 1) }] },
    ],
    [
      {
        steps: [{ kind: 'remove', fields: Array.from({ length: max.listMax }, (_, i) => `f${i}`) }],
      },
      {
        steps: [
          { kind: 'remove', fields: Array.from({ length: max.listMax + 1 }, (_, i) => `f${i}`) },
        ],
      },
    ],
  ];

  for (const [good, bad] of sides) {
    const taken = await call(`POST ${PATH}`, { as: owner, body: { ...draft, ...good } });
    const refused = await call(`POST ${PATH}`, { as: owner, body: { ...draft, ...bad } });
    assert.deepEqual([taken.status, refused.status], [201, 400], refused.text);
  }
  const event = { event: 'x' };
  const trial = (count: number) =>
    call(`POST ${PATH}/test`, {
      as: owner,
      body: { events: Array.from({ length: count }, () => event), pipeline: { steps: [drop] } },
    });
  assert.equal((await trial(max.testEventsMax)).status, 200);
  assert.equal((await trial(max.testEventsMax + 1)).status, 400);
});
