import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerNetwork, readAddress } from './addresses.ts';

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
  assert.equal(callerNetwork('unknown'), 'unknown');
});
