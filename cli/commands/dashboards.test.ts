import assert from 'node:assert/strict';
import { mkdtemp, readFile, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { openAccess } from '../../test/support/open-access.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { startBundles } from '../../test/support/start-bundles.ts';
import { lineDiff } from '../config/line-diff.ts';
import { readPart } from '../config/read-bundle.ts';
import { toYaml } from '../dashboards/yaml-form.ts';
import { runCli } from '../run-cli.ts';

const CHECKOUT: DashboardDefinition = {
  schema: 1,
  key: 'checkout',
  name: 'Checkout: "now"',
  tags: ['yes', '007', 'a: b'],
  panels: [
    {
      id: 'n',
      kind: 'value',
      x: 0,
      y: 0,
      w: 6,
      h: 4,
      query: 'index=web level=error\n| stats count AS "failed # of"\n',
    },
    {
      id: 't',
      kind: 'text',
      x: 6,
      y: 0,
      w: 6,
      h: 4,
      options: { markdown: '  # Read me\n\n- one\n\ttwo  \n\n' },
    },
  ],
};

/** A server with the dashboard, and a folder. */
async function scene(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-dashboards-'));
  t.after(() => removeFolder(folder));
  const access = await openAccess(t);
  const { app, apply, call, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const key = await access.newKey(owner, 'full-access');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const make = async (definition: object): Promise<string> => {
    const body = { definition };
    const answer = await call('POST /api/v1/dashboards', { as: owner, body });
    assert.equal(answer.status, 201, answer.text);
    return String((answer.body.data as { id: string }).id);
  };
  const checkout = await make(CHECKOUT);
  const keys = async () =>
    (await get(owner, '/api/v1/dashboards')).map((each) => String(each['key'])).toSorted();
  const notes = async (id: string) =>
    (await get(owner, `/api/v1/dashboards/${id}/versions`)).map((each) => each['note']);
  const run = async (args: readonly string[], environment: Record<string, string> = {}) => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: { XPLAIN_URL: url, XPLAIN_API_KEY: key, ...environment },
      },
      ['dashboards', ...args, '--dir', folder],
    );
    return { code, printed: printed.join('\n'), complained: complained.join('\n') };
  };
  const shop = (dashboards: object) =>
    apply(owner, { xplain: 1, bundle: 'shop', adopt: true, dashboards });
  return { folder, run, file: join(folder, 'checkout.yaml'), make, checkout, keys, notes, shop };
}

test('YAML and back is the same definition, and the same bytes again (bar 11)', async (t) => {
  const text = toYaml(CHECKOUT);
  const folder = await mkdtemp(join(tmpdir(), 'xplain-dashboards-'));
  t.after(() => removeFolder(folder));
  await writeFile(join(folder, 'checkout.yaml'), text);
  const part = await readPart(join(folder, 'checkout.yaml'));
  assert.ok(!Array.isArray(part));
  const read = part.value as unknown as DashboardDefinition;

  assert.deepEqual(read, CHECKOUT);
  assert.equal(toYaml(read), text);
  assert.match(text, /query: \|\n {6}index=web level=error\n {6}\| stats count/);
});

test('pull writes a file for each dashboard, and apply changes nothing then', async (t) => {
  const { run, file, folder, make, keys } = await scene(t);
  await make({ schema: 1, name: 'Without a key' });

  const pulled = await run(['pull']);
  const same = await run(['diff']);
  const applied = await run(['apply']);
  const files = await Promise.all(
    ['checkout', 'without-a-key'].map((name) => readFile(join(folder, `${name}.yaml`), 'utf8')),
  );

  assert.equal(pulled.code, 0, pulled.complained);
  assert.equal(pulled.printed, `${file}\n${join(folder, 'without-a-key.yaml')}`);
  assert.equal(files[0], toYaml(CHECKOUT));
  const taken = '= dashboards.checkout\n= dashboards.without-a-key';
  assert.deepEqual(same, { code: 0, printed: taken, complained: '' });
  assert.deepEqual(applied, { code: 0, printed: `${taken}\nApplied.`, complained: '' });
  assert.deepEqual(await keys(), ['checkout', 'without-a-key']);
  assert.equal((await run(['apply'])).printed, 'No changes.');
  await run(['pull']);
  assert.equal(await readFile(file, 'utf8'), files[0]);
});

