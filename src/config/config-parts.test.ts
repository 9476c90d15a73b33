import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { currentPlace, loadConfig } from './load-config.ts';
import { bucketUrl, namedFolders } from './place-kinds.ts';
import { readEnvFile, readValues } from './read-values.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7.example' };

test('a program runs in the directory and on the machine it was started in', () => {
  assert.deepEqual(currentPlace(), { directory: process.cwd(), hostName: hostname() });
});

test('an identity provider is offered with both parts of its client', () => {
  const { google } = loadConfig({}, place).oauth;
  assert.equal(google.client, undefined);
  assert.match(google.tokenUrl, /^https:\/\//);

  const given = loadConfig(
    {
      XPLAIN_GOOGLE_CLIENT_ID: 'id',
      XPLAIN_GOOGLE_CLIENT_SECRET: 'secret',
      XPLAIN_GOOGLE_AUTHORIZATION_URL: 'https://a.example/start',
      XPLAIN_GOOGLE_TOKEN_URL: 'https://a.example/token',
      XPLAIN_GOOGLE_USERINFO_URL: 'https://a.example/who',
    },
    place,
  );
  assert.deepEqual(given.oauth.google, {
    client: { clientId: 'id', clientSecret: 'secret' },
    authorizationUrl: 'https://a.example/start',
    tokenUrl: 'https://a.example/token',
    userinfoUrl: 'https://a.example/who',
  });
});

test('passwords are looked up in a list, a service, a folder or nowhere', () => {
  const check = (environment: Readonly<Record<string, string>>) =>
    loadConfig(environment, place).breachCheck;

  assert.deepEqual(check({}), { kind: 'list' });
  assert.deepEqual(check({ XPLAIN_ENV: 'production' }), {
    kind: 'range',
    url: 'https://api.pwnedpasswords.com/range/',
  });
  assert.deepEqual(check({ XPLAIN_ENV: 'production', XPLAIN_BREACH_CHECK: 'list' }), {
    kind: 'list',
  });
  assert.deepEqual(check({ XPLAIN_BREACH_CHECK: 'off' }), { kind: 'off' });
  assert.deepEqual(
    check({ XPLAIN_BREACH_CHECK: 'range', XPLAIN_BREACH_URL: 'https://range.example/' }),
    { kind: 'range', url: 'https://range.example/' },
  );
  assert.deepEqual(check({ XPLAIN_BREACH_CHECK: 'folder', XPLAIN_BREACH_FOLDER: 'lists' }), {
    kind: 'folder',
    folder: '/srv/xplain/lists',
  });
  assert.deepEqual(check({ XPLAIN_BREACH_CHECK: 'folder', XPLAIN_BREACH_FOLDER: '/lists' }), {
    kind: 'folder',
    folder: '/lists',
  });
});

test('the id of a node is what is usable of the name of its machine', () => {
  const idOf = (hostName: string): string => loadConfig({}, { ...place, hostName }).nodeId;

  assert.equal(idOf('a b/c'), 'a-b-c');
  assert.equal(idOf('--web'), 'web');
  assert.equal(idOf('...'), 'node');
  assert.equal(idOf('a'.repeat(64)), 'a'.repeat(63));
  assert.equal(loadConfig({ XPLAIN_NODE_ID: 'own' }, place).nodeId, 'own');
});

test('the first administrator has an address and a password', () => {
  const admin = { XPLAIN_ADMIN_EMAIL: 'a@b.example', XPLAIN_ADMIN_PASSWORD: 'a'.repeat(20) };

  assert.deepEqual(loadConfig(admin, place).admin, {
    email: 'a@b.example',
    password: 'a'.repeat(20),
  });
});

test('a bucket is read with its folders, region and style', () => {
  assert.deepEqual(bucketUrl.read('s3://k:s%2F@h.example:9/bucket/a/b/?region=eu-1&style=host'), {
    endpoint: 'https://h.example:9',
    region: 'eu-1',
    bucket: 'bucket',
    prefix: 'a/b/',
    accessKeyId: 'k',
    secretAccessKey: 's/',
    isPathStyle: false,
  });
  assert.deepEqual(bucketUrl.read('s3+http://k:s@h.example/bucket'), {
    endpoint: 'http://h.example',
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: '',
    accessKeyId: 'k',
    secretAccessKey: 's',
    isPathStyle: true,
  });
  for (const text of [
    's3://k:s@h/bucket?region=A B',
    's3://k:s@h/bucket?region=!',
    's3://k:s@h/bucket?style=other',
    's3://k:s@h/bucket?x=y',
    's3://k:s@h/bucket#x',
    's3://k:s@h/',
    's3://k@h/bucket',
    's3://:s@h/bucket',
    's3://k:%zz@h/bucket',
    's3://k:s@/bucket',
    'http://k:s@h/bucket',
    's3://k:s@h/buc ket',
  ]) {
    assert.equal(bucketUrl.read(text), undefined, text);
  }
});

test('a bucket is shown without its keys', () => {
  const shown = (text: string): string => bucketUrl.show(bucketUrl.read(text) ?? assert.fail(text));

  assert.equal(bucketUrl.isSecret, true);
  assert.equal(
    shown('s3://k:s@h.example/bucket'),
    's3://********@h.example/bucket/?region=us-east-1',
  );
  assert.equal(
    shown('s3+http://k:s@h.example/bucket/a?style=host'),
    's3+http://********@h.example/bucket/a/?region=us-east-1&style=host',
  );
});

test('folders have names, each once', () => {
  assert.deepEqual(namedFolders.read('a=/x, b-1_=/y z '), { a: '/x', 'b-1_': '/y z' });
  assert.equal(namedFolders.show({ a: '/x', b: '/y' }), 'a=/x,b=/y');
  for (const text of ['', 'a', 'a=', '=x', 'A=/x', 'a=/x,a=/y', 'a=/x,', `${'a'.repeat(65)}=/x`]) {
    assert.equal(namedFolders.read(text), undefined, text);
  }
});

test('a wrong value is quoted up to 60 characters, a secret one not at all', () => {
  const problems = (environment: Readonly<Record<string, string>>): readonly string[] =>
    readValues(environment, { values: {}, problems: [] }).problems;
  const expected = 'is invalid; expected an integer from 0 to 65535';

  assert.deepEqual(problems({ XPLAIN_PORT: 'x'.repeat(60) }), [
    `XPLAIN_PORT (environment): "${'x'.repeat(60)}" ${expected}`,
  ]);
  assert.deepEqual(problems({ XPLAIN_PORT: 'x'.repeat(61) }), [
    `XPLAIN_PORT (environment): "${'x'.repeat(60)}…" ${expected}`,
  ]);
  assert.deepEqual(problems({ XPLAIN_SECRET: 'short' }), [
    'XPLAIN_SECRET (environment): the value is invalid; expected at least 32 characters without leading or trailing spaces',
  ]);
});

test('no file of variables is no problem, one that cannot be read is', () => {
  assert.deepEqual(readEnvFile('/nowhere/at/all'), { values: {}, problems: [] });
  assert.deepEqual(readEnvFile('/dev/null'), {
    values: {},
    problems: ['the file cannot be read (ENOTDIR)'],
  });
});
