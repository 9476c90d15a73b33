/** The key pair of a connection, with a certificate for it: what providers check our requests with, and encrypt for. */
import { createSign, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../spec/units.ts';

export interface KeyPair {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

const BITS = 2_048;
/** Providers pin the key and ignore dates; some warn about an upcoming expiry. */
const VALID_DAYS = 20 * 365;

export async function makeKeys(commonName: string, now: number): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const body = certificateBody(commonName, publicKey, now);
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = sequence(body, SHA256_WITH_RSA, bitString(signature));
  return { privateKey, certificate: pem(certificate) };
}

/** The fields of X.509 in DER, as far as a certificate without extensions needs them. */
function certificateBody(commonName: string, publicKey: Buffer, now: number): Buffer {
  const version = tagged(0xa0, tagged(0x02, Buffer.from([2])));
  const serial = tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)]));
  const name = sequence(
    tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName.slice(0, 64))))),
  );
  const validity = sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS));
  return sequence(version, serial, SHA256_WITH_RSA, name, validity, name, publicKey);
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function bitString(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

/** With two digits for the year until 2049, with four from then on. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const isShort = new Date(at).getUTCFullYear() < 2_050;
  return isShort ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

/** 1.2.840.113549.1.1.11, without parameters. */
const SHA256_WITH_RSA = sequence(
  Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]),
  Buffer.from([0x05, 0x00]),
);
/** 2.5.4.3. */
const COMMON_NAME = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
