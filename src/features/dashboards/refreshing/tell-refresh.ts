/** A refresh as it goes over the wire: part by part, or as a whole. */
import type { DashboardData } from '../../../contract/dashboard-data.ts';
import type { Refresh, RefreshPart } from './refresh.ts';

export async function* refreshMessages(refresh: Refresh): AsyncGenerator<string, void, void> {
  yield message('start', refresh.start);
  for await (const part of refresh.parts()) yield partMessage(part);
  yield message('done', refresh.end());
}

function partMessage(part: RefreshPart): string {
  switch (part.kind) {
    case 'variable':
      return message('variables', { name: part.name, ...part.answer });
    case 'annotation':
      return message('annotations', part.answer);
    case 'panel':
      return message('panel', { id: part.id, ...part.answer });
  }
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

export async function gatherRefresh(refresh: Refresh): Promise<DashboardData> {
  const panels: DashboardData['panels'] = {};
  const variables: DashboardData['variables'] = {};
  const annotations: DashboardData['annotations'] = [];
  for await (const part of refresh.parts()) {
    switch (part.kind) {
      case 'variable':
        variables[part.name] = part.answer;
        break;
      case 'annotation':
        annotations.push(part.answer);
        break;
      case 'panel':
        panels[part.id] = part.answer;
    }
  }
  return { ...refresh.start, ...refresh.end(), panels, variables, annotations };
}
