import { createHmac, createSecretKey } from 'node:crypto';
import type { StepOf } from '../../../contract/pipeline-steps.ts';
import type { Limits } from '../../../spec/limits.ts';
import { compileRegex } from '../../../language/event-regex/compile-regex.ts';
import { type PipelineEvent, readField, writeField } from '../pipeline-event.ts';
import { isSecretName, type Masker, MASKERS } from './mask-kinds.ts';
import type { Step } from './step.ts';

type Substitute = (secret: string) => string;
/** The text without its secrets, and no longer than needed to fill `lengthMax`. */
type Hide = (text: string, lengthMax: number) => string;

/** Throws a RegexFault for an invalid pattern. Without the key, the hashes are useless. */
export function maskStep(
  options: StepOf<'mask'>,
  limits: Limits['pipelines'],
  hashKey: string,
): Step {
  // What must not be stored must not be stored in any field, so a smaller scope has to be explicit.
  const { fields = ['*'] } = options;
  const hides: Hide[] = (options.what ?? []).flatMap((kind) =>
    MASKERS[kind].map((masker) => hiding(masker, substitute(options, kind, hashKey))),
  );
  const custom =
    options.pattern === undefined ? undefined : compileRegex(options.pattern, limits, 'g');
  if (custom !== undefined) {
    hides.push(hiding({ regex: custom.regex }, substitute(options, 'masked', hashKey)));
  }
  const hidesNamed = options.what?.includes('token')
    ? hidingNamed(substitute(options, 'token', hashKey))
    : undefined;
  const freeCharacters = custom?.freeCharacters ?? Infinity;
  const isEverywhere = fields.includes('*');
  return (event, context) => {
    const names = isEverywhere ? everyField(event) : fields;
    if (!context.isWatched && names.some((name) => isLonger(event, name, freeCharacters))) {
      return 'unwatched';
    }
    const { room } = context;
    const lengthMax = room.limits.bodyBytesMax;
    const changes: [name: string, before: string, after: string][] = [];
    for (const name of names) {
      const before = readField(event, name);
      if (before === undefined) continue;
      const after =
        hidesNamed?.(name, before) ?? hides.reduce((text, hide) => hide(text, lengthMax), before);
      if (after !== before) changes.push([name, before, after]);
    }
    for (const [name, before, after] of changes) {
      writeField(event, name, after, room);
      // There was no room for it, and what should be hidden must not stay.
      if (readField(event, name) === before) writeField(event, name, HIDDEN, room);
    }
    return 'done';
  };
}

/** Hides the whole value of an attribute whose name marks it as a secret. */
function hidingNamed(replace: Substitute): (name: string, value: string) => string | undefined {
  return (name, value) => (value !== '' && isSecretName(name) ? replace(value) : undefined);
}

export function everyField(event: PipelineEvent): string[] {
  return ['event', 'source', ...event.attributes.map(([key]) => key)];
}

function isLonger(event: PipelineEvent, name: string, max: number): boolean {
  return max !== Infinity && (readField(event, name)?.length ?? 0) > max;
}

function hiding(
  { regex, hint = '', isIt = () => true, secretOf }: Masker,
  replace: Substitute,
): Hide {
  return (text, lengthMax) => {
    if (!text.includes(hint)) return text;
    let after = '';
    let copied = 0;
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      const [found] = match;
      // A real match can start within a rejected one, and an empty match must not loop forever.
      if (found === '' || !isIt(found)) {
        regex.lastIndex = match.index + 1;
        continue;
      }
      const secret = secretOf === undefined ? found : secretOf(found);
      const end = match.index + found.length;
      after += text.slice(copied, end - secret.length) + replace(secret);
      copied = end;
      // The rest would be cut anyway, and a short secret can have a long replacement.
      if (after.length > lengthMax) return after;
    }
    return copied === 0 ? text : after + text.slice(copied);
  };
}

/** Used for a field whose replacement did not fit. */
export const HIDDEN = '*';
const HASH_CHARACTERS = 16;

function substitute(options: StepOf<'mask'>, kind: string, hashKey: string): Substitute {
  if (options.with !== 'hash') {
    const { replacement = `[${kind}]` } = options;
    return () => replacement;
  }
  // Made once: a text would become one again for every value, which takes longer than the hash itself.
  const key = createSecretKey(hashKey, 'utf8');
  return (found) => {
    const digest = createHmac('sha256', key).update(found).digest('hex');
    return `${kind}:${digest.slice(0, HASH_CHARACTERS)}`;
  };
}
