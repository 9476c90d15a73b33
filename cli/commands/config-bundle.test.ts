import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { A_BUNDLE, SECRETS } from '../../test/support/example-bundle.ts';
import { openAccess } from '../../test/support/open-access.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { startBundles } from '../../test/support/start-bundles.ts';
import { bundleText } from '../../src/contract/bundle-text.ts';
import { runCli } from '../run-cli.ts';

const HOOK = SECRETS['env:OPS_SLACK_URL'];
const SIEM_URL = SECRETS['env:SIEM_URL'];

async function scene(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-config-'));
  t.after(() => removeFolder(folder));
  const access = await openAccess(t);
  const { app, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const key = await access.newKey(owner, 'full-access');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const file = join(folder, 'xplain.yaml');
  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: { XPLAIN_URL: url, XPLAIN_API_KEY: key, OPS_SLACK_URL: HOOK, SIEM_URL },
      },
      ['config', ...args, ...(args.includes('--file') ? [] : ['--file', file])],
    );
    return { code, printed: printed.join('\n'), complained: complained.join('\n') };
  };
  const write = (text: string) => writeFile(file, text);
  return { folder, file, run, write, get, owner };
}

test('the example of the documents is checked, shown, applied and pulled', async (t) => {
  const { run, write, file, get, owner } = await scene(t);
  const page = await readFile(
    new URL('../../docs/configuration-as-code.md', import.meta.url),
    'utf8',
  );
  const [, example = ''] = /```yaml\n(xplain: 1\n[^]*?)```/.exec(page) ?? [];
  await write(example);

  const checked = await run('check');
  const shown = await run('diff');
  const applied = await run('apply');
  const same = await run('diff');
  const pulled = await run('pull', '--bundle', 'shop');
  const again = await run('diff');

  assert.deepEqual([checked.code, shown.code, applied.code], [0, 1, 0], applied.complained);
  assert.equal(
    shown.printed,
    '+ indexes.web\n+ channels.ops\n+ services.checkout\n+ alertRules.checkout-errors',
  );
  assert.deepEqual([same.code, same.printed], [0, 'No changes.']);
  assert.deepEqual([pulled.code, pulled.printed, again.code], [0, file, 0]);
  const text = await readFile(file, 'utf8');
  assert.match(text, /url: \{ env: OPS_SLACK_URL \}/);
  assert.doesNotMatch(text + shown.printed + applied.printed, /canary/);
  assert.equal((await get(owner, '/api/v1/alert-rules')).length, 1);
});

test('one of everything survives YAML, in a folder too', async (t) => {
  const { run, write, file, folder } = await scene(t);
  const { lookups, ...rest } = A_BUNDLE;
  await write(bundleText(rest));
  await writeFile(join(folder, 'teams.csv'), lookups.teams.csv);
  await writeFile(join(folder, 'siem-key'), `${SECRETS['file:siem-key']}\n`);
  const head = 'xplain: 1\nbundle: shop\n';
  await writeFile(join(folder, 'tables.yml'), `${head}lookups: { teams: { file: teams.csv } }\n`);

  const applied = await run('apply', '--file', folder);
  const same = await run('diff', '--file', folder);
  await run('pull', '--bundle', 'shop', '--file', join(folder, 'whole.json'));
  const whole = await run('diff', '--file', join(folder, 'whole.json'));
  const fewer = await run('apply', '--file', file);

  assert.equal(applied.code, 0, applied.complained);
  assert.deepEqual([same.code, whole.code], [0, 0], whole.printed);
  assert.deepEqual([fewer.code, fewer.complained], [0, ''], 'one of fifteen may go');
  assert.match(fewer.printed, /- lookups.teams/);
});

