import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { canonicalText } from '../../src/contract/definition-form.ts';
import { lineDiff } from '../dashboards/line-diff.ts';
import { fromYaml, toYaml } from '../dashboards/yaml-form.ts';
import { runCli } from '../run-cli.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

const KEY = 'xp_live_geheim';
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

/** A server with some dashboards, as far as the command asks for them. */
async function scene(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-dashboards-'));
  const kept = new Map<string, DashboardDefinition>([['dsh_1', CHECKOUT]]);
  const sent: { definition: DashboardDefinition; note: string }[] = [];
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return [401, { error: 'no', code: 'API_KEY_INVALID' }];
    }
    const path = request.url ?? '';
    if (path.startsWith('/api/v1/dashboards?')) {
      const data = [...kept].map(([id, { key = null, name }]) => ({ id, key, name }));
      return [200, { data, nextCursor: null }];
    }
    const [, id = ''] = /^\/api\/v1\/dashboards\/(\w+)\/export$/.exec(path) ?? [];
    if (id !== '') return [200, kept.get(id)];
    if (path !== '/api/v1/dashboards/import') return [404, { error: 'no', code: 'NOT_FOUND' }];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof sent)[number]);
    return [201, { data: {} }];
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(async () => {
    server.close();
    removeFolder(folder);
  });
  const run = async (args: readonly string[], environment: Record<string, string> = {}) => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: {
          XPLAIN_URL: `http://127.0.0.1:${port}`,
          XPLAIN_API_KEY: KEY,
          ...environment,
        },
      },
      ['dashboards', ...args, '--dir', folder],
    );
    return { code, printed: printed.join('\n'), complained: complained.join('\n') };
  };
  return { folder, kept, sent, run, file: join(folder, 'checkout.yaml') };
}

test('YAML and back is the same definition, and the same bytes again (bar 11)', () => {
  const text = toYaml(CHECKOUT);
  const read = fromYaml(text);

  assert.equal(read.kind, 'definition');
  if (read.kind !== 'definition') return;
  assert.deepEqual(read.definition, CHECKOUT);
  assert.equal(toYaml(read.definition), text);
  assert.equal(canonicalText(read.definition), canonicalText(CHECKOUT));
  assert.match(text, /query: \|\n {6}index=web level=error\n {6}\| stats count/);
  const json = fromYaml(canonicalText(CHECKOUT));
  assert.ok(json.kind === 'definition' && toYaml(json.definition) === text);
});

test('pull writes a file for each key, and apply changes nothing then', async (t) => {
  const { run, file, kept, sent } = await scene(t);
  kept.set('dsh_2', { schema: 1, name: 'Without a key' });

  const pulled = await run(['pull']);

  assert.equal(pulled.code, 0, pulled.complained);
  assert.equal(pulled.printed, file);
  assert.match(pulled.complained, /Skipped Without a key: it has no key/);
  assert.equal(await readFile(file, 'utf8'), toYaml(CHECKOUT));
  assert.deepEqual(await run(['diff']), { code: 0, printed: '', complained: '' });
  assert.equal((await run(['apply'])).printed, 'No changes.');
  assert.deepEqual(sent, []);
});

test('diff shows what apply sends', async (t) => {
  const { run, file, folder, kept, sent } = await scene(t);
  await run(['pull']);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('level=error', 'level=fatal'));
  await writeFile(join(folder, 'new.yml'), 'schema: 1\nkey: fresh\nname: Fresh\npanels: []\n');
  kept.set('dsh_3', { schema: 1, key: 'other', name: 'Other' });

  const shown = await run(['diff']);
  const applied = await run(['apply', '--note', 'Fatal only']);

  assert.equal(shown.code, 1);
  assert.match(
    shown.printed,
    /^checkout\n[^]*- {7}index=web level=error\n {2}\+ {7}index=web level=fatal/,
  );
  assert.match(shown.printed, /fresh \(new\)/);
  assert.match(shown.complained, /other exists only on the server/);
  assert.equal(applied.code, 0, applied.complained);
  assert.equal(applied.printed, 'checkout updated\nfresh created');
  assert.deepEqual(
    sent.map(({ definition, note }) => [definition.key, note]),
    [
      ['checkout', 'Fatal only'],
      ['fresh', 'Fatal only'],
    ],
  );
});

test('files that cannot be used are told, and nothing is sent', async (t) => {
  const { run, folder, sent } = await scene(t);
  for (const [text, message] of [
    ['schema: 1\nname: x\n', /key is required/],
    ['schema: 1\nkey: x\nname: x\npanel: []\n', /panel|additional/i],
    ['a: [\n', /bad\.yaml: 2:1/],
    ['a: &a [1]\nb: *a\n', /alias|name|schema/i],
  ] as const) {
    await writeFile(join(folder, 'bad.yaml'), text);
    const { code, complained } = await run(['apply']);
    assert.equal(code, 2, text);
    assert.match(complained, message);
  }
  assert.deepEqual(sent, []);
});

test('without a key, a server or a verb it says so', async (t) => {
  const { run } = await scene(t);

  assert.equal((await run([])).code, 2);
  assert.equal((await run(['push'])).code, 2);
  assert.match((await run(['pull'], { XPLAIN_API_KEY: '' })).complained, /XPLAIN_API_KEY/);
  assert.match((await run(['pull'], { XPLAIN_API_KEY: 'wrong' })).complained, /API_KEY_INVALID/);
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
