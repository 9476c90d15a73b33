import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import { PLACEHOLDERS } from '../../../spec/alerts.ts';

/** What the placeholders of a message stand for; fields of the group under `group.<name>`. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS);
const GROUP = 'group.';

/** Every placeholder of a text that stands for nothing, with where it begins. */
export function findUnknownPlaceholders(text: string): { name: string; position: number }[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 1: name = '', index }) =>
    KNOWN.has(name) || (name.startsWith(GROUP) && name.length > GROUP.length)
      ? []
      : [{ name, position: index }],
  );
}

/** Refuses a text with a placeholder that stands for nothing. There is no logic in templates, so nothing else can be wrong. */
export function checkTemplate(path: string, text: string): void {
  const details = findUnknownPlaceholders(text).map(({ name, position }): ErrorDetail => ({
    path,
    message: `{{${name}}} stands for nothing here. There are ${PLACEHOLDERS.join(', ')} and group.<field>.`,
    position,
  }));
  if (details.length > 0)
    throw new AppError('VALIDATION_ERROR', 'The input is not valid.', { details });
}

/** What a group does not have is left empty. Values are text and are never looked at again. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}
