/** Secrets that systems write into their logs, so that they do not leave for a model. */
interface Secret {
  readonly kind: string;
  /** The contents of `$1` and `$2` are kept. */
  readonly pattern: RegExp;
}

const SECRETS: readonly Secret[] = [
  {
    kind: 'private-key',
    pattern:
      /()-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]*-----|$)()/g,
  },
  { kind: 'jwt', pattern: /()\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?()/g },
  { kind: 'token', pattern: /\b((?:bearer|basic|token)\s+)[A-Za-z0-9._~+/=-]{12,}()/gi },
  {
    kind: 'token',
    pattern:
      /()\b(?:xpat|xp_live|xp_test|xscim|xoat|whsec|gh[pousr]|github_pat|glpat|npm|xox[abeoprs]|sk|rk|pk)[_-][\w-]{16,}()/g,
  },
  { kind: 'cloud-key', pattern: /()\b(?:AKIA|ASIA|AGPA|AROA)[A-Z0-9]{16}\b()/g },
  { kind: 'cloud-key', pattern: /()\bAIza[\w-]{35}()/g },
  { kind: 'cloud-key', pattern: /()\bSG\.[\w-]{16,}\.[\w-]{16,}()/g },
  {
    kind: 'password',
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{0,200}:)[^\s@/'"]{1,200}(@)/gi,
  },
  {
    kind: 'password',
    pattern:
      /((?:passw(?:or)?d|pwd|passphrase|secret|api[_-]?key|access[_-]?key|account[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret)["'\\]{0,3}\s{0,3}[:=]\s{0,3}["'\\]{0,3})(?!‹)[^\s"'&,;\\]{4,}()/gi,
  },
];

export interface Masked {
  readonly text: string;
  /** How many secrets were found. */
  readonly count: number;
}

export function maskSecrets(text: string): Masked {
  return SECRETS.reduce<Masked>(
    (before, { kind, pattern }) => {
      const found = before.text.match(pattern)?.length ?? 0;
      if (found === 0) return before;
      return {
        text: before.text.replace(pattern, `$1‹masked:${kind}›$2`),
        count: before.count + found,
      };
    },
    { text, count: 0 },
  );
}
