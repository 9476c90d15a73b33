/** A Splunk app as it is read: its files by content type, `local/` over `default/`. */
import type { SourceFile, Sources } from '../moving/read-sources.ts';
import { type Conf, layerConfs, readConf } from './read-conf.ts';

export interface View {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export interface SplunkApp {
  readonly name: string;
  /** By the name of the file, such as `macros`; empty where there is none. */
  readonly conf: (name: string) => Conf;
  readonly lookups: readonly SourceFile[];
  readonly views: readonly View[];
}

const CONFS = [
  'app',
  'savedsearches',
  'macros',
  'props',
  'transforms',
  'indexes',
  'eventtypes',
  'tags',
  'collections',
] as const;
const CONF = new RegExp(`^(.*?)(?:(?:^|/)(default|local)/)?(${CONFS.join('|')})\\.conf$`);
const VIEW = /^(.*?)(?:^|\/)(default|local)\/data\/ui\/views\/([^/]+)\.(?:xml|json)$/;
const LOOKUP = /^(.*?)(?:^|\/)lookups\/([^/]+\.csv(?:\.gz)?)$/;
/** A separately exported dashboard. */
const BARE_VIEW = /^([^/]+)\.(?:xml|json)$/;

export function isOfSplunk(path: string): boolean {
  return CONF.test(path) || VIEW.test(path) || LOOKUP.test(path) || BARE_VIEW.test(path);
}

export function findApps({ name, files }: Sources): SplunkApp[] {
  const byRoot = Map.groupBy(files, ({ path }) => rootOf(path));
  return [...byRoot].map(([root, own]) => openApp(root, own, name));
}

function rootOf(path: string): string {
  const found = VIEW.exec(path) ?? LOOKUP.exec(path) ?? CONF.exec(path);
  return (found?.[1] ?? '').replace(/\/$/, '');
}

function openApp(root: string, files: readonly SourceFile[], source: string): SplunkApp {
  const confs = new Map(CONFS.map((name) => [name as string, layersOf(files, name)]));
  const conf = (name: string): Conf => confs.get(name) ?? new Map();
  const label = conf('app').get('ui')?.settings.get('label')?.value;
  return {
    name: label ?? root.split('/').at(-1) ?? '',
    conf,
    lookups: files.filter(({ path }) => LOOKUP.test(path)),
    views: viewsOf(files),
    ...(label === undefined && root === '' ? { name: source } : {}),
  };
}

function layersOf(files: readonly SourceFile[], name: string): Conf {
  const layers = files
    .flatMap(({ path, bytes }) => {
      const [, , layer, own] = CONF.exec(path) ?? [];
      return own === name ? [{ path, bytes, isLocal: layer === 'local' }] : [];
    })
    .toSorted((left, right) => Number(left.isLocal) - Number(right.isLocal));
  return layerConfs(layers.map(({ path, bytes }) => readConf(bytes.toString('utf8'), path)));
}

/** A view of `local/` replaces the one of `default/`. */
function viewsOf(files: readonly SourceFile[]): View[] {
  const views = new Map<string, View & { readonly isLocal: boolean }>();
  for (const { path, bytes } of files) {
    const [, , layer, inFolder] = VIEW.exec(path) ?? [];
    const name = inFolder ?? BARE_VIEW.exec(path)?.[1];
    if (name === undefined) continue;
    const isLocal = layer === 'local';
    if (views.get(name)?.isLocal === true && !isLocal) continue;
    views.set(name, { name, file: path, text: bytes.toString('utf8'), isLocal });
  }
  return [...views.values()];
}
