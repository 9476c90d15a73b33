import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';

const require = createRequire(import.meta.url);
// The package comes without types, and every project that reads this file would need a declaration of it.
const commonPasswords = require('fxa-common-password-list') as { test(password: string): boolean };

/** Source for breached passwords. */
export type BreachSource =
  | { readonly kind: 'list' }
  | { readonly kind: 'range'; readonly url: string }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'off' };

export type BreachCheck = (password: string) => Promise<boolean>;

interface BreachNeeds {
  readonly log: Log;
  readonly limits: Pick<Limits['passwords'], 'breachCheckMsMax' | 'breachAnswerBytesMax'>;
}

/**
 * Whether a password is publicly known. The bundled list is used in every mode except `off`; if the service or folder
 * fails, it alone decides, and the failure is logged.
 */
export function createBreachCheck(needs: BreachNeeds, source: BreachSource): BreachCheck {
  switch (source.kind) {
    case 'off':
      return () => Promise.resolve(false);
    case 'list':
      return (password) => Promise.resolve(isCommon(password));
    case 'range':
      return checkOrList(needs, (prefix) => askService(needs, source.url, prefix));
    case 'folder':
      return checkOrList(needs, (prefix) => readRange(needs, source.folder, prefix));
  }
}

/** A common word with a capital letter and a year is still common. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const bare = lower.replace(/[^a-z]+$/, '');
  return [lower, bare].some((candidate) => commonPasswords.test(candidate));
}

function checkOrList(needs: BreachNeeds, read: (prefix: string) => Promise<string>): BreachCheck {
  return async (password) => {
    if (isCommon(password)) return true;
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      return isListed(await read(digest.slice(0, 5)), digest.slice(5));
    } catch (error) {
      needs.log.warn({ err: error }, 'breached passwords cannot be looked up, using the list');
      return false;
    }
  };
}

/** Lines of `<rest of the hash>:<times seen>`; zero times is padding. */
function isListed(lines: string, rest: string): boolean {
  return lines.split('\n').some((line) => {
    const [hash = '', seen = ''] = line.trim().split(':');
    return hash.toUpperCase() === rest && Number(seen) > 0;
  });
}

async function askService(needs: BreachNeeds, url: string, prefix: string): Promise<string> {
  const address = new URL(prefix, url.endsWith('/') ? url : `${url}/`);
  const answer = await fetch(address, {
    headers: { 'add-padding': 'true', 'user-agent': 'xplain' },
    signal: AbortSignal.timeout(needs.limits.breachCheckMsMax),
  });
  if (!answer.ok) throw new Error(`the range service returned ${answer.status}`);
  let text = '';
  const decoder = new TextDecoder();
  const chunks: AsyncIterable<Uint8Array> | undefined = answer.body ?? undefined;
  for await (const chunk of chunks ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > needs.limits.breachAnswerBytesMax) throw new Error('the answer is too long');
  }
  return text;
}

async function readRange(needs: BreachNeeds, folder: string, prefix: string): Promise<string> {
  const file = await findFile(join(folder, prefix), join(folder, `${prefix}.txt`));
  if ((await stat(file)).size > needs.limits.breachAnswerBytesMax) {
    throw new Error('the range file is too long');
  }
  return readFile(file, 'utf8');
}

async function findFile(plain: string, withEnding: string): Promise<string> {
  try {
    await stat(plain);
    return plain;
  } catch {
    return withEnding;
  }
}
