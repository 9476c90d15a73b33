import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Destination } from '../../../../../src/contract/export-destinations.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  type DestinationForm,
  destinationProblems,
  destinationWords,
  draftOfDestination,
  EMPTY_DESTINATION,
  formOfDestination,
  isSameDestination,
} from './destination-form.ts';

const BUCKET: Extract<Destination, { kind: 's3' }> = {
  kind: 's3',
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'acme-logs',
  prefix: 'xplain',
  accessKeyId: 'AKIA',
};
const bucketForm = (part: Partial<DestinationForm> = {}): DestinationForm => ({
  ...formOfDestination(BUCKET),
  ...part,
});

test('each kind is sent with its own fields alone', () => {
  const all: DestinationForm = {
    ...bucketForm({ secretAccessKey: 'a/secret' }),
    folder: 'archive',
    recipients: ['mem_1'],
    url: 'https://hooks.example.com/x',
  };
  const sent = (kind: DestinationForm['kind']) => draftOfDestination({ ...all, kind });

  assert.deepEqual(sent('keep'), { kind: 'keep' });
  assert.deepEqual(sent('folder'), { kind: 'folder', folder: 'archive', prefix: 'xplain' });
  assert.deepEqual(sent('s3'), { ...BUCKET, pathStyle: true, secretAccessKey: 'a/secret' });
  assert.deepEqual(sent('mail'), { kind: 'mail', recipients: ['mem_1'] });
  assert.deepEqual(sent('webhook'), { kind: 'webhook', url: 'https://hooks.example.com/x' });
});

test('a secret is asked for anew when its key or its address is another one', () => {
  const asked = (part: Partial<DestinationForm>) =>
    destinationProblems(bucketForm(part), BUCKET)['secretAccessKey'];

  assert.equal(asked({}), undefined);
  assert.equal(asked({ bucket: 'other-logs' }), undefined);
  assert.match(asked({ accessKeyId: 'AKIB' }) ?? '', /Enter the secret/);
  assert.match(asked({ endpoint: 'https://s3.other.com' }) ?? '', /Enter the secret/);
  assert.equal(asked({ accessKeyId: 'AKIB', secretAccessKey: 'x' }), undefined);
  assert.match(asked({ secretAccessKey: 'two words' }) ?? '', /can't contain spaces/);
});

test('what cannot be a place is said beside its field', () => {
  const wrong = (part: Partial<DestinationForm>) =>
    Object.keys(destinationProblems({ ...bucketForm({ secretAccessKey: 'x' }), ...part }));
  const { prefixPartsMax } = LIMITS.exports;
  const parts = (count: number) => Array.from({ length: count }, () => 'a').join('/');

  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ endpoint: 'ftp://x', region: 'EU', bucket: 'A' }), [
    'endpoint',
    'region',
    'bucket',
  ]);
  assert.deepEqual(wrong({ prefix: '../up' }), ['prefix']);
  assert.deepEqual(wrong({ prefix: parts(prefixPartsMax) }), []);
  assert.deepEqual(wrong({ prefix: parts(prefixPartsMax + 1) }), ['prefix']);
  assert.deepEqual(wrong({ kind: 'folder', folder: '../etc' }), ['folder']);
  assert.deepEqual(wrong({ kind: 'mail' }), ['recipients']);
  assert.deepEqual(wrong({ kind: 'webhook' }), ['url']);
});

test('a webhook that is saved may keep its address unseen', () => {
  const kept: Destination = { kind: 'webhook', host: 'hooks.example.com' };
  const form = formOfDestination(kept);

  assert.deepEqual(destinationProblems(form, kept), {});
  assert.equal(isSameDestination(form, kept), true);
  assert.equal(isSameDestination({ ...form, url: 'https://other.example.com' }, kept), false);
});

test('what is kept here is another place than a bucket', () => {
  assert.equal(isSameDestination(EMPTY_DESTINATION, { kind: 'keep' }), true);
  assert.equal(isSameDestination(EMPTY_DESTINATION, BUCKET), false);
});

test('words name the place and no key', () => {
  assert.equal(destinationWords(BUCKET), 'bucket acme-logs/xplain at s3.example.com');
  assert.equal(destinationWords({ kind: 'folder', folder: 'archive' }), 'folder archive');
  assert.equal(destinationWords({ kind: 'mail', recipients: ['a', 'b'] }), 'email to 2 members');
});
