import { EMAIL_PATTERN } from '../../contract/account-fields.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { OAuthProvider } from '../../spec/sign-in.ts';
import type { AccountNeeds } from './account-needs.ts';

/** Who signed in, per the provider. */
interface Profile {
  /** The provider's own name for the account; it never changes, as an address may. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the provider vouches that the address belongs to the account. */
  readonly emailVerified: boolean;
}

/** Queries the provider for the signed-in person; undefined if it returns none. */
export async function readProfile(
  { oauth, limits }: Pick<AccountNeeds, 'oauth' | 'limits'>,
  provider: OAuthProvider,
  accessToken: string,
): Promise<Profile | undefined> {
  const ask = (url: string) => askProvider(url, accessToken, limits.accounts);
  return READERS[provider](ask, oauth[provider].userinfoUrl);
}

const READERS: Readonly<
  Record<OAuthProvider, (ask: Ask, userinfoUrl: string) => Promise<Profile | undefined>>
> = { google: readGoogle, github: readGitHub };

type Ask = (url: string) => Promise<unknown>;

async function readGoogle(ask: Ask, userinfoUrl: string): Promise<Profile | undefined> {
  const answer = fieldsOf(await ask(userinfoUrl));
  return profileOf(
    answer['sub'],
    answer['name'],
    answer['email'],
    answer['email_verified'] === true,
  );
}

/** The address in a GitHub profile may be anything: only the list shows which addresses are confirmed. */
async function readGitHub(ask: Ask, userinfoUrl: string): Promise<Profile | undefined> {
  const user = fieldsOf(await ask(userinfoUrl));
  const list = await ask(`${userinfoUrl.replace(/\/$/, '')}/emails`);
  const addresses = Array.isArray(list) ? list.map(fieldsOf) : [];
  const confirmed = addresses.filter((address) => address['verified'] === true);
  const chosen = confirmed.find((address) => address['primary'] === true) ?? confirmed[0];
  const email = chosen?.['email'] ?? user['email'] ?? addresses[0]?.['email'];
  return profileOf(user['id'], user['name'] ?? user['login'], email, chosen !== undefined);
}

/** Provider data is checked as strictly as user input: an address that fails counts as missing. */
function profileOf(
  id: unknown,
  name: unknown,
  email: unknown,
  emailVerified: boolean,
): Profile | undefined {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(String(id))) return undefined;
  const isUsable = typeof email === 'string' && new RegExp(EMAIL_PATTERN).test(email);
  return {
    id: String(id),
    name: typeof name === 'string' ? plainName(name) : '',
    email: isUsable && email.length <= LIMITS.mail.addressCharactersMax ? email : '',
    emailVerified,
  };
}

function plainName(name: string): string {
  const characters = Array.from(name.replaceAll(/\p{Cc}/gu, ''));
  return characters.slice(0, LIMITS.accounts.nameCharactersMax).join('').trim();
}

const ANSWER_CHARACTERS_MAX = 100_000;

async function askProvider(
  url: string,
  accessToken: string,
  limits: AccountNeeds['limits']['accounts'],
): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        'user-agent': 'xplain',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.providerMsMax),
    });
    const text = await answer.text();
    if (!answer.ok || text.length > ANSWER_CHARACTERS_MAX) return undefined;
    return JSON.parse(text) as unknown;
  } catch {
    // On any error, the person only sees that the provider did not identify them.
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
