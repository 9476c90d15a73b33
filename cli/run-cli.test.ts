import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS } from './commands.ts';
import { runCommand as run } from '../test/support/programs/run-command.ts';

test('without a command the commands are listed, as a wrong use', async () => {
  const { code, printed, complained } = await run([]);
  assert.equal(code, 2);
  assert.equal(printed, '');
  for (const name of Object.keys(COMMANDS)) assert.ok(complained.includes(`  ${name}`), name);
});

test('help is asked for in several ways', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, printed } = await run(args);
    assert.equal(code, 0);
    assert.match(printed, /Usage: xplain <command>/);
  }
});

test('every command explains itself, with its options and an example', async () => {
  for (const [name, entry] of Object.entries(COMMANDS)) {
    for (const args of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, printed } = await run(args);
      assert.equal(code, 0);
      assert.ok(printed.includes(`Usage: xplain ${name} [options]`));
      assert.match(printed, /Examples:\n {2}\S/);
      for (const option of Object.keys((await entry.load()).options)) {
        assert.ok(printed.includes(`--${option}`), option);
      }
    }
  }
});

test('the first word of several commands shows them', async () => {
  const asked = await run(['migrate', '--help']);
  const forgotten = await run(['migrate']);

  assert.deepEqual([asked.code, forgotten.code], [0, 2]);
  assert.match(asked.printed, /^Usage: xplain migrate <command> \[options\]$/m);
  assert.match(asked.printed, /^ {2}migrate check +\S.*\n {2}migrate copy +\S/m);
  assert.doesNotMatch(asked.printed, /^ {2}(?!migrate )/m);
  assert.equal(forgotten.complained, asked.printed);
});

test('a mistyped command or option names the nearest one', async () => {
  const command = await run(['confg']);
  assert.equal(command.code, 2);
  assert.equal(
    command.complained,
    `xplain: unknown command "confg". Did you mean config?\nRun 'xplain --help' for usage.`,
  );
  const option = await run(['health', '--ulr', 'x']);
  assert.equal(option.code, 2);
  assert.equal(
    option.complained,
    `xplain: unknown option --ulr. Did you mean --url?\nRun 'xplain health --help' for usage.`,
  );
});

test('what an option cannot take is a wrong use', async () => {
  const wrong = [
    [['health', '--url'], '--url requires a value'],
    [['health', '--url='], '--url requires a value'],
    [['health', '--url', 'ftp://x'], '--url must start with http://'],
    [['config', '--json=yes'], "--json doesn't take a value"],
    [['config', 'now'], 'unknown command "config now"'],
    [['version', 'now'], 'unexpected argument "now"'],
    [['__proto__'], 'unknown command "__proto__"'],
    [['version', '-x'], 'unknown option -x'],
  ] as const;
  for (const [args, message] of wrong) {
    const { code, complained } = await run(args);
    assert.equal(code, 2, args.join(' '));
    assert.ok(complained.includes(message), complained);
  }
});

test('version tells the version of the package', async () => {
  assert.match((await run(['version'])).printed, /^xplain \d+\.\d+\.\d+ \(Node 24\./);
  assert.match((await run(['--version'])).printed, /^xplain \d/);
  const { printed } = await run(['version', '--json']);
  assert.equal((JSON.parse(printed) as { node: string }).node, process.versions.node);
});

test('config shows values and origins, and masks secrets', async () => {
  const environment = { XPLAIN_PORT: '5001', XPLAIN_SECRET: 'geheim'.repeat(10) };
  const { code, printed } = await run(['config'], environment);

  assert.equal(code, 0);
  assert.match(printed, /^ {2}XPLAIN_PORT +5001 {2}\[environment\]$/m);
  assert.match(printed, /^ {2}XPLAIN_SECRET +\*+ {2}\[environment\]$/m);
  assert.match(printed, /^ {2}XPLAIN_HOST +127\.0\.0\.1$/m);
  assert.match(printed, /^ {2}XPLAIN_REDIS_URL +\(not set: counted in memory, per node\)$/m);
  assert.ok(!printed.includes('geheim'));
});

test('config as JSON is one document', async () => {
  const { printed } = await run(['config', '--json'], { XPLAIN_ROLES: 'api' });
  const answer = JSON.parse(printed) as {
    settings: { name: string; value: unknown }[];
    warnings: string[];
  };
  assert.equal(answer.settings.find(({ name }) => name === 'XPLAIN_ROLES')?.value, 'api');
  assert.equal(answer.warnings.length, 1);
});

test('config fails with every problem when a value cannot be used', async () => {
  const { code, complained } = await run(['config'], { XPLAIN_PORT: 'x', XPLAIN_HOTS: 'y' });
  assert.equal(code, 1);
  assert.match(complained, /2 problems/);
  assert.match(complained, /Did you mean XPLAIN_HOST/);
});

test('the process ends with the code of the command, and keeps the two outputs apart', () => {
  const main = new URL('main.ts', import.meta.url).pathname;
  const good = spawnSync(process.execPath, [main, 'version'], { encoding: 'utf8' });
  const bad = spawnSync(process.execPath, [main, 'verison'], { encoding: 'utf8' });

  assert.deepEqual([good.status, good.stderr], [0, '']);
  assert.match(good.stdout, /^xplain .+\n$/);
  assert.deepEqual([bad.status, bad.stdout], [2, '']);
  assert.match(bad.stderr, /Did you mean version\?/);
});
