/**
 * What the text of a variable can be. A kind reads strictly: the lenient conversions of schema
 * libraries take `12.5` for the port 12 and `true` for the port 1.
 */
import { isIP, isIPv4 } from 'node:net';
import { REGIONS_OUTSIDE_EU } from '../spec/eu.ts';

export interface Kind<T> {
  /** Completes the sentence “expected …”. */
  readonly expected: string;
  /** Undefined when the text is not of this kind. */
  read(text: string): T | undefined;
  /** What is wrong in particular, where “expected …” would not tell enough. */
  explain?(text: string): readonly string[];
  /** The value as people may see it: secrets are masked. */
  show(value: T): string;
  /** A wrong text must not be quoted back, since it may hold a password. */
  readonly isSecret?: true;
}

export const MASK = '********';

export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    read(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
      return value >= min && value <= max ? value : undefined;
    },
    show: String,
  };
}

export function oneOf<const T extends string>(choices: readonly T[]): Kind<T> {
  return {
    expected: `one of ${choices.join(', ')}`,
    read: (text) => choices.find((choice) => choice === text),
    show: (value) => value,
  };
}

/** Several of the choices, separated by commas; each once, in the order of the choices. */
export function someOf<const T extends string>(choices: readonly T[]): Kind<readonly T[]> {
  return {
    expected: `one or more of ${choices.join(', ')}, separated by commas`,
    read(text) {
      const parts = splitList(text);
      const isKnown = parts.every((part) => choices.some((choice) => choice === part));
      if (parts.length === 0 || !isKnown) return undefined;
      return choices.filter((choice) => parts.includes(choice));
    },
    show: (value) => value.join(','),
  };
}

export function textMatching(pattern: RegExp, expected: string): Kind<string> {
  return {
    expected,
    read: (text) => (pattern.test(text) ? text : undefined),
    show: (value) => value,
  };
}

/** A folder or file name; resolved against the working directory later. */
export const path: Kind<string> = textMatching(/^[^\0]{1,1000}$/, 'a path');

export function secret(charactersMin: number): Kind<string> {
  const length = charactersMin > 1 ? `at least ${charactersMin} characters` : 'text';
  return {
    expected: `${length} without leading or trailing spaces`,
    read(text) {
      const isLong = text.length >= charactersMin && text.length <= 4_000;
      return isLong && text.trim() === text ? text : undefined;
    },
    show: () => MASK,
    isSecret: true,
  };
}

/** It travels in a header, which takes nothing but this. */
export function headerSecret(charactersMin: number): Kind<string> {
  const length = charactersMin > 1 ? `at least ${charactersMin} ` : '';
  return {
    ...secret(charactersMin),
    expected: `${length}ASCII characters without spaces`,
    read: (text) =>
      /^[\x21-\x7e]{1,4000}$/.test(text) && text.length >= charactersMin ? text : undefined,
  };
}

/** A key as Standard Webhooks writes it: `whsec_`, and 24 to 64 bytes in base64. */
export const webhookSecret: Kind<string> = {
  ...secret(1),
  expected: 'whsec_ and 24 to 64 bytes in base64',
  read(text) {
    const [, bytes] = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/.exec(text) ?? [];
    const length = bytes === undefined ? 0 : Buffer.from(bytes, 'base64').length;
    return length >= 24 && length <= 64 ? text : undefined;
  },
};

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export const hostAddress: Kind<string> = {
  expected: 'an IP address or a host name, without a port',
  // Digits and dots alone are a mistyped IP address, although the pattern of host names takes them.
  read: (text) =>
    isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)) ? text : undefined,
  show: (value) => value,
};

const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/i;

export const emailAddress = textMatching(EMAIL, 'an email address such as ops@example.com');

