import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { staticAnswer, type StaticAnswer } from '../static-answer.ts';

/** The built web app, held in memory: a few files that do not change while the process runs. */
export interface WebApp {
  /** The start page for every address of the app; the browser determines which page to show. */
  readonly page: StaticAnswer;
  /** By path, such as `/icon.svg`. */
  readonly files: ReadonlyMap<string, StaticAnswer>;
  /** Files whose name changes with their content, by name. */
  readonly assets: ReadonlyMap<string, StaticAnswer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  // The command line, for `npm install`.
  '.tgz': 'application/gzip',
};

/** Undefined where the app has not been built. The page tells the app where the status page is. */
export function loadWebApp(directory: string, statusUrl?: string): WebApp | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  const files = new Map<string, StaticAnswer>();
  const assets = new Map<string, StaticAnswer>();
  for (const path of globSync('**/*.*', { cwd: directory })) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const answer = staticAnswer(type, readFileSync(join(directory, path)));
    if (path.startsWith('assets/')) assets.set(path.slice('assets/'.length), answer);
    else files.set(`/${path}`, answer);
  }
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const page = staticAnswer('text/html; charset=utf-8', withStatusUrl(html, statusUrl));
  return { page, files, assets };
}

/** Embedded in the page: when the app needs it, the server may be unreachable. */
function withStatusUrl(html: string, statusUrl: string | undefined): string {
  if (statusUrl === undefined) return html;
  // The configuration has validated the URL; in this form it contains neither quotes nor angle brackets.
  const content = new URL(statusUrl).href.replaceAll('&', '&amp;').replaceAll("'", '%27');
  return html.replace('</head>', () => `<meta name="xplain-status" content="${content}" /></head>`);
}
