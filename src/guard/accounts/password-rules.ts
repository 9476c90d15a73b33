import { AppError, type ErrorDetail } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import type { AccountTools } from './account-needs.ts';
import { readPasswordHistory } from './users-table.ts';

/** Refuses a new password that breaks a rule, naming every rule it breaks under the field it came in. */
export async function requireGoodPassword(
  tools: Pick<AccountTools, 'limits' | 'isBreached' | 'hasher' | 'metadata'>,
  path: 'password' | 'newPassword',
  password: string,
  user?: UserId,
): Promise<void> {
  const broken = brokenRules(tools.limits.passwords, password);
  if (broken.length === 0 && (await tools.isBreached(password))) {
    broken.push('Appears in a data breach or is too common. Choose another one.');
  }
  if (broken.length === 0 && user !== undefined && (await wasUsed(tools, user, password))) {
    const { historyMax } = tools.limits.passwords;
    broken.push(`Must differ from the last ${historyMax} passwords.`);
  }
  if (broken.length === 0) return;
  const details: ErrorDetail[] = broken.map((message) => ({ path, message }));
  throw new AppError('VALIDATION_ERROR', `The password is not allowed. ${broken[0]}`, { details });
}

function brokenRules(limits: AccountTools['limits']['passwords'], password: string): string[] {
  const characters = Array.from(password).length;
  const rules: readonly (readonly [isKept: boolean, message: string])[] = [
    [characters >= limits.charactersMin, `Must have at least ${limits.charactersMin} characters.`],
    [characters <= limits.charactersMax, `Must have at most ${limits.charactersMax} characters.`],
    [/\p{Lu}/u.test(password), 'Must contain an uppercase letter.'],
    [/\p{Ll}/u.test(password), 'Must contain a lowercase letter.'],
    [/\p{Nd}/u.test(password), 'Must contain a digit.'],
  ];
  return rules.flatMap(([isKept, message]) => (isKept ? [] : [message]));
}

async function wasUsed(
  tools: Pick<AccountTools, 'limits' | 'hasher' | 'metadata'>,
  user: UserId,
  password: string,
): Promise<boolean> {
  const { historyMax } = tools.limits.passwords;
  for (const hash of await readPasswordHistory(tools.metadata, user, historyMax)) {
    if (await tools.hasher.verify(hash, password)) return true;
  }
  return false;
}