test('diff shows what apply changes, all of it or nothing', async (t) => {
  const { run, file, folder, make, checkout, keys, notes } = await scene(t);
  await run(['pull']);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('level=error', 'level=fatal'));
  const fresh = join(folder, 'new.yml');
  await writeFile(fresh, 'schema: 1\nkey: fresh\nname: Fresh\npanels: []\n');
  await make({ schema: 1, key: 'other', name: 'Other' });

  const shown = await run(['diff']);
  const broken = join(folder, 'broken.yaml');
  const query = "{ id: a, kind: value, x: 0, y: 0, w: 6, h: 4, query: 'level=' }";
  await writeFile(broken, `key: broken\npanels:\n  - ${query}\n`);
  const refused = await run(['apply']);
  const before = await keys();
  await unlink(broken);
  const applied = await run(['apply', '--note', 'Fatal only']);
  const present = await keys();
  await unlink(fresh);
  const gone = await run(['apply']);
  const allowed = await run(['apply', '--allow-deletes', '1']);

  assert.equal(shown.code, 1);
  assert.match(
    shown.printed,
    /^\+ dashboards\.fresh\n= dashboards\.checkout\n~ dashboards\.checkout\n/,
  );
  assert.match(shown.printed, /- +index=web level=error\n +\+ +index=web level=fatal/);
  assert.equal(refused.code, 2);
  assert.match(refused.complained, /broken\.yaml:3:\d+: dashboards\.broken\.panels\.0/);
  assert.deepEqual(before, ['checkout', 'other'], 'nothing of it');
  assert.equal(applied.code, 0, applied.complained);
  assert.deepEqual(present, ['checkout', 'fresh', 'other']);
  assert.equal((await notes(checkout))[0], 'Fatal only');
  assert.deepEqual([gone.code, allowed.code], [2, 0]);
  assert.match(gone.complained, /would delete 1 of 2/);
  assert.deepEqual(await keys(), ['checkout', 'other'], 'what it does not own stays');
});

test('dashboards of another bundle are neither pulled nor changed', async (t) => {
  const { run, file, folder, shop } = await scene(t);
  await shop({ checkout: { name: 'Of the shop' } });

  const pulled = await run(['pull']);
  await writeFile(join(folder, 'checkout.yaml'), 'key: checkout\nname: Mine\n');
  const refused = await run(['apply']);
  const own = await run(['pull', '--bundle', 'shop']);

  assert.deepEqual([pulled.code, pulled.printed], [0, '']);
  assert.equal(pulled.complained, 'Skipped checkout: the bundle shop owns it.');
  assert.equal(refused.code, 2);
  assert.match(refused.complained, /shop/);
  assert.equal(own.printed, file);
});

test('files that cannot be used are told with their position, and nothing is sent', async (t) => {
  const { run, folder, keys } = await scene(t);
  for (const [text, message] of [
    ['schema: 1\nname: x\n', /bad\.yaml:1:1: key: Required/],
    [
      'schema: 1\nkey: x\nname: x\npanel: []\n',
      /bad\.yaml:4:1: dashboards\.x\.panel: Unknown field/,
    ],
    ['a: [\n', /bad\.yaml:2:1/],
    ['a: &a [1]\nb: *a\n', /bad\.yaml:1:\d: Anchors/],
    ['schema: 1\nkey: A b\nname: x\n', /bad\.yaml:.*A b/],
  ] as const) {
    await writeFile(join(folder, 'bad.yaml'), text);
    const { code, complained } = await run(['apply']);
    assert.equal(code, 2, text);
    assert.match(complained, message);
  }
  await writeFile(join(folder, 'bad.yaml'), 'key: x\nname: x\n');
  await writeFile(join(folder, 'twin.yaml'), 'key: x\nname: y\n');
  assert.match(
    (await run(['apply'])).complained,
    /twin\.yaml:1:1: key: The key is also in .*bad\.yaml/,
  );
  assert.deepEqual(await keys(), ['checkout']);
});

test('without a key, a server or a verb it says so', async (t) => {
  const { run } = await scene(t);

  assert.equal((await run([])).code, 2);
  assert.equal((await run(['push'])).code, 2);
  assert.match((await run(['pull'], { XPLAIN_API_KEY: '' })).complained, /XPLAIN_API_KEY/);
  assert.match((await run(['pull'], { XPLAIN_API_KEY: 'wrong' })).complained, /\(UNAUTHORIZED\)/);
  const nowhere = await run(['pull'], { XPLAIN_URL: 'http://127.0.0.1:1' });
  assert.match(nowhere.complained, /can't reach/);
});

test('a difference is told by line, with a little around it', () => {
  assert.deepEqual(lineDiff('a\nb\nc', 'a\nb\nc'), []);
  assert.deepEqual(lineDiff('1\n2\n3\n4\n5\n6', '1\n2\n3\nx\n5\n6'), [
    '  2',
    '  3',
    '- 4',
    '+ x',
    '  5',
    '  6',
  ]);
  assert.deepEqual(lineDiff('', 'a'), ['- ', '+ a']);
  assert.deepEqual(lineDiff('a\nb\nc\nd', 'b\nd\ne'), ['- a', '  b', '- c', '  d', '+ e']);
});
