/** An authenticator in software, as a browser presents it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Kind = 'ES256' | 'RS256' | 'EdDSA';

/** What an attacker would change. */
interface Twist {
  readonly origin?: string;
  readonly host?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly flags?: number;
  readonly counter?: number;
  readonly id?: string;
}

export function softPasskey(origin: string, host: string, kind: Kind = 'ES256') {
  const { publicKey, privateKey } = keysOf(kind);
  const id = randomBytes(32);
  const credential = id.toString('base64url');
  let counter = 0;
  const clientDataOf = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    );
  const headOf = (flags: number, twist: Twist) => {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(twist.flags ?? flags, 0);
    rest.writeUInt32BE(twist.counter ?? counter, 1);
    const hash = createHash('sha256').update(twist.host ?? host);
    return Buffer.concat([hash.digest(), rest]);
  };
  return {
    id: credential,
    create(challenge: string, twist: Twist = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const parts = [headOf(0x41, twist), Buffer.alloc(16), length, id, Buffer.from([0xa0])];
      return {
        id: twist.id ?? credential,
        clientData: clientDataOf('webauthn.create', challenge, twist).toString('base64url'),
        authenticatorData: Buffer.concat(parts).toString('base64url'),
        publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
      };
    },
    get(challenge: string, twist: Twist = {}) {
      counter += 1;
      const clientData = clientDataOf('webauthn.get', challenge, twist);
      const data = headOf(0x01, twist);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return {
        id: twist.id ?? credential,
        clientData: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signatureOf(kind, privateKey, signed).toString('base64url'),
      };
    },
  };
}

function keysOf(kind: Kind) {
  if (kind === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  if (kind === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

function signatureOf(kind: Kind, key: KeyObject, data: Buffer): Buffer {
  return sign(kind === 'EdDSA' ? null : 'sha256', data, key);
}
