/** The sources that the README pictures show, and whether the pictures were made from their current state. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from './made-from.ts';

/** The frame around every page. */
const FRAME = [
  'web/src/shell/app-frame.*',
  'web/src/shell/{places.ts,navigation-drawer.tsx,organization-menu.tsx,user-menu.tsx}',
  'web/src/shell/{clock-place,status-place}.tsx',
  'web/src/theme/*',
];
const SEARCH = [
  ...FRAME,
  'web/src/pages/search/{search-page,search-body}.tsx',
  'web/src/pages/search/{bars,rail,views}/**/*.tsx',
  'web/src/pages/search/**/*.css',
];

/** Glob patterns by picture. Deeper parts of a page can change without a new picture. */
const SOURCES = {
  search: SEARCH,
  dashboard: [...FRAME, 'web/src/pages/dashboards/{view,panels}/*.{tsx,css}'],
  service: [...FRAME, 'web/src/pages/services/*.css', 'web/src/pages/services/service/*.tsx'],
  statistics: SEARCH,
  patterns: SEARCH,
  evaluate: [...FRAME, 'web/src/pages/evaluate/*.{tsx,css}'],
  status: ['src/features/status/render/*.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PictureName = keyof typeof SOURCES;

/** By picture, the fingerprints of its sources and of the result. */
type Marks = Partial<
  Readonly<Record<string, { readonly sources: string; readonly picture: string }>>
>;

const FOLDER = 'docs/images';
const ROOT = dirname(import.meta.dirname);

export function pictureFile(name: PictureName, root = ROOT): string {
  return join(root, FOLDER, `${name}.png`);
}

/** Pictures that show something else than the sources do now. */
export function stalePictures(root = ROOT): PictureName[] {
  const marks = readMarks(root);
  return names().filter((name) => {
    const mark = marks[name];
    const now = markOf(name, root);
    return mark === undefined || mark.sources !== now.sources || mark.picture !== now.picture;
  });
}

/** Records that these pictures match the current sources. */
export function markPictures(made: readonly PictureName[], root = ROOT): void {
  const marks = { ...readMarks(root) };
  for (const name of made) marks[name] = markOf(name, root);
  const sorted = Object.fromEntries(names().map((name) => [name, marks[name]]));
  writeFileSync(marksFile(root), `${JSON.stringify(sorted, null, 2)}\n`);
}

function names(): PictureName[] {
  return Object.keys(SOURCES) as PictureName[];
}

function marksFile(root: string): string {
  return join(root, FOLDER, 'made-from.json');
}

function readMarks(root: string): Marks {
  const file = marksFile(root);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Marks) : {};
}

function markOf(name: PictureName, root: string): { sources: string; picture: string } {
  const file = pictureFile(name, root);
  const bytes = existsSync(file) ? readFileSync(file) : '';
  return {
    sources: fingerprint(SOURCES[name], root),
    picture: createHash('sha256').update(bytes).digest('hex'),
  };
}
