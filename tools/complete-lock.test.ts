import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLock, platformOf } from './complete-lock.ts';

test('a platform package that npm left out is put back under its parent’s release', () => {
  const lock = {
    name: 'a',
    packages: {
      '': { version: '1.0.0' },
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { '@tool/linux-x64-gnu': '2.0.0', '@tool/darwin-arm64': '2.0.0' },
      },
      'node_modules/@tool/linux-x64-gnu': { version: '2.0.0', optional: true },
    },
  };

  const { name, packages } = completeLock(lock);

  assert.equal(name, 'a');
  assert.deepEqual(packages, {
    ...lock.packages,
    'node_modules/@tool/darwin-arm64': {
      version: '2.0.0',
      dev: true,
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
  });
  assert.deepEqual(Object.keys(packages), [
    '',
    'node_modules/@tool/darwin-arm64',
    'node_modules/@tool/linux-x64-gnu',
    'node_modules/tool',
  ]);
});

test('a complete file stays as it is', () => {
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '^1.0.0' } },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', optionalDependencies: { d: '^1.0.0' } },
      'node_modules/d': { version: '1.0.0' },
    },
  };

  assert.deepEqual(completeLock(lock), lock);
});

test('addresses of registries go, other sources stay', () => {
  const { packages } = completeLock({
    packages: {
      'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a-1.0.0.tgz' },
      'node_modules/b': { version: '1.0.0', resolved: 'file:vendor/b' },
    },
  });

  assert.deepEqual(packages, {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', resolved: 'file:vendor/b' },
  });
});

test('the name of a package tells its machines', () => {
  assert.deepEqual(platformOf('@a/linux-arm64-musl'), {
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
  assert.deepEqual(platformOf('@a/b-linux-x64-gnu'), {
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  });
  assert.deepEqual(platformOf('@a/windows-x64'), { os: ['win32'], cpu: ['x64'] });
  assert.deepEqual(platformOf('@a/binding-linux-arm-gnueabihf').cpu, ['arm']);
});

test('what cannot be put back is said', () => {
  const lock = (name: string, version: string) => ({
    packages: { 'node_modules/a': { version: '1.0.0', optionalDependencies: { [name]: version } } },
  });

  assert.throws(() => completeLock(lock('fsevents', '2.3.3')), /names no platform/);
  assert.throws(() => completeLock(lock('b-linux-x64', '^2.0.0')), /no exact release/);
});

test('what is made for WebAssembly names no system', () => {
  assert.deepEqual(platformOf('@tool/binding-wasm32-wasi'), { cpu: ['wasm32'] });
});
