/**
 * Repository contents are packed, then encrypted and bound to their names: a reader of the repository learns only sizes
 * and times, and any change is detected. All of it runs on the threads of the runtime.
 */
import { hkdfSync, randomBytes, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { MB } from '../../../spec/units.ts';

export interface Seal {
  /** Deterministic for equal bytes, and useless without the key. */
  nameOf(plain: Uint8Array): Promise<string>;
  close(name: string, plain: Uint8Array): Promise<Buffer>;
  /** Throws when the bytes are not those that were sealed under the name. */
  open(name: string, sealed: Uint8Array): Promise<Buffer>;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** In front of everything that is sealed. */
const FORM = 1;
const NONCE_BYTES = 12;
const HEAD_BYTES = 1 + NONCE_BYTES;
const KEY_BYTES = 32;
/** The largest thing that is sealed is a list of the chunks of a backup. */
const PLAIN_BYTES_MAX = 1024 * MB;

export async function createSeal(key: string, salt: Uint8Array): Promise<Seal> {
  const derive = (purpose: string): ArrayBuffer =>
    hkdfSync('sha256', key, salt, `xplain backup ${purpose}`, KEY_BYTES);
  const { subtle } = webcrypto;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const naming = await subtle.importKey('raw', derive('names'), hmac, false, ['sign']);
  const sealing = await subtle.importKey('raw', derive('content'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const how = (name: string, nonce: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: Buffer.from(name),
  });
  return {
    async nameOf(plain) {
      return Buffer.from(await subtle.sign('HMAC', naming, owned(plain))).toString('hex');
    },
    async close(name, plain) {
      const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
      const packed = await compress(plain);
      const sealed = await subtle.encrypt(how(name, nonce), sealing, owned(packed));
      return Buffer.concat([Buffer.from([FORM]), nonce, Buffer.from(sealed)]);
    },
    async open(name, sealed) {
      if (sealed[0] !== FORM) throw new Error('Its format isn’t supported by this release.');
      const nonce = new Uint8Array(sealed.subarray(1, HEAD_BYTES));
      const body = owned(sealed.subarray(HEAD_BYTES));
      const packed = await subtle.decrypt(how(name, nonce), sealing, body);
      return decompress(Buffer.from(packed), { maxOutputLength: PLAIN_BYTES_MAX });
    },
  };
}

/** The types of the platform leave out memory that threads share; ours is never of that kind. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
