/** The client takes what it is given, and looks for nothing else on the machine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

/**
 * Runs in a process of its own, whose variables and files of AWS are all wrong: a request that heeded one of them
 * would go elsewhere, be signed by somebody else, or fail. Prints what was sent, and which variables and files were asked for.
 */
const PROGRAM = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
const asked = new Set();
process.env = new Proxy(process.env, {
  get: (all, name) => { asked.add(String(name)); return all[name]; },
});
const files = [];
for (const [owner, name] of [[fs, 'readFile'], [fs, 'readFileSync'], [fs.promises, 'readFile'], [fs, 'openSync'], [fs.promises, 'open']]) {
  const real = owner[name];
  owner[name] = function (path, ...rest) { files.push(String(path)); return real.call(this, path, ...rest); };
}
syncBuiltinESMExports();
const { openS3Objects } = await import(process.argv[1]);
const { LIMITS } = await import(process.argv[2]);
files.length = 0;
asked.clear();
const sent = [];
const outbound = { send: async (request) => {
  sent.push({ url: request.url, authorization: request.headers.authorization });
  return { status: 200, headers: { etag: '"x"', 'content-length': '1' }, body: new Uint8Array() };
} };
const objects = await openS3Objects({ limits: LIMITS.objects, outbound, clock: { now: () => 0 } }, {
  endpoint: 'https://store.example', region: 'eu-test-1', bucket: 'exports', prefix: '',
  accessKeyId: 'GIVEN', secretAccessKey: 'given', isPathStyle: true,
});
await objects.write('org_a/x', Readable.from(['x']));
console.log(JSON.stringify({ sent, asked: [...asked], files }));
`;

test('no variable and no file of the machine has a say in how a bucket is called', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'xplain-home-'));
  t.after(() => removeFolder(home));
  await mkdir(join(home, '.aws'));
  const settings =
    'region = us-wrong-1\nendpoint_url = https://wrong.example\nrequest_checksum_calculation = WHEN_SUPPORTED\n';
  await writeFile(join(home, '.aws/config'), `[default]\n${settings}`);
  await writeFile(
    join(home, '.aws/credentials'),
    '[default]\naws_access_key_id = WRONG\naws_secret_access_key = wrong\n',
  );
  const root = join(import.meta.dirname, '../../../..');

  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      PROGRAM,
      join(import.meta.dirname, 'open-s3-objects.ts'),
      join(root, 'test/support/limits.ts'),
    ],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        AWS_ACCESS_KEY_ID: 'WRONG',
        AWS_SECRET_ACCESS_KEY: 'wrong',
        AWS_SESSION_TOKEN: 'wrong',
        AWS_REGION: 'us-wrong-1',
        AWS_ENDPOINT_URL: 'https://wrong.example',
        AWS_ENDPOINT_URL_S3: 'https://wrong.example',
        AWS_USE_FIPS_ENDPOINT: 'true',
        AWS_USE_DUALSTACK_ENDPOINT: 'true',
        AWS_REQUEST_CHECKSUM_CALCULATION: 'WHEN_SUPPORTED',
      },
    },
  );
  const lines = stdout.trim().split('\n');
  assert.ok(lines.length === 1 && lines[0] !== '', stderr);
  const { sent, asked, files } = JSON.parse(lines[0] ?? '') as {
    readonly sent: readonly { readonly url: string; readonly authorization: string }[];
    readonly asked: readonly string[];
    readonly files: readonly string[];
  };

  assert.equal(sent.length, 2);
  for (const { url, authorization } of sent) {
    assert.ok(url.startsWith('https://store.example/exports/org_a/x'), url);
    assert.match(authorization, /Credential=GIVEN\/\d{8}\/eu-test-1\/s3\//);
  }
  assert.deepEqual(files, []);
  // The client tells in its name where it runs; none of these says where or as whom to call.
  const harmless =
    /^(AWS_EXECUTION_ENV|AWS_LAMBDA_|_X_AMZN_|AWS_SDK_JS_NODE_VERSION_SUPPORT|NODE_|FORCE_COLOR|WATCH_)/;
  assert.deepEqual(
    asked.filter((name) => /AWS|HOME|PROFILE|PROXY/i.test(name) && !harmless.test(name)),
    [],
  );
});
