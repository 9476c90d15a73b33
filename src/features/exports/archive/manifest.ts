/** A manifest lists the files of one window. Readers of an archive trust only files that a manifest lists. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Manifest, parseManifest } from '../../../contract/archive-manifest.ts';

/** The text of a manifest: the same bytes whenever the same facts are written. */
export function writeManifest(manifest: Manifest, key: string): string {
  return `${JSON.stringify({ manifest, hmac: signatureOf(manifest, key) }, undefined, 2)}\n`;
}

export interface ReadManifest {
  readonly manifest: Manifest;
  readonly sha256: string;
  readonly isSignedWith: (key: string) => boolean;
}

/** Undefined when the text is no manifest. */
export function readManifest(text: string): ReadManifest | undefined {
  const parsed = parseManifest(text);
  if (parsed === undefined) return undefined;
  const { manifest, hmac } = parsed;
  return {
    manifest,
    sha256: hashOf(text),
    isSignedWith: (key) =>
      timingSafeEqual(Buffer.from(hmac, 'hex'), Buffer.from(signatureOf(manifest, key), 'hex')),
  };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Over the facts in the order they were written, which reading and writing JSON keeps. */
function signatureOf(manifest: Manifest, key: string): string {
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex');
}