export const mailbox: Kind<string> = {
  expected: 'an email address, or a name with one, such as Xplain <xplain@example.com>',
  read(text) {
    const address = /^[^<>\r\n"]{1,100} <([^<>]+)>$/.exec(text)?.[1] ?? text;
    return EMAIL.test(address) ? text : undefined;
  },
  show: (value) => value,
};

/** A region inside the EU, as the operator names it. */
export const euRegion: Kind<string> = {
  expected: `a region inside the EU that starts with eu-, such as eu-central-1; ${REGIONS_OUTSIDE_EU.join(' and ')} are outside the EU`,
  read(text) {
    const isName = /^eu-[a-z0-9]+(?:-[a-z0-9]+){0,5}$/.test(text) && text.length <= 63;
    return isName && !REGIONS_OUTSIDE_EU.includes(text) ? text : undefined;
  },
  show: (value) => value,
};

/** IP addresses and networks, as Fastify's `trustProxy` takes them. */
export const networks: Kind<readonly string[]> = {
  expected: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
  read(text) {
    const parts = splitList(text);
    return parts.length > 0 && parts.every(isNetwork) ? parts : undefined;
  },
  show: (value) => value.join(','),
};

/** Networks and names of hosts, apart. */
export interface NetworksAndHosts {
  readonly networks: readonly string[];
  readonly hosts: readonly string[];
}

export const networksAndHosts: Kind<NetworksAndHosts> = {
  expected:
    'IP addresses, networks such as 10.0.0.0/8 and host names such as hooks.example.com, without scheme or port, separated by commas',
  read(text) {
    const parts = splitList(text);
    const networksGiven = parts.filter(isNetwork);
    const hosts = parts.filter((part) => !isNetwork(part));
    // A name ends in a letter somewhere; digits and dots alone are a mistyped address.
    const areNames = hosts.every((host) => HOST_NAME.test(host) && !/^[\d.]+$/.test(host));
    if (parts.length === 0 || !areNames) return undefined;
    return { networks: networksGiven, hosts: hosts.map((host) => host.toLowerCase()) };
  },
  show: ({ networks: shown, hosts }) => [...shown, ...hosts].join(','),
};

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || isIP(address) === 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bitsOf(address));
}

function bitsOf(address: string): number {
  return isIPv4(address) ? 32 : 128;
}

interface UrlRules {
  readonly protocols: readonly string[];
  /** The address of a server alone: no path, no query, no credentials. */
  readonly isOrigin?: true;
  /** A database on a socket of this machine has no host. */
  readonly isHostOptional?: true;
}

export function url(rules: UrlRules): Kind<string> {
  const forms = rules.protocols.map((protocol) => `${protocol}://`).join(' or ');
  return {
    expected: `a URL that starts with ${forms}${rules.isOrigin ? ' and has no path' : ''}`,
    read(text) {
      const parsed = URL.parse(text);
      const isForm = rules.protocols.some((protocol) => text.startsWith(`${protocol}://`));
      if (parsed === null || !isForm || /\s/.test(text)) return undefined;
      if (parsed.hostname === '' && !rules.isHostOptional) return undefined;
      if (!rules.isOrigin) return text;
      return parsed.href === `${parsed.origin}/` ? parsed.origin : undefined;
    },
    show: maskUrl,
    isSecret: true,
  };
}

/** Several addresses of one service, separated by commas. */
export function urlList(rules: UrlRules): Kind<readonly string[]> {
  const single = url(rules);
  return {
    expected: `${single.expected}; separate several with commas`,
    read(text) {
      const parts = splitList(text);
      const isUsable = parts.length > 0 && parts.every((part) => single.read(part) !== undefined);
      return isUsable ? parts : undefined;
    },
    show: (value) => value.map(maskUrl).join(','),
    isSecret: true,
  };
}

/** The path of such an address may be what lets somebody in. */
export function secretUrlList(rules: UrlRules): Kind<readonly string[]> {
  const show = (value: readonly string[]): string =>
    value.map((each) => `${new URL(each).origin}/${MASK}`).join(',');
  return { ...urlList(rules), show };
}

/** Keeps what says where the service is; masks whatever may let somebody in. */
function maskUrl(text: string): string {
  const parsed = URL.parse(text);
  if (parsed === null) return MASK;
  const user = parsed.username === '' && parsed.password === '' ? '' : `${MASK}@`;
  const query = [...parsed.searchParams.keys()].map((name) => `${name}=${MASK}`).join('&');
  const rest = query === '' ? '' : `?${query}`;
  const pathname = parsed.pathname === '/' ? '' : parsed.pathname;
  return `${parsed.protocol}//${user}${parsed.host}${pathname}${rest}`;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
