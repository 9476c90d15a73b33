/** Encrypted assertions: RSA-OAEP for the key, AES-GCM for the text. Older ways tell an attacker too much. */
import { createDecipheriv, constants, privateDecrypt } from 'node:crypto';
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { DS, XENC } from './namespaces.ts';
import { unfit, type XmlElement } from './read-xml.ts';
import { allIn, childOf, is, requiredChild, textOf } from './tree.ts';

const KEY_BYTES: Readonly<Record<string, number>> = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 16,
  'http://www.w3.org/2009/xmlenc11#aes192-gcm': 24,
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 32,
};
const OAEP_MGF1 = `${XENC}rsa-oaep-mgf1p`;
const OAEP = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
const DIGESTS: Readonly<Record<string, string>> = {
  [`${DS}sha1`]: 'sha1',
  [`${XENC}sha256`]: 'sha256',
  [`${XENC}sha512`]: 'sha512',
};
const MASKS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2009/xmlenc11#mgf1sha1': 'sha1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'sha256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'sha512',
};
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Decrypts the assertion to text. Every decryption failure has the same message. */
export function decryptAssertion(holder: XmlElement, privateKey: string): string {
  const data = requiredChild(holder, XENC, 'EncryptedData');
  const keys = allIn(holder).filter((each) => is(each, XENC, 'EncryptedKey'));
  const [encryptedKey] = keys;
  if (encryptedKey === undefined || keys.length > 1) {
    throw unfit('An encrypted assertion needs exactly one key.');
  }
  const algorithm = methodOf(data).attributes.get('Algorithm') ?? '';
  const keyBytes = KEY_BYTES[algorithm];
  if (keyBytes === undefined) throw unfit(`${algorithm.slice(0, 100)} is not accepted here.`);
  const digest = digestOf(methodOf(encryptedKey));
  try {
    const key = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest },
      valueOf(encryptedKey),
    );
    if (key.byteLength !== keyBytes) throw new Error('a key of another length');
    return open(algorithm, key, valueOf(data));
  } catch {
    throw new SsoRefusal('SAML_FORM', 'The assertion cannot be decrypted with our key.');
  }
}

function open(algorithm: string, key: Buffer, packed: Buffer): string {
  const bits = `${key.byteLength * 8}`;
  if (!algorithm.includes(bits)) throw new Error('a key of another length');
  const nonce = packed.subarray(0, NONCE_BYTES);
  const tag = packed.subarray(-TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const cipher = createDecipheriv(gcmOf(key), key, nonce, options).setAuthTag(tag);
  const text = packed.subarray(NONCE_BYTES, -TAG_BYTES);
  const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function gcmOf({ byteLength }: Buffer): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' {
  if (byteLength === 16) return 'aes-128-gcm';
  return byteLength === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
}

function methodOf(element: XmlElement): XmlElement {
  return requiredChild(element, XENC, 'EncryptionMethod');
}

/** Name of the hash, which must be the same for both uses: our library accepts only one. */
function digestOf(method: XmlElement): string {
  const algorithm = method.attributes.get('Algorithm') ?? '';
  const named = childOf(method, DS, 'DigestMethod')?.attributes.get('Algorithm');
  const digest = named === undefined ? 'sha1' : DIGESTS[named];
  const mask = allIn(method)
    .find(({ local }) => local === 'MGF')
    ?.attributes.get('Algorithm');
  const masked = mask === undefined ? 'sha1' : MASKS[mask];
  const isKnown = algorithm === OAEP || (algorithm === OAEP_MGF1 && mask === undefined);
  if (!isKnown || digest === undefined || masked !== digest) {
    throw unfit('The key is encrypted in a way that is not accepted here.');
  }
  return digest;
}

function valueOf(element: XmlElement): Buffer {
  const data = requiredChild(requiredChild(element, XENC, 'CipherData'), XENC, 'CipherValue');
  const text = textOf(data).replaceAll(/\s/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw unfit('A cipher text is not Base64.');
  return bytes;
}
