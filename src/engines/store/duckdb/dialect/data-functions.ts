/** Functions of JSON and of network addresses. */
import { isIPv4 } from 'node:net';
import { argumentAt, knownText, named, text, wrongUse } from './arguments.ts';
import { computedOnce } from './computed-once.ts';
import { listOf, TEXTS } from './value-type.ts';
import type { CallSite, WriteFunction } from './writer.ts';

export const DATA_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  isValidJSON: named('ch_json_valid', 'flag'),
  JSONExtractRaw: (site) => ({
    text: `ch_json_raw(${text(site, 0)}, ${pathOf(site)})`,
    type: 'text',
  }),
  JSONExtractString: (site) => ({
    text: `coalesce(json_extract_string(TRY_CAST(${text(site, 0)} AS JSON), ${pathOf(site)}), '')`,
    type: 'text',
  }),
  JSONExtractArrayRaw: (site) => ({
    text: `ch_json_elements(${text(site, 0)}, ${pathOf(site)})`,
    type: TEXTS,
  }),
  JSONExtractKeys: named('ch_json_keys', TEXTS),
  JSONExtractKeysAndValuesRaw: named(
    'ch_json_pairs',
    listOf({ kind: 'tuple', of: ['text', 'text'] }),
  ),
  JSONExtract: (site) => {
    if (knownText(site, 1) !== 'Array(String)') throw wrongUse(site.call);
    return { text: `ch_json_texts(${text(site, 0)})`, type: TEXTS };
  },
  toJSONString: (site) => ({ text: `CAST(to_json(${text(site, 0)}) AS VARCHAR)`, type: 'text' }),
  isIPv4String: (site) => ({ text: `(ch_ipv4(${text(site, 0)}) IS NOT NULL)`, type: 'flag' }),
  isIPv6String: (site) => ({ text: `(${numberFromV6(site)} IS NOT NULL)`, type: 'flag' }),
  IPv4NumToString: named('ch_ipv4_text', 'text'),
  IPv4StringToNumOrNull: named('ch_ipv4', 'integer'),
  isIPAddressInRange: (site) => {
    const { first, last, isV4 } = rangeOf(knownText(site, 1));
    const number = isV4 ? `ch_ipv4(${text(site, 0)})` : numberFromV6(site);
    const type = isV4 ? 'BIGINT' : 'UHUGEINT';
    const bounds = `CAST('${first}' AS ${type}) AND CAST('${last}' AS ${type})`;
    return { text: `coalesce(${number} BETWEEN ${bounds}, FALSE)`, type: 'flag' };
  },
};

function numberFromV6(site: CallSite): string {
  return computedOnce(text(site, 0), (address) => `ch_ipv6(${address})`);
}

/** Keys and positions, counted from 1, as a path. */
function pathOf(site: CallSite): string {
  const steps = site.call.arguments.slice(1).map((_, i) => {
    const value = site.writer.valueOf(argumentAt(site, i + 1));
    if (value?.type === 'VARCHAR') return `."${value.value.replaceAll(/["\\]/g, '\\$&')}"`;
    if (value?.type === 'UINTEGER' && value.value > 0) return `[${value.value - 1}]`;
    throw wrongUse(site.call);
  });
  return site.writer.bind({ type: 'VARCHAR', value: `$${steps.join('')}` }).text;
}

interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly isV4: boolean;
}

/** `10.0.0.0/8` or `fe80::/10`, which our compiler has checked. */
function rangeOf(network: string): AddressRange {
  const [address = '', bits = ''] = network.split('/');
  const isV4 = isIPv4(address);
  const number = isV4 ? numberOfV4(address) : numberOfV6(address);
  const free = BigInt((isV4 ? 32 : 128) - Number(bits));
  const first = (number >> free) << free;
  return { first, last: first + (1n << free) - 1n, isV4 };
}

function numberOfV4(address: string): bigint {
  return address.split('.').reduce((all, part) => all * 256n + BigInt(part), 0n);
}

function numberOfV6(address: string): bigint {
  const plain = address.replace(/\d+\.\d+\.\d+\.\d+$/, (v4) => {
    const number = numberOfV4(v4);
    return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, behind] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => '0');
  return [...before, ...zeros, ...behind].reduce(
    (all, group) => all * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}
