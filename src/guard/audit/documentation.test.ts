/** The examples of the page about the audit log, run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../test/support/programs/run-command.ts';
import { changesOf } from './changes-of.ts';

const page = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');

function block(kind: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  assert.notEqual(text, '', `no ${kind} on the page`);
  return text;
}

test('the entries of the page are verified, and one of them changed is found', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const command = /xplain audit verify (\S+)/.exec(block('sh'));
  const file = join(folder, command?.[1] ?? '');
  const verify = () => runCommand(['audit', 'verify', file]);
  writeFileSync(file, block('json lines'));
  const { code, printed } = await verify();
  assert.deepEqual([code, printed.split('\n')[1]], [0, 'Complete and unchanged']);

  writeFileSync(file, block('json lines').replace('"scope":"ingest-only"', '"scope":"read-only"'));
  assert.equal((await verify()).code, 1);
});

test('the body of a request on the page is verified', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'body.json');
  writeFileSync(file, block('json body'));
  const { code, printed } = await runCommand(['audit', 'verify', file]);
  assert.deepEqual([code, printed.split('\n')[1]], [0, 'Complete and unchanged']);
});

test('the changes of the page are those that are recorded', () => {
  const rule = { name: 'Checkout errors', severity: 'warning', condition: { op: '>', value: 5 } };
  const after = { ...rule, severity: 'critical', condition: { op: '>', value: 9 } };

  const { name, version, ...reported } = JSON.parse(block('json changes')) as Record<
    string,
    unknown
  >;
  assert.deepEqual([name, typeof version], [rule.name, 'number']);
  assert.deepEqual(reported, changesOf({ before: rule, after }));
});

test('the Python of the page agrees', { skip: !hasPython() && 'python3 is not installed' }, () => {
  const check = `${block('python')}
import sys
print([is_unchanged(json.loads(line)) for line in sys.stdin])`;
  const python = (input: string) =>
    spawnSync('python3', ['-c', check], { input }).stdout.toString();
  assert.equal(python(block('json lines')), '[True, True]\n');
  assert.equal(python(block('json lines').replaceAll('ada@', 'eve@')), '[False, False]\n');
});

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}
