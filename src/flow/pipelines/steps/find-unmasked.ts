import type { StepOf } from '../../../contract/pipeline-steps.ts';
import type { Limits } from '../../../spec/limits.ts';
import { compileRegex } from '../../../language/event-regex/compile-regex.ts';
import { type PipelineEvent, readField } from '../pipeline-event.ts';
import { everyField, HIDDEN } from './mask.ts';
import { isSecretName, type Masker, MASKERS } from './mask-kinds.ts';

/** A field that still contains what a mask should have hidden. */
export interface Unmasked {
  readonly field: string;
  /** A kind of the mask, or `pattern` for one of its author's own. */
  readonly kind: string;
}

/** Checks a masked event in every field, including those that the mask does not cover. */
export function findUnmasked(
  options: StepOf<'mask'>,
  limits: Limits['pipelines'],
): (event: PipelineEvent) => Unmasked[] {
  const kinds = options.what ?? [];
  const own =
    options.pattern === undefined ? undefined : compileRegex(options.pattern, limits, 'g');
  return (event) =>
    everyField(event).flatMap((field) => {
      const text = readField(event, field) ?? '';
      const isSecret = (kind: string): boolean => kind === 'token' && isSecretName(field);
      const left: string[] = kinds.filter((kind) =>
        isSecret(kind)
          ? text !== '' && !isSubstitute(options, kind, text)
          : MASKERS[kind].some((masker) => holds(masker, options, kind, text)),
      );
      // A custom pattern can be slow on a long text, and no watchdog runs here.
      const isOwn = own !== undefined && text.length <= own.freeCharacters;
      if (isOwn && holds({ regex: own.regex }, options, 'masked', text)) left.push('pattern');
      return left.map((kind) => ({ field, kind }));
    });
}

function holds(
  { regex, hint = '', isIt = () => true, secretOf = (found) => found }: Masker,
  options: StepOf<'mask'>,
  kind: string,
  text: string,
): boolean {
  if (!text.includes(hint)) return false;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const [found] = match;
    if (found !== '' && isIt(found) && !isSubstitute(options, kind, secretOf(found))) return true;
    if (found === '') regex.lastIndex = match.index + 1;
  }
  return false;
}

/** What the mask itself has written may look like what it hides: `password=[token]`. */
function isSubstitute(options: StepOf<'mask'>, kind: string, text: string): boolean {
  if (options.with === 'hash') return /^[a-z]+:[0-9a-f]{16}$/.test(text);
  const { replacement = `[${kind}]` } = options;
  return (replacement !== '' && text.startsWith(replacement)) || text === HIDDEN;
}
