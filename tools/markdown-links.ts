import { posix } from 'node:path';

export interface MarkdownLink {
  /** As written in the page. */
  readonly text: string;
  /** The file it leads to, by path from the root. */
  readonly file: string;
  readonly anchor: string;
}

/** Links of a page into the project. External URLs and links inside code are omitted. */
export function projectLinks(page: string, text: string): MarkdownLink[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)[^)]*\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor = ''] = target.split('#');
    const file = path === '' ? page : posix.join(posix.dirname(page), path);
    return [{ text: target, file: file.replace(/\/$/, ''), anchor }];
  });
}

/** Paths of the project that a page names in backticks, such as `src/spec/limits.ts`. */
export function namedPaths(text: string): string[] {
  const named = text.matchAll(/`((?:src|web|cli|test|tools|docs|changes|deploy|\.ci)\/[\w./-]*)`/g);
  return [...named].map(([, path = '']) => path.replace(/\/$/, ''));
}

/** The anchors of a page's headings, in the form that forges give them. */
export function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}
