import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type SecretPlace, type Secrets, UnreadableSecret } from './secrets.ts';

export interface SecretKeys {
  /** The installation's secret: everything is encrypted under it. */
  readonly secret: string;
  /** The one before: what was encrypted under it can still be read. */
  readonly previous: string | undefined;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Far more than any client secret, token or private key; a longer text is a mistake of ours. */
const SECRET_BYTES_MAX = 16_384;

interface Key {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

export function openSecrets({ secret, previous }: SecretKeys): Secrets {
  const current = keyFrom(secret);
  const keys = [current, ...(previous === undefined ? [] : [keyFrom(previous)])];
  return {
    currentPrefix: `${VERSION}.${current.id}.`,
    encryptSecret: (place, text) => encrypt(current, place, text),
    decryptSecret: (place, kept) => {
      const [version, id, box, ...rest] = kept.split('.');
      const key = keys.find((candidate) => candidate.id === id);
      if (version !== VERSION || key === undefined || box === undefined || rest.length > 0) {
        throw new UnreadableSecret();
      }
      return decrypt(key, place, box);
    },
  };
}

/** Sessions are signed with the same secret, so this key is its own, as is the name that tells it from others. */
function keyFrom(secret: string): Key {
  const derive = (info: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'xplain', `${info} ${VERSION}`, bytes));
  return {
    id: derive('name of the key of tenant secrets', 4).toString('hex'),
    bytes: derive('key of tenant secrets', KEY_BYTES),
  };
}

function encrypt(key: Key, place: SecretPlace, text: string): string {
  const plain = Buffer.from(text, 'utf8');
  if (plain.length > SECRET_BYTES_MAX) throw new Error('a secret to encrypt is too long');
  // Random nonces repeat with a chance of one in 2^32 only after 2^32 secrets under one key.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(key, place));
  const box = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${key.id}.${box.toString('base64url')}`;
}

function decrypt(key: Key, place: SecretPlace, text: string): string {
  const box = Buffer.from(text, 'base64url');
  // One text per secret: Node would pass over foreign characters and stray bits at the end.
  const isWhole = box.length >= NONCE_BYTES + TAG_BYTES && box.toString('base64url') === text;
  if (!isWhole || box.length > SECRET_BYTES_MAX + NONCE_BYTES + TAG_BYTES) {
    throw new UnreadableSecret();
  }
  const end = box.length - TAG_BYTES;
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(key, place));
  decipher.setAuthTag(box.subarray(end));
  try {
    const plain = decipher.update(box.subarray(NONCE_BYTES, end));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    throw new UnreadableSecret();
  }
}

/** Encoded as JSON, so that no two places result in the same bytes. */
function boundTo(key: Key, { organization, purpose, row }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, key.id, purpose, organization, row]), 'utf8');
}
