/** A certificate for 127.0.0.1 that nobody vouches for, made anew for each test. */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface TestCertificate {
  readonly key: KeyObject;
  /** PEM. */
  readonly certificate: string;
}

export function makeCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = tbsCertificate(publicKey.export({ type: 'spki', format: 'der' }));
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.of(0), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''];
  return { key: privateKey, certificate: certificate.join('\n') };
}

/** What is signed, in the order of RFC 5280. */
function tbsCertificate(publicKey: Buffer): Buffer {
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('xplain test')))));
  const hourMs = 3_600_000;
  const validity = sequence(utcTime(Date.now() - hourMs), utcTime(Date.now() + hourMs));
  const address = sequence(der(0x87, Buffer.of(127, 0, 0, 1)));
  const isAuthority = sequence(der(0x01, Buffer.of(0xff)));
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, address)),
    sequence(oid('551d13'), der(0x01, Buffer.of(0xff)), der(0x04, isAuthority)),
  );
  return sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey,
    der(0xa3, extensions),
  );
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** `YYMMDDhhmmssZ` */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
