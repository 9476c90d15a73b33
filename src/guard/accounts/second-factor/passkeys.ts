/**
 * What a browser sends of a passkey (WebAuthn), checked. The attestation is not asked for: a person may use any
 * authenticator, so the public key is believed as the browser of the signed-in person gives it.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isIP } from 'node:net';

/** The site that passkeys are made for. */
interface PasskeySite {
  readonly origin: string;
  /** The host: an authenticator signs for no other. */
  readonly host: string;
}

/** Undefined where browsers offer no passkeys: without TLS, and for an IP address. */
export function passkeySite(origin: string): PasskeySite | undefined {
  const { protocol, hostname } = new URL(origin);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return undefined;
  return { origin, host: hostname };
}

/** All texts are base64url. */
export interface NewPasskey {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  /** SPKI. */
  readonly publicKey: string;
}

export interface PasskeyAnswer {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;
/** Hash of the host, flags, counter. */
const HEAD_BYTES = 37;
const MODEL_BYTES = 16;
const RSA_BITS_MIN = 2_048;
const RSA_BITS_MAX = 4_096;

/** The signature counter it begins with; undefined when it is not accepted. */
export function readNewPasskey(
  site: PasskeySite,
  challenge: string,
  passkey: NewPasskey,
): { readonly counter: number } | undefined {
  if (!isForUs(site, challenge, passkey.clientData, 'webauthn.create')) return undefined;
  const data = Buffer.from(passkey.authenticatorData, 'base64url');
  const head = readHead(site, data);
  if (head === undefined || (head.flags & HAS_CREDENTIAL) === 0) return undefined;
  const start = HEAD_BYTES + MODEL_BYTES;
  if (data.length < start + 2) return undefined;
  const id = data.subarray(start + 2, start + 2 + data.readUInt16BE(start));
  if (id.length === 0 || id.toString('base64url') !== passkey.id) return undefined;
  const key = readKey(Buffer.from(passkey.publicKey, 'base64url'));
  return key === undefined ? undefined : { counter: head.counter };
}

/** The counter after a signature that is good; undefined for any other, and for a copy of the authenticator. */
export function counterOfAnswer(
  site: PasskeySite,
  challenge: string,
  known: { readonly publicKey: string; readonly counter: number },
  answer: PasskeyAnswer,
): number | undefined {
  if (!isForUs(site, challenge, answer.clientData, 'webauthn.get')) return undefined;
  const data = Buffer.from(answer.authenticatorData, 'base64url');
  const head = readHead(site, data);
  const key = readKey(Buffer.from(known.publicKey, 'base64url'));
  if (head === undefined || key === undefined) return undefined;
  const clientData = createHash('sha256').update(Buffer.from(answer.clientData, 'base64url'));
  const signed = Buffer.concat([data, clientData.digest()]);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  if (!verify(digest, signed, key, Buffer.from(answer.signature, 'base64url'))) return undefined;
  // An authenticator without a counter sends 0 each time.
  const isCounted = head.counter !== 0 || known.counter !== 0;
  return isCounted && head.counter <= known.counter ? undefined : head.counter;
}

function isForUs(site: PasskeySite, challenge: string, clientData: string, type: string): boolean {
  const data = fieldsOf(Buffer.from(clientData, 'base64url').toString());
  const isHere = data['origin'] === site.origin && data['crossOrigin'] !== true;
  return isHere && data['type'] === type && data['challenge'] === challenge;
}

function readHead({ host }: PasskeySite, data: Buffer) {
  if (data.length < HEAD_BYTES) return undefined;
  const expected = createHash('sha256').update(host).digest();
  if (!data.subarray(0, expected.length).equals(expected)) return undefined;
  const flags = data.readUInt8(expected.length);
  if ((flags & USER_PRESENT) === 0) return undefined;
  return { flags, counter: data.readUInt32BE(expected.length + 1) };
}

/** Of the kinds that were asked for, and of no size that takes long to verify. */
function readKey(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
    switch (key.asymmetricKeyType) {
      case 'ed25519':
        return key;
      case 'ec':
        return namedCurve === 'prime256v1' ? key : undefined;
      case 'rsa': {
        const isUsual = modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
        return isUsual && publicExponent === 65_537n ? key : undefined;
      }
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
