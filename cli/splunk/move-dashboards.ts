/** Dashboards: Simple XML, and those of Dashboard Studio. */
import type { checkQuery } from '../moving/check-query.ts';
import { type DraftDashboard, moveDashboard } from '../moving/compose-dashboard.ts';
import { type Moving, remarksOf } from './moving.ts';
import { readSimpleXml } from './read-simple-xml.ts';
import { readStudio } from './read-studio.ts';
import { childOf, type Element, readXml, textIn } from './read-xml.ts';
import type { SplunkApp, View } from './splunk-app.ts';

/** Views that aren't dashboards but pages with their own code. */
const DASHBOARDS = new Set(['dashboard', 'form']);

export function moveDashboards(moving: Moving, apps: readonly SplunkApp[]): void {
  for (const app of apps) {
    for (const view of app.views) moveView(moving, view);
  }
}

function moveView(moving: Moving, view: View): void {
  const found = { kind: 'dashboard', name: view.name, file: view.file };
  const draft = readView(moving, view);
  if (typeof draft === 'string') {
    return moving.gathering.leave(found, { file: view.file, message: draft });
  }
  if (draft === undefined) return;
  if ('message' in draft) return moving.gathering.leave(found, draft);
  const { gathering, expand } = moving;
  const needs = {
    gathering,
    expand,
    remarksOf: (checked: ReturnType<typeof checkQuery>) => remarksOf(moving, checked),
  };
  moveDashboard(needs, draft);
}

type ReadView =
  | DraftDashboard
  | string
  | undefined
  | { file: string; line: number; message: string };

function readView(moving: Moving, { name, file, text }: View): ReadView {
  if (file.endsWith('.json')) return readStudio(moving, { name, file, text, line: 1 });
  const read = readXml(text);
  if (read.kind === 'problem') return { file, ...read.problem };
  const { root } = read;
  if (!DASHBOARDS.has(root.name)) return whyNone(root);
  const definition = childOf(root, 'definition');
  if (definition === undefined) return readSimpleXml(moving, root, { name, file });
  const { line } = definition;
  const titles = { title: textIn(root, 'label'), description: textIn(root, 'description') };
  return readStudio(moving, { name, file, text: definition.text, line, ...titles });
}

/** Other pages of an app are only mentioned if they show something. */
function whyNone(root: Element): string | undefined {
  return root.name === 'view' ? 'Pages with custom code aren’t supported.' : undefined;
}
