import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { describeConfig } from './describe-config.ts';
import { loadConfig } from './load-config.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7.example' };

test('a bucket is one address with its key, and whatever is wrong with it is told without quoting it', () => {
  const url =
    's3://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/files/some/where?region=eu-central-1';
  assert.deepEqual(loadConfig({}, place).objects, {
    kind: 'disk',
    directory: '/srv/xplain/data/objects',
  });
  const config = loadConfig({ XPLAIN_OBJECTS_URL: url }, place);
  assert.deepEqual(config.objects, {
    kind: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'files',
    prefix: 'some/where/',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c',
    isPathStyle: true,
  });
  const shown = describeConfig(config).find(({ name }) => name === 'XPLAIN_OBJECTS_URL')?.value;
  assert.equal(
    shown,
    's3://********@s3.eu-central-1.amazonaws.com/files/some/where/?region=eu-central-1',
  );
  const plain = loadConfig(
    { XPLAIN_OBJECTS_URL: 's3+http://a:b@10.0.0.1:9000/files?style=host' },
    place,
  );
  assert.deepEqual(plain.objects, {
    kind: 's3',
    endpoint: 'http://10.0.0.1:9000',
    region: 'us-east-1',
    bucket: 'files',
    prefix: '',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    isPathStyle: false,
  });
  for (const wrong of [
    's3://host.example/files',
    's3://hidden@host.example/files',
    's3://a:hidden@host.example/',
    's3://a:hidden@host.example/UPPER',
    's3://a:hidden@host.example/files/../x y',
    's3://a:hidden@host.example/files/.x',
    's3://a:hidden@host.example/files?regoin=x',
    's3://a:hidden@host.example/files?style=other',
    's3://a:%hidden@host.example/files',
    'https://a:hidden@host.example/files',
  ]) {
    const isTold = (error: unknown): boolean =>
      error instanceof ConfigError && !error.message.includes('hidden');
    assert.throws(() => loadConfig({ XPLAIN_OBJECTS_URL: wrong }, place), isTold, wrong);
  }
});

test('folders of exports have names, each one folder', () => {
  const text = 'archive=/srv/archive, audit = x'.replace(' = ', '=');
  assert.deepEqual(loadConfig({}, place).exportFolders, {});
  assert.deepEqual(loadConfig({ XPLAIN_EXPORT_FOLDERS: text }, place).exportFolders, {
    archive: '/srv/archive',
    audit: '/srv/xplain/x',
  });
  for (const wrong of ['/srv', 'a=', '=x', 'A=/x', 'a=/x,a=/y', 'a/b=/x', '..=/x']) {
    assert.throws(() => loadConfig({ XPLAIN_EXPORT_FOLDERS: wrong }, place), ConfigError, wrong);
  }
});
