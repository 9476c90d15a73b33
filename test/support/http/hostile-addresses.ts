/** Ways to write an address that must not be called, and how to see that none was. */
import { Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** One or more of every network that is not public. */
export const INSIDE = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.254',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

export const INSIDE_IPV6 = [
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
];

function notationsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => value.toString(16);
  const low = (c * 256 + d).toString(16);
  const high = (a * 256 + b).toString(16);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
  ];
}

export const HOSTILE_URLS = [
  ...INSIDE.flatMap(notationsOf).map((host) => `https://${host}/`),
  ...INSIDE_IPV6.map((address) => `https://[${address}]/`),
  'https://[fe80::1%25eth0]/',
  'https://example.com@127.0.0.1/',
  'https://example.com:x@127.0.0.1/',
  'https://example.com\\@127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https:127.0.0.1',
  'https:///127.0.0.1/',
  '//127.0.0.1/',
  'https://127.0.0.1#@example.com/',
  'https://127.0.0.1?@example.com/',
  ' https://127.0.0.1/',
  'https://127.0.0.1\t/',
  'https://127.0.0.1\n.example.com/',
  'http://169.254.169.254/latest/meta-data/',
  'gopher://127.0.0.1:70/_x',
  'dict://127.0.0.1:2628/x',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'blob:https://127.0.0.1/x',
];

/** Counts every connection that this process so much as tries to open. */
export function countConnections(t: TestContext): () => number {
  const connect = t.mock.method(Socket.prototype, 'connect');
  return () => connect.mock.callCount();
}
