import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAgainstRegistry, type RegistryNeeds } from './check-against-registry.ts';

const LINUX = { os: ['linux'], cpu: ['x64'] };
const DARWIN = { os: ['darwin'], cpu: ['arm64'] };
const WINDOWS = { os: ['win32'], cpu: ['x64'] };

/** A registry with these releases, and what it was asked. */
function registryWith(releases: Record<string, string>): RegistryNeeds & { asked: string[] } {
  const asked: string[] = [];
  const askIntegrity = (name: string, version: string): Promise<string | undefined> => {
    asked.push(`${name}@${version}`);
    return Promise.resolve(releases[`${name}@${version}`]);
  };
  return { askIntegrity, asked };
}

test('a native package of a promised machine that the registry lacks is said', async () => {
  const registry = registryWith({ 'there@1.0.0': 'sha512-t' });

  const { problems } = await checkAgainstRegistry(registry, {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/there': { version: '1.0.0', integrity: 'sha512-t', ...LINUX },
      'node_modules/a/node_modules/@b/gone': { version: '2.0.0', integrity: 'sha512-g', ...LINUX },
    },
  });

  assert.deepEqual(problems, ['The registry has no @b/gone@2.0.0.']);
});

test('missing checksums are filled in, also for machines that are not promised', async () => {
  const registry = registryWith({
    'linux@1.0.0': 'sha512-l',
    'darwin@1.0.0': 'sha512-d',
    'windows@1.0.0': 'sha512-w',
  });
  const lock = {
    name: 'project',
    packages: {
      'node_modules/linux': { version: '1.0.0', ...LINUX },
      'node_modules/darwin': { version: '1.0.0', ...DARWIN },
      'node_modules/windows': { version: '1.0.0', ...WINDOWS },
      'node_modules/not-yet': { version: '1.0.0', ...DARWIN },
    },
  };

  const found = await checkAgainstRegistry(registry, lock);

  assert.deepEqual(found, {
    lock: {
      name: 'project',
      packages: {
        'node_modules/linux': { version: '1.0.0', integrity: 'sha512-l', ...LINUX },
        'node_modules/darwin': { version: '1.0.0', integrity: 'sha512-d', ...DARWIN },
        'node_modules/windows': { version: '1.0.0', integrity: 'sha512-w', ...WINDOWS },
        'node_modules/not-yet': { version: '1.0.0', ...DARWIN },
      },
    },
    problems: [],
  });
  const [written] = Object.values(found.lock.packages);
  assert.deepEqual(Object.keys(written ?? {}), ['version', 'integrity', 'os', 'cpu']);
});

test('a checksum that changed at the registry is said, and not taken over', async () => {
  const registry = registryWith({ 'a@1.0.0': 'sha512-new' });
  const lock = {
    packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-old', ...LINUX } },
  };

  const found = await checkAgainstRegistry(registry, lock);

  assert.deepEqual(found.lock, lock);
  assert.match(found.problems.join(), /^a@1\.0\.0 has another checksum/);
});

test('nobody is asked for what is checked already or was never released', async () => {
  const registry = registryWith({});

  const { problems } = await checkAgainstRegistry(registry, {
    packages: {
      'node_modules/plain': { version: '1.0.0', integrity: 'sha512-p' },
      'node_modules/windows': { version: '1.0.0', integrity: 'sha512-w', ...WINDOWS },
      'node_modules/@chdb/lib-linux-arm64-gnu': { version: '1.0.0', os: ['linux'], cpu: ['arm64'] },
    },
  });

  assert.deepEqual([registry.asked, problems], [[], []]);
});

test('a registry that does not answer is no registry without the package', async () => {
  const askIntegrity = (): Promise<never> => Promise.reject(new Error('no network'));
  const lock = { packages: { 'node_modules/a': { version: '1.0.0', ...LINUX } } };

  await assert.rejects(checkAgainstRegistry({ askIntegrity }, lock), /no network/);
});
