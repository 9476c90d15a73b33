import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emailAddress,
  euRegion,
  headerSecret,
  hostAddress,
  type Kind,
  mailbox,
  networks,
  networksAndHosts,
  oneOf,
  path,
  secret,
  secretUrlList,
  someOf,
  url,
  urlList,
  webhookSecret,
  wholeNumber,
} from './kinds.ts';

const label = (length: number): string => 'a'.repeat(length);
const webhookKey = (bytes: number): string => `whsec_${Buffer.alloc(bytes).toString('base64')}`;
const origin = url({ protocols: ['https', 'http'], isOrigin: true });
const database = url({ protocols: ['postgres'], isHostOptional: true });
const service = url({ protocols: ['nats', 'tls'] });

interface Row {
  readonly kind: Kind<unknown>;
  readonly expected: string;
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

const ROWS: Readonly<Record<string, Row>> = {
  'a whole number': {
    kind: wholeNumber(5, 100),
    expected: 'an integer from 5 to 100',
    taken: ['5', '100', '007'],
    refused: ['4', '101', '', '-5', '5.0', ' 5', '1e1', 'x', '1234567890123456'],
  },
  zero: {
    kind: wholeNumber(0, 10 ** 15),
    expected: 'an integer from 0 to 1000000000000000',
    taken: ['0', '999999999999999'],
    refused: ['-1', '1000000000000000'],
  },
  'a choice': {
    kind: oneOf(['on', 'off']),
    expected: 'one of on, off',
    taken: ['on', 'off'],
    refused: ['', 'On', 'on,off', ' on'],
  },
  choices: {
    kind: someOf(['api', 'writer']),
    expected: 'one or more of api, writer, separated by commas',
    taken: ['api', 'writer,api', ' api , writer,'],
    refused: ['', ',', 'api,x', 'API'],
  },
  'a path': {
    kind: path,
    expected: 'a path',
    taken: ['/a', 'b c', label(1000)],
    refused: ['', 'a\0b', label(1001)],
  },
  'a secret': {
    kind: secret(8),
    expected: 'at least 8 characters without leading or trailing spaces',
    taken: ['12345678', '1234 678', label(4000)],
    refused: ['1234567', ' 12345678', '12345678 ', label(4001)],
  },
  'a short secret': {
    kind: secret(1),
    expected: 'text without leading or trailing spaces',
    taken: ['1'],
    refused: ['', ' '],
  },
  'a secret of a header': {
    kind: headerSecret(8),
    expected: 'at least 8 ASCII characters without spaces',
    taken: ['12345678', '!~!~!~!~', label(4000)],
    refused: ['1234567', '1234 678', '1234567ä', label(4001)],
  },
  'a short secret of a header': {
    kind: headerSecret(1),
    expected: 'ASCII characters without spaces',
    taken: ['1'],
    refused: [''],
  },
  'a secret of webhooks': {
    kind: webhookSecret,
    expected: 'whsec_ and 24 to 64 bytes in base64',
    taken: [webhookKey(24), webhookKey(64)],
    refused: ['', webhookKey(23), webhookKey(65), webhookKey(24).slice(6), `${webhookKey(24)} `],
  },
  'a host': {
    kind: hostAddress,
    expected: 'an IP address or a host name, without a port',
    taken: ['10.0.0.1', '::1', 'localhost', 'a-1.example', label(63), '1.a'],
    refused: ['', '10.0.0', '10.0.0.256', 'a:80', '-a', 'a-', 'a..b', label(64), '1.2.3'],
  },
  'an email address': {
    kind: emailAddress,
    expected: 'an email address such as ops@example.com',
    taken: ['a@b', `${label(64)}@example.com`],
    refused: ['', 'a', '@b', 'a@', 'a b@c', 'a@b c', `${label(65)}@example.com`, 'x <a@b>'],
  },
  'a mailbox': {
    kind: mailbox,
    expected: 'an email address, or a name with one, such as Xplain <xplain@example.com>',
    taken: ['a@b', 'Name <a@b>', `${label(100)} <a@b>`],
    refused: ['', 'Name', 'Name <a>', '<a@b>', `${label(101)} <a@b>`, 'A "b" <a@b>'],
  },
  'a region': {
    kind: euRegion,
    expected:
      'a region inside the EU that starts with eu-, such as eu-central-1; eu-west-2 and eu-central-2 are outside the EU',
    taken: ['eu-central-1', 'eu-1', `eu-${label(60)}`],
    refused: [
      '',
      'eu',
      'eu-',
      'us-east-1',
      'eu-west-2',
      'EU-west-1',
      `eu-${label(61)}`,
      'eu-1-2-3-4-5-6-7',
    ],
  },
  networks: {
    kind: networks,
    expected: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    taken: ['10.0.0.1', '10.0.0.0/32, ::/128', '0.0.0.0/0'],
    refused: ['', ',', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/x', 'a', '10.0.0.0/'],
  },
  'networks and hosts': {
    kind: networksAndHosts,
    expected:
      'IP addresses, networks such as 10.0.0.0/8 and host names such as hooks.example.com, without scheme or port, separated by commas',
    taken: ['10.0.0.0/8', 'Hooks.example', '10.0.0.1, a'],
    refused: ['', ',', 'http://a', 'a:80', '10.0.0', '10.0.0.0/33', 'a,-b'],
  },
  'an origin': {
    kind: origin,
    expected: 'a URL that starts with https:// or http:// and has no path',
    taken: ['https://a', 'http://a:80/', 'https://a:8443'],
    refused: [
      '',
      'a',
      'https://',
      'https://a/b',
      'https://a?b',
      'https://u@a',
      'ftp://a',
      'https://a b',
    ],
  },
  'a database': {
    kind: database,
    expected: 'a URL that starts with postgres://',
    taken: ['postgres://u:p@h/d', 'postgres:///d?host=/run'],
    refused: ['', 'postgres:/d', 'mysql://h/d', 'postgres:// x'],
  },
  'a service': {
    kind: service,
    expected: 'a URL that starts with nats:// or tls://',
    taken: ['nats://a:4222', 'tls://a/b?c'],
    refused: ['', 'nats://', 'nats:///x', 'http://a', ' nats://a'],
  },
  services: {
    kind: urlList({ protocols: ['nats'] }),
    expected: 'a URL that starts with nats://; separate several with commas',
    taken: ['nats://a', 'nats://a, nats://b,'],
    refused: ['', ',', 'nats://a,b'],
  },
};

for (const [name, { kind, expected, taken, refused }] of Object.entries(ROWS)) {
  test(`${name} is what it says, up to its bounds`, () => {
    assert.equal(kind.expected, expected);
    for (const text of taken) assert.notEqual(kind.read(text), undefined, text);
    for (const text of refused) assert.equal(kind.read(text), undefined, text);
  });
}

test('texts are read as what they mean', () => {
  assert.equal(wholeNumber(0, 10).read('007'), 7);
  assert.deepEqual(someOf(['api', 'writer']).read(' writer,api,writer'), ['api', 'writer']);
  assert.deepEqual(networks.read(' 10.0.0.1 , ::1 '), ['10.0.0.1', '::1']);
  assert.deepEqual(networksAndHosts.read('Hooks.Internal, 10.0.0.0/8, b'), {
    networks: ['10.0.0.0/8'],
    hosts: ['hooks.internal', 'b'],
  });
  assert.equal(origin.read('https://A.example/'), 'https://a.example');
  assert.equal(service.read('nats://A/b'), 'nats://A/b');
  assert.deepEqual(urlList({ protocols: ['nats'] }).read('nats://a , nats://b'), [
    'nats://a',
    'nats://b',
  ]);
});

test('values are shown without what lets somebody in', () => {
  assert.equal(wholeNumber(0, 10).show(7), '7');
  assert.equal(oneOf(['on']).show('on'), 'on');
  assert.equal(someOf(['api', 'writer']).show(['api', 'writer']), 'api,writer');
  assert.equal(path.show('/a'), '/a');
  for (const kind of [secret(1), headerSecret(1), webhookSecret]) {
    assert.equal(kind.show('hidden'), '********');
    assert.equal(kind.isSecret, true);
  }
  assert.equal(hostAddress.show('a'), 'a');
  assert.equal(mailbox.show('N <a@b>'), 'N <a@b>');
  assert.equal(euRegion.show('eu-1'), 'eu-1');
  assert.equal(networks.show(['10.0.0.1', '::1']), '10.0.0.1,::1');
  assert.equal(networksAndHosts.show({ networks: ['::1'], hosts: ['a'] }), '::1,a');
});

test('of an address stays where the service is', () => {
  assert.equal(database.isSecret, true);
  assert.equal(database.show('postgres://h/d'), 'postgres://h/d');
  assert.equal(database.show('postgres://u@h/d'), 'postgres://********@h/d');
  assert.equal(database.show('postgres://:p@h'), 'postgres://********@h');
  assert.equal(
    database.show('postgres://u:p@h:5/d?sslmode=x&password=y'),
    'postgres://********@h:5/d?sslmode=********&password=********',
  );
  assert.equal(origin.show('https://a/'), 'https://a');
  assert.equal(origin.show('no address'), '********');
  const list = urlList({ protocols: ['nats'] });
  assert.equal(list.isSecret, true);
  assert.equal(list.show(['nats://u@a', 'nats://b']), 'nats://********@a,nats://b');
  const hooks = secretUrlList({ protocols: ['https'] });
  assert.equal(hooks.isSecret, true);
  assert.equal(
    hooks.show(['https://a/key', 'https://b:1']),
    'https://a/********,https://b:1/********',
  );
});
