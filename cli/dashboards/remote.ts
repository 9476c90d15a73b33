/** The dashboards of an organization, as the server has them. */
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import type {
  exportDashboard,
  importDashboard,
  listDashboards,
} from '../../src/contract/dashboards.ts';
import { callServer, listField, type Server, textField } from '../server/call-server.ts';

const LIST: (typeof listDashboards)['url'] = '/api/v1/dashboards';
const EXPORT: (typeof exportDashboard)['url'] = '/api/v1/dashboards/:id/export';
const IMPORT: (typeof importDashboard)['url'] = '/api/v1/dashboards/import';
const PAGES_MAX = 1_000;

export interface RemoteDashboards {
  /** By key. */
  readonly keyed: ReadonlyMap<string, DashboardDefinition>;
  /** Names of those that have no key, and so no place in version control. */
  readonly unkeyed: readonly string[];
}

export async function readRemote(server: Server): Promise<RemoteDashboards> {
  const keyed = new Map<string, DashboardDefinition>();
  const unkeyed: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await callServer(server, { method: 'GET', path: `${LIST}?limit=200${after}` });
    for (const each of listField(answer, 'data')) {
      const [id, key] = [textField(each, 'id') ?? '', textField(each, 'key')];
      if (key === undefined) unkeyed.push(textField(each, 'name') ?? id);
      else keyed.set(key, await readDefinition(server, id));
    }
    cursor = textField(answer, 'nextCursor');
    if (cursor === undefined) break;
  }
  return { keyed, unkeyed };
}

async function readDefinition(server: Server, id: string): Promise<DashboardDefinition> {
  const path = EXPORT.replace(':id', encodeURIComponent(id));
  // What an export holds is a definition, as the server has checked it.
  return (await callServer(server, { method: 'GET', path })) as DashboardDefinition;
}

export async function sendDefinition(
  server: Server,
  definition: DashboardDefinition,
  note: string,
): Promise<void> {
  await callServer(server, { method: 'POST', path: IMPORT, body: { definition, note } });
}
