import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isUnitWord,
  isUuid,
  scanHexGroups,
  scanIp4,
  scanNumber,
  scanPath,
  scanPrefixedHex,
  scanUrl,
} from './scan-value.ts';

type Scan = (text: string, from: number, end: number) => number;

/** What is read at the start of a text, between other texts: undefined where nothing is. */
function readWith(scan: Scan, text: string): string | undefined {
  const before = 'a9 ';
  const end = scan(`${before}${text}00`, before.length, before.length + text.length);
  assert.equal(scan(text, 0, text.length), end < 0 ? -1 : end - before.length, text);
  return end < 0 ? undefined : text.slice(0, end - before.length);
}

function assertReads(scan: Scan, expected: Readonly<Record<string, string | undefined>>): void {
  for (const [text, read] of Object.entries(expected)) {
    assert.equal(readWith(scan, text), read, text);
  }
}

test('addresses of four groups are read with their network', () => {
  assertReads(scanIp4, {
    '10.0.0.1': '10.0.0.1',
    '255.255.255.255': '255.255.255.255',
    '10.0.0.1:80': '10.0.0.1',
    '10.0.0.0/8': '10.0.0.0/8',
    '10.0.0.0/24': '10.0.0.0/24',
    '10.0.0.0/240': '10.0.0.0',
    '10.0.0.0/x': '10.0.0.0',
    '10.0.0.1.5': '10.0.0.1',
    '10.0.0.256': undefined,
    '256.0.0.1': undefined,
    '10.0.0.0001': undefined,
    '10.0.0': undefined,
    '10.0.0.': undefined,
    '10..0.1': undefined,
    '10,0.0.1': undefined,
    '': undefined,
  });
});

test('groups of hexadecimal digits are an address of the hardware or of the network', () => {
  const groupsIn = (text: string): string | undefined => {
    const before = 'a9 ';
    const found = scanHexGroups(`${before}${text}0:`, before.length, before.length + text.length);
    if (found === undefined) return undefined;
    const read = text.slice(0, found.end - before.length);
    return `${found.isHardware ? 'hardware' : 'network'} ${read}`;
  };
  const expected: Readonly<Record<string, string | undefined>> = {
    '00:1a:2b:3c:4d:5e': 'hardware 00:1a:2b:3c:4d:5e',
    'aa:bb:cc:dd:ee:ff.': 'hardware aa:bb:cc:dd:ee:ff',
    '00:1a:2b:3c:4d:5e: up': 'hardware 00:1a:2b:3c:4d:5e',
    '00:1a:2b:3c:4d:5': undefined,
    '00:1a:2b:3c:4d': undefined,
    '00:1a:2b:3c:4d:5e:6f': undefined,
    '1:2:3:4:5:6:7:8': 'network 1:2:3:4:5:6:7:8',
    'a:b:c:d:e:f:a:b': 'network a:b:c:d:e:f:a:b',
    '2001:0db8:0000:0000:0000:ff00:0042:8329': 'network 2001:0db8:0000:0000:0000:ff00:0042:8329',
    '1:2:3:4:5:6:7': undefined,
    '1:2:3:4:5:6:7:8:9': undefined,
    'fe80::1': 'network fe80::1',
    '::1': 'network ::1',
    'fe80::': 'network fe80::',
    '00:1a::2b:3c:4d:5e': 'network 00:1a::2b:3c:4d:5e',
    '1:2:3:4::5:6:7': 'network 1:2:3:4::5:6:7',
    '1:2:3:4::5:6:7:8': undefined,
    'fe80::1::2': undefined,
    'fe80::12345': undefined,
    'add::bad': undefined,
    '::': undefined,
    '10:15:00': undefined,
    '12345:1': undefined,
    'x::1': undefined,
  };
  for (const [text, read] of Object.entries(expected)) assert.equal(groupsIn(text), read, text);
});