test('a folder gets a file for each kind, and forgets what is gone', async (t) => {
  const { run, write, folder } = await scene(t);
  const deploy = join(folder, 'deploy/');
  await write(
    'xplain: 1\nbundle: shop\nindexes: { web: {} }\nsavedSearches: { a: { query: x } }\n',
  );
  await run('apply');
  const first = await run('pull', '--bundle', 'shop', '--file', deploy);
  await write('xplain: 1\nbundle: shop\nindexes: { web: {} }\n');
  await run('apply', '--allow-deletes', '1');
  const second = await run('pull', '--bundle', 'shop', '--file', deploy);
  const same = await run('diff', '--file', deploy);
  await writeFile(join(deploy, 'others.yaml'), 'xplain: 1\nbundle: shop\n');
  const refused = await run('pull', '--bundle', 'shop', '--file', deploy);

  const paths = ['indexes.yaml', 'saved-searches.yaml'].map((name) => join(deploy, name));
  assert.deepEqual([first.printed, second.printed], [paths.join('\n'), paths.join('\n')]);
  assert.deepEqual([same.code, same.printed], [0, 'No changes.'], same.complained);
  assert.equal(refused.code, 2);
  assert.match(refused.complained, /others\.yaml isn't a file that pull writes/);
});

test('the schema is printed without a server', async () => {
  const printed: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    complain() {},
    environment: {},
  };
  const code = await runCli(terminal, ['config', 'schema']);

  const schema = JSON.parse(printed.join('\n')) as { properties: Record<string, unknown> };
  assert.equal(code, 0);
  assert.deepEqual(Object.keys(schema.properties).slice(0, 3), ['xplain', 'bundle', 'adopt']);
  assert.ok('auditStreams' in schema.properties);
});

test('problems are told with line and column, by the server too', async (t) => {
  const { run, write, file } = await scene(t);
  const head = 'xplain: 1\nbundle: shop\n';
  const complaints = async (verb: string, text: string) => {
    await write(head + text);
    const { code, complained } = await run(verb);
    return [code, complained.replaceAll(file, 'f').split('\n')[0]];
  };

  assert.deepEqual(await complaints('check', 'indexes:\n  web: { retentionDay: 3 }\n'), [
    1,
    'f:4:10: indexes.web.retentionDay: Unknown field. Did you mean "retentionDays"?',
  ]);
  const literal = 'channels:\n  ops:\n    kind: slack\n    url: https://x.example/geheim\n';
  const [code, said] = await complaints('check', literal);
  assert.equal(code, 1);
  assert.match(String(said), /^f:6:5: channels\.ops\.url: Bundles can’t contain secrets/);
  assert.match(String((await complaints('check', 'a: &b 1\n'))[1]), /^f:3:\d: Anchors/);
  assert.match(String((await complaints('check', 'a: 1\na: 2\n'))[1]), /^f:4:1: Map keys/);
  assert.match(
    String((await complaints('check', 'members: {}\n'))[1]),
    /^f:3:1: members: Unknown field\.$/,
  );
  const [status, query] = await complaints('diff', 'savedSearches:\n  a:\n    query: level=\n');
  assert.equal(status, 2);
  assert.match(String(query), /f:5:5: savedSearches\.a\.query: /);
});

test('deletions and stale plans are refused, and said so', async (t) => {
  const { run, write } = await scene(t);
  const head = 'xplain: 1\nbundle: shop\n';
  await write(`${head}indexes: { web: {} }\n`);
  await run('apply');
  await write(head);

  const many = await run('apply');
  const index = await run('apply', '--allow-deletes', '1');
  const stale = await run('apply', '--hash', 'x', '--allow-deletes', '1', '--allow-delete', 'web');
  const done = await run('apply', '--allow-deletes', '1', '--allow-delete', 'web');

  assert.deepEqual([many.code, index.code, stale.code, done.code], [2, 2, 2, 0]);
  assert.match(many.complained, /DELETES_NOT_ALLOWED/);
  assert.match(index.complained, /the index web with its events/);
  assert.match(stale.complained, /PLAN_STALE/);
  assert.equal(done.printed, '- indexes.web\nApplied.');
});
