import type { StageKind } from '../tree.ts';

/** What works on each row on its own, so that it can be done again and again. */
export const ROW_COMMANDS: ReadonlySet<StageKind> = new Set<StageKind>([
  'convert',
  'eval',
  'fillnull',
  'makemv',
  'nomv',
  'rangemap',
  'regex',
  'rename',
  'replace',
  'rex',
  'where',
]);

interface TemplateField {
  readonly field: string;
  /** The text that each star of the pattern matched. */
  readonly stars: readonly string[];
}

/** The text of the commands for one field. */
export function filledTemplate(template: string, { field, stars }: TemplateField): string {
  return template
    .replaceAll('<<FIELD>>', () => field)
    .replaceAll('<<MATCHSTR>>', () => stars.join(''))
    .replaceAll(/<<MATCHSEG([123])>>/g, (_, digit: string) => stars[Number(digit) - 1] ?? '');
}