test('numbers are read up to a boundary, with sign, exponent and unit', () => {
  const whole =
    '42 -1 +1 1.5 1,234.5 1.2.3 1e3 -1.5E+10 2e-3 12ms 99% 5µs 3bytes 7kHz 10Kbps 1st 2nd 3x 4th 5s';
  for (const text of whole.split(' ')) assert.equal(readWith(scanNumber, text), text);
  assertReads(scanNumber, {
    '42.': '42',
    '42, 43': '42',
    '42)': '42',
    '1.5.': '1.5',
    '1e3.': '1e3',
    '12ms.': '12ms',
    '12ms,': '12ms',
    '': undefined,
    '-': undefined,
    '*5': undefined,
    '.5': undefined,
    '1.a': undefined,
    '1e': undefined,
    '1e+': undefined,
    '1e*3': undefined,
    '1e3x': undefined,
    '1f3': undefined,
    '12parsec': undefined,
    '12kbytes': undefined,
    '12secsss': undefined,
    '12ms3': undefined,
    '12-ms': undefined,
    '12ms/s': undefined,
    '12q': undefined,
  });
});

test('a unit behind a blank is a short one that is hardly anything else', () => {
  const isUnit = (word: string): boolean => isUnitWord(`5 ${word} x`, 2, 2 + word.length);
  const units = 's B % ms kB MB GiB sec hrs Mbps Kbps mW kHz px th'.split(' ');
  for (const word of units) assert.equal(isUnit(word), true, word);
  const words = 'm h d k x b M A byte bytes parsec of minutes'.split(' ');
  for (const word of words) assert.equal(isUnit(word), false, word);
});

test('hexadecimal numbers have a prefix and end at a boundary', () => {
  assertReads(scanPrefixedHex, {
    '0x1f': '0x1f',
    '0XAB': '0XAB',
    '0x0,': '0x0',
    '0xdead beef': '0xdead',
    '0x': undefined,
    '0x,': undefined,
    '0xfg': undefined,
    '1x1f': undefined,
    '0y1f': undefined,
    '001f': undefined,
    '': undefined,
  });
});

test('a UUID has its dashes in four places and hexadecimal digits elsewhere', () => {
  const uuid = '123e4567-e89b-12d3-a456-426614174000';
  assert.equal(isUuid(uuid, 0, 36), true);
  assert.equal(isUuid(`id ${uuid.toUpperCase()}.`, 3, 40), true);
  assert.equal(isUuid(uuid, 0, 35), false);
  assert.equal(isUuid(`id ${uuid}`, 3, 38), false);
  for (let at = 0; at < 36; at += 1) {
    const isDash = [8, 13, 18, 23].includes(at);
    for (const other of ['g', isDash ? '0' : '-']) {
      const broken = uuid.slice(0, at) + other + uuid.slice(at + 1);
      assert.equal(isUuid(broken, 0, 36), false, broken);
    }
  }
});

test('a URL and a path end where their sentence goes on', () => {
  const both: Readonly<Record<string, string>> = {
    '/a/b.txt': '/a/b.txt',
    '/a/b rest': '/a/b',
    '/a/b.': '/a/b',
    '/a/b... more': '/a/b',
    '/a/b?x=1': '/a/b?x=1',
    '/a/b?': '/a/b',
    '/a?x= y': '/a?x=',
    '/a?x=1,2;3': '/a?x=1,2;3',
    '/a, /b': '/a',
    '/a; /b': '/a',
    '/a)': '/a',
    '/a(b)': '/a',
    '/a"b': '/a',
    '/a|b': '/a',
    '/a-b_c@d': '/a-b_c@d',
    '': '',
  };
  for (const [text, read] of Object.entries(both)) {
    assert.equal(readWith(scanUrl, text), read, text);
    assert.equal(readWith(scanPath, text), read, text);
  }
  assert.equal(readWith(scanUrl, '/a:80/b: c'), '/a:80/b');
  assert.equal(readWith(scanPath, '/a:80/b: c'), '/a');
});
