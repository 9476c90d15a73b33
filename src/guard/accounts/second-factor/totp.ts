/** Codes of authenticator apps (RFC 6238): SHA-1, 6 digits, 30 seconds, which every app supports. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../../spec/units.ts';

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** How many steps a clock may be off, each way. */
const STEPS_OFF = 1;

/** In base32, as apps take it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** What a QR code for an app contains. */
export function totpUri(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** The time step of a code, if it is newer than the last one used: a code works once. */
export function stepOfCode(
  secret: string,
  code: string,
  after: number,
  now: number,
): number | undefined {
  const key = fromBase32(secret);
  const given = Buffer.from(code);
  const current = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = current - STEPS_OFF; step <= current + STEPS_OFF; step++) {
    const expected = Buffer.from(codeAt(key, step));
    const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
    if (isEqual && step > after) found ??= step;
  }
  return found;
}

function codeAt(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

function fromBase32(text: string): Uint8Array {
  let bits = '';
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
