import { parseSync, Visitor } from 'oxc-parser';

export interface VisibleText {
  readonly line: number;
  readonly text: string;
}

/** What people may read of a source: its strings, templates and the text between tags. Comments are not. */
export function textsOfSource(file: string, source: string): VisibleText[] {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`);

  const found: { readonly start: number; readonly text: string }[] = [];
  const add = (start: number, text: string): void => {
    if (/[a-z] ?[a-z]/i.test(text)) found.push({ start, text: text.replaceAll(/\s+/g, ' ') });
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateElement: ({ value, start }) => add(start, value.cooked ?? ''),
    JSXText: ({ value, start }) => add(start, value),
  }).visit(program);
  return found.map(({ start, text }) => ({ line: lineAt(source, start), text }));
}

/** What people read of a page in Markdown: a paragraph at a time, since lines are broken anywhere; no code blocks or comments. */
export function textsOfPage(page: string): VisibleText[] {
  const found: { readonly line: number; text: string }[] = [];
  let isCode = false;
  let paragraph: (typeof found)[number] | undefined;
  for (const [i, line] of page.split('\n').entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isComment = line.startsWith('<!--');
    if (isFence || isCode || isComment || line.trim() === '') paragraph = undefined;
    else if (paragraph === undefined) found.push((paragraph = { line: i + 1, text: line.trim() }));
    else paragraph.text += ` ${line.trim()}`;
  }
  return found;
}

/** All lines of any other file, such as YAML. */
export function textsOfLines(content: string): VisibleText[] {
  return content.split('\n').map((text, i) => ({ line: i + 1, text }));
}

function lineAt(source: string, start: number): number {
  return source.slice(0, start).split('\n').length;
}
