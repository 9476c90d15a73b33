import { readAddress } from '../../base/addresses.ts';

/** An address of this machine. */
export function isLoopbackAddress(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  if (address.family === 'ipv4') return address.text.startsWith('127.');
  return address.text === '0:0:0:0:0:0:0:1';
}

/** An address that no router of the internet carries: this machine, or a network of its owner. */
export function isPrivateAddress(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  if (isLoopbackAddress(text)) return true;
  if (address.family === 'ipv6') return ((address.groups[0] ?? 0) & 0xfe00) === 0xfc00;
  const [first = 0, second = 0] = address.text.split('.').map(Number);
  if (first === 172) return second >= 16 && second <= 31;
  return first === 10 || (first === 192 && second === 168);
}
