/** Networks such as 10.0.0.0/8, and whether they contain an address. */
import { isIPv4, isIPv6 } from 'node:net';
import { sql, string, type Sql } from '../../../engines/store/sql.ts';
import { truth } from './value.ts';

/** The engine fails at a network that it cannot read, so nothing else may reach it. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  return isIPv4(address) ? Number(bits) <= 32 : isIPv6(address) && Number(bits) <= 128;
}

/** The bits of a mask such as 255.255.0.0; undefined for any other text. */
export function maskBits(mask: string): number | undefined {
  if (!isIPv4(mask)) return undefined;
  return mask.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);
}

/** The engine also fails on text that is not an address, so such text is excluded first. */
export function inNetwork(text: Sql, network: string): Sql {
  const isAddress = sql`(isIPv4String(assumeNotNull(${text})) OR isIPv6String(assumeNotNull(${text})))`;
  const address = sql`if(${isAddress}, assumeNotNull(${text}), '0.0.0.0')`;
  return truth(
    sql`isNotNull(${text}) AND ${isAddress} AND isIPAddressInRange(${address}, ${string(network)})`,
  );
}
