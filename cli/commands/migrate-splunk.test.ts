import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openAccess } from '../../test/support/open-access.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { startBundles } from '../../test/support/start-bundles.ts';
import type { Report } from '../moving/report.ts';
import { runCli } from '../run-cli.ts';
import { LIMITS } from '../../test/support/limits.ts';

const APP = join(import.meta.dirname, '../../test/fixtures/splunk-shop');

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-migrate-'));
  t.after(() => removeFolder(folder));
  return folder;
}

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; printed: string; complained: string }> {
  const printed: string[] = [];
  const complained: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void complained.push(line),
    environment,
  };
  const code = await runCli(terminal, args);
  return { code, printed: printed.join('\n'), complained: complained.join('\n') };
}

async function migrate(source: string, out: string): Promise<Report> {
  const { code, printed, complained } = await run([
    'migrate-splunk',
    source,
    '--out',
    out,
    '--json',
  ]);
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as Report;
}

test('an app becomes a bundle that a server applies, and a report that leaves nothing out', async (t) => {
  const out = join(await newFolder(t), 'shop');
  const report = await migrate(APP, out);
  const access = await openAccess(t);
  const { app, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const XPLAIN_API_KEY = await access.newKey(owner, 'full-access');
  const XPLAIN_URL = await app.listen({ host: '127.0.0.1', port: 0 });
  const file = join(out, 'bundle');

  const checked = await run(['config', 'check', '--file', file]);
  const applied = await run(['config', 'apply', '--file', file], { XPLAIN_URL, XPLAIN_API_KEY });
  const again = await run(['config', 'diff', '--file', file], { XPLAIN_URL, XPLAIN_API_KEY });

  assert.deepEqual([checked.code, applied.code], [0, 0], checked.complained + applied.complained);
  assert.equal(again.printed, 'No changes.');
  const rules = await get(owner, '/api/v1/alert-rules');
  assert.deepEqual(
    new Set(rules.map(({ name }) => name)),
    new Set(['Slow checkout', 'Too many errors']),
  );
  const moved = report.entries.filter(({ outcome }) => outcome !== 'left').length;
  assert.equal(applied.printed.match(/^\+ /gm)?.length, moved);
  const names = new Set(report.entries.map(({ kind, name }) => `${kind} ${name}`));
  for (const name of [
    'Errors by path',
    'Slow pages',
    'Nightly summary',
    'Sends by itself',
    'Owners of errors',
    'Suspicious',
  ]) {
    assert.ok(names.has(`saved search ${name}`), name);
  }
  for (const name of ['Too many errors', 'Slow checkout', 'More than before']) {
    assert.ok(names.has(`alert ${name}`), name);
  }
});

test('what is not migrated has its reason, file, line and column', async (t) => {
  const out = join(await newFolder(t), 'shop');
  const { entries } = await migrate(APP, out);
  const notes = entries.flatMap((entry) =>
    entry.notes.map(({ file, line, column, message }) => ({
      at: [file.replace('default/', ''), line, column]
        .filter((each) => each !== undefined)
        .join(':'),
      message: `${entry.outcome} ${message}`,
    })),
  );
  const messagesAt = (at: string): string[] =>
    notes.filter((each) => each.at === at).map(({ message }) => message);

  // The second line of a value that goes on there.
  assert.match(messagesAt('savedsearches.conf:56:3').join(), /^left `sendalert` isn’t supported/);
  assert.match(
    messagesAt('savedsearches.conf:45').join(),
    /^left Comparisons with the previous run aren’t supported/,
  );
  assert.match(
    messagesAt('savedsearches.conf:62:17').join(),
    /^changed The field `eventtype` doesn’t exist/,
  );
  assert.match(messagesAt('savedsearches.conf:62:10').join(), /`unknown_table` wasn’t found/);
  assert.match(messagesAt('props.conf:4:17').join(), /could take forever|more than one way/);
  assert.match(messagesAt('props.conf:9:23').join(), /Lookaround/);
  assert.match(messagesAt('lookups/uneven.csv:2').join(), /^left Expected 2 values, found 1/);
  assert.match(messagesAt('macros.conf:11').join(), /^left The name declares 2 arguments/);
  assert.match(messagesAt('data/ui/views/overview.xml:90').join(), /^left `rest` isn’t supported/);
  assert.match(
    messagesAt('data/ui/views/overview.xml:96').join(),
    /^left A variable must be a complete value/,
  );
  const report = await readFile(join(out, 'report.md'), 'utf8');
  for (const { message } of notes) {
    const words = message
      .replace(/^\w+ /, '')
      .slice(0, 20)
      .replaceAll(/[`_*[\]<|\\].*/g, '');
    assert.ok(report.includes(words), message);
  }
});

test('settings of local/ win, and alerts keep schedule, window, threshold and severity', async (t) => {
  const out = join(await newFolder(t), 'shop');
  await migrate(APP, out);
  const rules = await readFile(join(out, 'bundle/alertRules.yaml'), 'utf8');
  const indexes = await readFile(join(out, 'bundle/indexes.yaml'), 'utf8');

  assert.match(
    rules,
    /too-many-errors:\n.*severity: error\n.*\n +interval: 300\n +window: 300\n +delay: 300\n +throttle: 1800\n.*value: 3\n/s,
  );
  assert.match(rules, /\| search p95 > 900 \| stats count AS results/);
  assert.match(indexes, /shop:\n +retentionDays: 30\n/);
});

/** A tar archive of entries; `type` as in its header. */
function tar(
  entries: readonly { path: string; text?: string; type?: string; size?: number }[],
): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = '0', size }) => {
    const body = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write((size ?? body.length).toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\0', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const MACROS = '[web]\ndefinition = index=web\n';

test('an archive is read like a folder; paths that lead out, links and devices are not', async (t) => {
  const folder = await newFolder(t);
  const long = `${'a'.repeat(90)}/default/macros.conf`;
  const archive = tar([
    { path: './shop/default/macros.conf', text: MACROS },
    { path: '../../etc/default/macros.conf', text: '[out]\ndefinition = out\n' },
    { path: '/etc/default/macros.conf', text: '[root]\ndefinition = root\n' },
    { path: 'shop/local/macros.conf', type: '2' },
    { path: 'shop/local/props.conf', type: '3' },
    { path: 'long', type: 'L', text: `b/${long}\0` },
    { path: 'cut', text: '[long]\ndefinition = long\n' },
  ]);
  await writeFile(join(folder, 'shop.spl'), gzipSync(archive));
  await writeFile(join(folder, 'plain.tar'), archive);

  const { entries } = await migrate(join(folder, 'shop.spl'), join(folder, 'out'));
  const plain = await migrate(join(folder, 'plain.tar'), join(folder, 'out-plain'));

  const names = (outcome: string) =>
    entries.filter((entry) => entry.outcome === outcome).map(({ name }) => name);
  assert.deepEqual(names('moved').toSorted(), ['long', 'web']);
  assert.deepEqual(names('left').toSorted(), [
    '../../etc/default/macros.conf',
    '/etc/default/macros.conf',
    'shop/local/macros.conf',
    'shop/local/props.conf',
  ]);
  assert.deepEqual(plain.entries, entries);
  assert.deepEqual((await readdir(folder)).toSorted(), [
    'out',
    'out-plain',
    'plain.tar',
    'shop.spl',
  ]);
});

test('links in a folder are not followed', async (t) => {
  const folder = await newFolder(t);
  await mkdir(join(folder, 'app/default'), { recursive: true });
  await writeFile(join(folder, 'secret'), MACROS);
  await writeFile(join(folder, 'app/default/props.conf'), '[a]\nKV_MODE = json\n');
  await symlink(join(folder, 'secret'), join(folder, 'app/default/macros.conf'));
  await symlink(folder, join(folder, 'app/default/circle'));

  const { entries } = await migrate(join(folder, 'app'), join(folder, 'out'));

  assert.deepEqual(
    entries.map(({ name, outcome }) => [name, outcome]),
    [
      ['default/macros.conf', 'left'],
      ['a', 'moved'],
    ],
  );
});

test('hostile archives end with a message, and write nothing', async (t) => {
  const { unpackedRatioFromBytes, unpackedRatioMax, sourceEntriesMax, sourceFileBytesMax } =
    LIMITS.moving;
  const folder = await newFolder(t);
  const file = 'a/default/macros.conf';
  const cases: readonly [name: string, bytes: Buffer, message: RegExp][] = [
    ['text', Buffer.from('x'.repeat(600)), /isn’t a tar archive/],
    ['packed', gzipSync('hello'), /ends in the middle/],
    ['cut', gzipSync(tar([{ path: file, text: MACROS }])).subarray(0, 60), /damaged/],
    ['short', tar([{ path: file, text: 'x', size: 5_000 }]), /ends in the middle/],
    ['header', tar([{ path: 'x', type: 'x', size: 2 ** 30 }]), /header of an entry is too large/],
    [
      'bomb',
      gzipSync(tar([{ path: 'zeros', text: '\0'.repeat(unpackedRatioFromBytes + 1_000_000) }])),
      new RegExp(`over ${unpackedRatioMax} times its size`),
    ],
    [
      'many',
      gzipSync(tar(Array.from({ length: sourceEntriesMax + 1 }, () => ({ path: 'x' }))), {
        level: 1,
      }),
      /too many files|times its size/,
    ],
    ['nothing', tar([{ path: 'readme.txt', text: 'hello' }]), /no files of Splunk/],
  ];
  for (const [name, bytes, message] of cases) {
    const path = join(folder, `${name}.tgz`);
    await writeFile(path, bytes);
    const { code, complained } = await run(['migrate-splunk', path, '--out', join(folder, 'out')]);
    assert.equal(code, 2, name);
    assert.match(complained, message, name);
  }
  assert.ok(!(await readdir(folder)).includes('out'));

  const large = tar([
    { path: 'a/default/props.conf', text: '[a]\nKV_MODE = json\n' },
    { path: file, text: `[a]\ndefinition = ${'x'.repeat(sourceFileBytesMax)}` },
  ]);
  await writeFile(join(folder, 'large.tar'), large);
  const { entries } = await migrate(join(folder, 'large.tar'), join(folder, 'out'));
  assert.match(entries[0]?.notes[0]?.message ?? '', /The file is too large/);
});

test('hostile dashboards are left, with the line', async (t) => {
  const { xmlNestingMax } = LIMITS.moving;
  const folder = await newFolder(t);
  const views = join(folder, 'app/default/data/ui/views');
  await mkdir(views, { recursive: true });
  const deep = (depth: number): string =>
    `<dashboard>${'<row>'.repeat(depth)}${'</row>'.repeat(depth)}</dashboard>`;
  await writeFile(
    join(views, 'entities.xml'),
    '<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<dashboard><label>&x;</label></dashboard>',
  );
  await writeFile(join(views, 'broken.xml'), '<dashboard>\n<row>\n</dashboard>');
  await writeFile(join(views, 'deep.xml'), deep(xmlNestingMax + 1));
  await writeFile(join(views, 'deepest.xml'), deep(200_000));
  await writeFile(join(views, 'fine.xml'), deep(xmlNestingMax - 1));

  const { entries } = await migrate(join(folder, 'app'), join(folder, 'out'));

  const of = (name: string) => entries.find((entry) => entry.name === name);
  assert.match(of('entities')?.notes[0]?.message ?? '', /entities aren’t supported/);
  assert.equal(of('entities')?.notes[0]?.line, 2);
  assert.equal(of('broken')?.outcome, 'left');
  assert.equal(of('broken')?.notes[0]?.line, 3);
  assert.match(of('deep')?.notes[0]?.message ?? '', /nested too deeply/);
  assert.match(of('deepest')?.notes[0]?.message ?? '', /nested too deeply/);
  assert.equal(of('fine')?.outcome, 'moved');
});

test('a folder with something in it is left alone', async (t) => {
  const folder = await newFolder(t);
  await writeFile(join(folder, 'mine'), 'x');

  const { code, complained } = await run(['migrate-splunk', APP, '--out', folder]);

  assert.equal(code, 2);
  assert.match(complained, /isn't empty/);
  assert.deepEqual(await readdir(folder), ['mine']);
});

test('more than fits in one bundle becomes several, in order', async (t) => {
  const folder = await newFolder(t);
  await mkdir(join(folder, 'app/default'), { recursive: true });
  const many = Array.from(
    { length: LIMITS.bundles.thingsMax },
    (_, i) => `[s${i}]\nsearch = * | head ${i + 1}\n`,
  );
  await writeFile(join(folder, 'app/default/savedsearches.conf'), many.join(''));
  await writeFile(join(folder, 'app/default/macros.conf'), MACROS);

  const { bundles } = await migrate(join(folder, 'app'), join(folder, 'out'));

  assert.deepEqual(
    bundles.map(({ things }) => things),
    [LIMITS.bundles.thingsMax, 1],
  );
  assert.ok((await readdir(join(folder, 'out/bundle-1'))).includes('macros.yaml'));
  for (const { folder: inner } of bundles) {
    const { code } = await run(['config', 'check', '--file', join(folder, 'out', inner)]);
    assert.equal(code, 0);
  }
});
