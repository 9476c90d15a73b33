import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../command.ts';
import { patternsCommand } from './patterns.ts';

const LOG = [
  'user 17 logged in from 10.0.0.1',
  'user 4 logged in from 10.0.0.2',
  'disk full',
  'user 99 logged in from 10.0.0.3',
];

test('lines become patterns, the most frequent first', async () => {
  const { code, printed } = await run(LOG.join('\n') + '\n', { 'max-samples': '1' });
  assert.equal(code, 0);
  assert.deepEqual(printed, [
    '[3x] user <NUM> logged in from <IP> e.g. user 17 logged in from 10.0.0.1',
    '[1x] disk full',
  ]);
});

test('every line is assigned to its group, blank ones too', async () => {
  const { printed } = await run(`${LOG.join('\r\n')}\r\n\r\n`, { assign: true });
  const rows = printed.map((line) => JSON.parse(line) as { group: string; template: string });
  assert.deepEqual(
    rows.map((row) => row.template),
    [
      'user <NUM> logged in from <IP>',
      'user <NUM> logged in from <IP>',
      'disk full',
      'user <NUM> logged in from <IP>',
      '',
    ],
  );
  assert.equal(new Set(rows.map((row) => row.group)).size, 3);
});

test('bytes split anywhere are read as the same text', async () => {
  const bytes = new TextEncoder().encode('größe 1\ngröße 2\n');
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
  const { printed } = await run(chunks, { 'max-samples': '0' });
  assert.deepEqual(printed, ['[2x] größe <NUM>']);
});

test('patterns that are not shown are counted', async () => {
  const { printed, complained } = await run(LOG.join('\n'), { 'max-templates': '1' });
  assert.equal(printed.length, 1);
  assert.deepEqual(complained, ['1 of 2 patterns not shown. Use --max-templates to show more.']);
});

test('no input has no patterns', async () => {
  assert.deepEqual((await run('', {})).printed, []);
});

test('a value out of range is refused by the name of its flag', async () => {
  await refuse('sim-threshold', ['-0.1', '1.01', 'half', ' '], 'a number from 0 to 1');
  await refuse('max-templates', ['0', '501', '1.5'], 'a whole number from 1 to 500');
  await refuse('max-samples', ['-1', '6'], 'a whole number from 0 to 5');
  await refuse('rare-threshold', ['-1', '51'], 'a whole number from 0 to 50');
});

async function refuse(option: string, values: readonly string[], wanted: string): Promise<void> {
  for (const value of values) {
    await assert.rejects(
      run('x', { [option]: value }),
      new UsageError(`--${option} must be ${wanted}`),
    );
  }
}

test('both ends of every range are taken', async () => {
  for (const [option, values] of Object.entries({
    'sim-threshold': ['0', '1'],
    'max-templates': ['1', '500'],
    'max-samples': ['0', '5'],
    'rare-threshold': ['0', '50'],
  })) {
    for (const value of values) {
      assert.equal((await run(LOG.join('\n'), { [option]: value })).code, 0, option);
    }
  }
});

async function run(input: string | Uint8Array[], given: Record<string, string | boolean>) {
  const printed: string[] = [];
  const complained: string[] = [];
  const chunks = typeof input === 'string' ? [input] : input;
  const code = await patternsCommand.run(
    {
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      environment: {},
      input: (async function* () {
        yield* chunks;
      })(),
    },
    given,
    [],
  );
  return { code, printed, complained };
}
