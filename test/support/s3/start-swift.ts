/** OpenStack Swift with its S3 API: a server of others, against which our side is held. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import type { BucketPlace } from '../../../src/engines/objects/objects.ts';
import { skipWithout } from '../programs/require-program.ts';
import { removeFolder } from '../remove-folder.ts';

/** Where Debian puts Python's libraries: those of other Pythons on the path are not meant. */
const PYTHON = '/usr/bin/python3';
const LIBRARY = '/usr/lib/python3/dist-packages/swift';

const KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'a/secret+of=tests' };
const BUCKET = 'exports';

/** An empty bucket that goes with the test, or with this process. Undefined when the test was skipped. */
export async function startSwift(
  t: Pick<TestContext, 'name' | 'skip'> & { after(work: () => Promise<void>): void },
): Promise<BucketPlace | undefined> {
  if (!existsSync(LIBRARY)) {
    skipWithout(t, 'Swift is missing: apt-get install python3-swift');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'xplain-swift-'));
  const script = join(import.meta.dirname, 'serve-swift.py');
  const { accessKeyId, secretAccessKey } = KEYS;
  // It ends with its input, so it goes away with this process, also when that is killed.
  const child = spawn(
    PYTHON,
    ['-W', 'ignore', script, folder, accessKeyId, secretAccessKey, BUCKET],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    },
  );
  const ended = once(child, 'exit');
  t.after(async () => {
    child.stdin.end();
    await ended;
    removeFolder(folder);
  });
  const complaints: string[] = [];
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()));
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const started = await Promise.race([line, ended.then(() => undefined)]);
  if (started === undefined) throw new Error(`Swift did not start:\n${complaints.join('')}`);
  return {
    ...KEYS,
    endpoint: `http://127.0.0.1:${started[0]}`,
    region: 'us-east-1',
    bucket: BUCKET,
    prefix: '',
    isPathStyle: true,
  };
}
