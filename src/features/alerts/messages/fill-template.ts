/** Values of the placeholders in a message; fields of the group under `group.<name>`. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Fields that a group lacks are left empty. Values are plain text and are never expanded again. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}
