import type { MaskKind } from '../../../contract/pipeline-steps.ts';

/** Finds one kind of thing in a text and gives each to `hide`. Linear in the text. */
export interface Masker {
  readonly regex: RegExp;
  /** Without this in a text there is nothing to find. */
  readonly hint?: string;
  /** Extra check for what the regex alone cannot decide; undefined if every match counts. */
  readonly isIt?: (found: string) => boolean;
  /** The part of a match that is hidden, where some of it only leads there. */
  readonly secretOf?: (found: string) => string;
}

const secretName =
  '\\b(?:pass(?:word|wd|phrase)?|pwd|(?:client[_-]?)?secret|(?:\\w{1,30}[_-])?token|api[_-]?key|(?:access|private)[_-]?key|authorization)';
const SECRET_NAME = new RegExp(`(?:^|[._-])${secretName.slice(2)}$`, 'i');

/** Whether an attribute of this name contains a secret, regardless of its value. */
export function isSecretName(name: string): boolean {
  return name.length <= 100 && SECRET_NAME.test(name);
}

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/**
 * Every pattern here starts at a border and has bounded repetitions, so that no text makes it slow. Secrets: values
 * after names that indicate them, and the well-known forms of keys and tokens.
 */
export const MASKERS: Readonly<Record<MaskKind, readonly Masker[]>> = {
  email: [
    {
      regex:
        /(?<![\w.%+-])[A-Za-z0-9][\w.%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
      hint: '@',
    },
  ],
  ip: [
    { regex: new RegExp(`(?<![\\d.])${octet}(?:\\.${octet}){3}(?![\\d.]*\\d)`, 'g') },
    {
      regex: /(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])/g,
      isIt: isIpv6,
    },
  ],
  card: [
    {
      regex:
        /(?<!\d)(?:\d{13,19}|\d{4}(?:-\d{4}){2}-\d{1,7}|\d{4}(?: \d{4}){2} \d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?!\d)/g,
      isIt: isCard,
    },
  ],
  token: [
    // Values after a name that indicates a secret, with and without quotes.
    {
      regex: new RegExp(`${secretName}["']?\\s{0,3}[=:]\\s{0,3}"(?:[^"\\\\]|\\\\.){1,4096}`, 'gi'),
      secretOf: (found) => found.replace(/^[^=:]*[=:]\s*"(?:(?:bearer|basic)\s)?/i, ''),
    },
    {
      regex: new RegExp(
        `${secretName}(?:\\\\?["'])?\\s{0,3}[=:]\\s{0,3}(?:\\\\?["'])?(?:(?:bearer|basic)\\s)?[^\\s"',;&]{3,4096}`,
        'gi',
      ),
      secretOf: (found) => found.replace(/^[^=:]*[=:]\s*(?:\\?["'])?(?:(?:bearer|basic)\s)?/i, ''),
    },
    { regex: /\beyJ[\w-]{8,4096}\.[\w-]{8,8192}\.[\w-]{0,1024}/g },
    {
      regex:
        /\b(?:xp_(?:live|test)_|xpat_|gh[pousr]_|github_pat_|glpat-|sk-|sk_live_|sk_test_|rk_live_|xox[abprs]-|npm_|AIza|ya29\.)[\w-]{10,255}/g,
    },
    { regex: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
    { regex: /\bBearer [\w.~+/-]{8,4096}=*/g, secretOf: (found) => found.slice(7) },
  ],
};

/** The check digit of card numbers, so that order numbers stay. */
function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^0+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Times such as 12:30:45 are no addresses. */
function isIpv6(found: string): boolean {
  const groups = found.split(':');
  const isShort = found.includes('::');
  const filled = groups.filter((group) => group !== '').length;
  if (isShort) return filled >= 1 && found.split('::').length === 2 && groups.length <= 9;
  return groups.length === 8 && filled === 8;
}
