import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerNetwork, isPublicAddress, readAddress } from './addresses.ts';

test('addresses are read in every form, and IPv4 inside of IPv6 is IPv4', () => {
  const read = (text: string): string | undefined => readAddress(text)?.text;

  assert.equal(read('10.1.2.3'), '10.1.2.3');
  assert.equal(read('::ffff:10.1.2.3'), '10.1.2.3');
  assert.equal(read('::FFFF:0a01:0203'), '10.1.2.3');
  assert.equal(read('0:0:0:0:0:ffff:10.1.2.3'), '10.1.2.3');
  assert.equal(read('::1'), '0:0:0:0:0:0:0:1');
  assert.equal(read('::'), '0:0:0:0:0:0:0:0');
  assert.equal(read('2001:DB8::0001:2'), '2001:db8:0:0:0:0:1:2');
  assert.equal(read('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2:3:4:5:6');
  assert.equal(read('1::'), '1:0:0:0:0:0:0:0');
  assert.equal(read('1::ffff:10.1.2.3'), '1:0:0:0:0:ffff:a01:203');
  assert.equal(read('0:0:0:0:1:ffff:10.1.2.3'), '0:0:0:0:1:ffff:a01:203');
  assert.equal(read('10.1.2.3%1%2'), '10.1.2.3');
  assert.equal(read('fe80::1%eth0'), 'fe80:0:0:0:0:0:0:1');
});

test('what is no address is told from one', () => {
  const texts = [
    '',
    'garbage',
    '10.1.2',
    '10.1.2.256',
    '10.1.2.03',
    '0x0a.1.2.3',
    '1.2.3.4.5',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '[::1]',
    '::1]/x?[',
    '10.1.2.3:80',
    'example.com',
  ];

  for (const text of texts) assert.equal(readAddress(text), undefined, text);
});

test('a caller is an IPv4 address or the /64 of an IPv6 address', () => {
  assert.equal(callerNetwork('::ffff:10.1.2.3'), '10.1.2.3');
  assert.equal(callerNetwork('2001:db8:1:2:3:4:5:6'), callerNetwork('2001:db8:1:2::9'));
  assert.notEqual(callerNetwork('2001:db8:1:2::'), callerNetwork('2001:db8:1:3::'));
  assert.equal(callerNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(callerNetwork('unknown'), 'unknown');
});

test('public is what everybody can reach, up to the last address of every other network', () => {
  const rows: readonly [inside: string, below: string, above: string][] = [
    ['10.0.0.0/8', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0/10', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0/8', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0/16', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0/12', '172.15.255.255', '172.32.0.0'],
    ['192.0.2.0/24', '192.0.1.255', '192.0.3.0'],
    ['192.31.196.0/24', '192.31.195.255', '192.31.197.0'],
    ['192.52.193.0/24', '192.52.192.255', '192.52.194.0'],
    ['192.175.48.0/24', '192.175.47.255', '192.175.49.0'],
    ['192.88.99.0/24', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0/16', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0/15', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0/24', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0/24', '203.0.112.255', '203.0.114.0'],
  ];

  for (const [inside, below, above] of rows) {
    const [address = '', bits = ''] = inside.split('/');
    const [first, last] = endsOf(address, Number(bits));
    assert.deepEqual(
      [below, first, last, above].map(isPublicAddress),
      [true, false, false, true],
      inside,
    );
  }
  for (const text of ['0.0.0.0', '0.255.255.255', '192.0.0.255', '224.0.0.0', '255.255.255.255']) {
    assert.equal(isPublicAddress(text), false, text);
  }
  for (const text of ['1.0.0.0', '8.8.8.8', '223.255.255.255']) assert.ok(isPublicAddress(text));
});

test('public IPv6 is what is given out, and nothing that carries IPv4', () => {
  for (const text of [
    '2606:4700::1111',
    '2a00:1450::1',
    '2001:200::1',
    '2001:db7:ffff::1',
    '3ffe::1',
    '2000::',
    '3fff:1000::1',
    '2a00:db8::1',
  ]) {
    assert.ok(isPublicAddress(text), text);
  }
  for (const text of [
    '::',
    '::1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '1fff:ffff::',
    '2001::1',
    '2001:1ff:ffff::',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
    '3fff:fff::1',
    '4000::',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2606:4700::1111%1',
    'example.com',
    '',
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

function endsOf(address: string, bits: number): [first: string, last: string] {
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  const show = (value: number): string =>
    [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  return [show(number), show(number + size - 1)];
}
