/** Requests the panels of a dashboard and passes on each part as soon as it arrives. */
import type {
  AnnotationAnswer,
  DashboardAsk,
  PanelAnswer,
  RefreshEnd,
  RefreshStart,
  VariableAnswer,
} from '../../../../../src/contract/dashboard-data.ts';
import { addressOf, ApiError, request } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { readEventStream } from '../../../query/read/event-stream.ts';
import type { RefreshPart } from './refresh-state.ts';

/** Resolves once all parts were there. Throws `ApiError`, also when the answer breaks off. */
export async function readRefresh(
  id: string,
  body: DashboardAsk,
  signal: AbortSignal,
  onPart: (part: RefreshPart) => void,
): Promise<void> {
  const response = await request(addressOf(api.askDashboard, { params: { id }, body }), {
    method: api.askDashboard.method,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (response.body === null) throw broken();
  for await (const { event, data } of readEventStream(response.body)) {
    const part = readPart(event, data);
    if (part === undefined) continue;
    onPart(part);
    if (part.kind === 'done') return;
  }
  throw broken();
}

function readPart(event: string, data: string): RefreshPart | undefined {
  const value: unknown = JSON.parse(data);
  switch (event) {
    case 'start':
      return { kind: 'start', start: value as RefreshStart };
    case 'done':
      return { kind: 'done', end: value as RefreshEnd };
    case 'annotations':
      return { kind: 'annotation', answer: value as AnnotationAnswer };
    case 'variables': {
      const { name, ...answer } = value as VariableAnswer & { readonly name: string };
      return { kind: 'variable', name, answer };
    }
    case 'panel': {
      const { id, ...answer } = value as PanelAnswer & { readonly id: string };
      return { kind: 'panel', id, answer };
    }
    default:
      return undefined;
  }
}

function broken(): ApiError {
  return new ApiError({
    status: 0,
    code: 'OFFLINE',
    message: 'Connection lost before all panels were loaded.',
    details: [],
    retryAfterSeconds: undefined,
    requestId: undefined,
  });
}
