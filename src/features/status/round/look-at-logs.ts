import { LIMITS } from '../../../spec/limits.ts';
import { findLines, type Finding } from './find-lines.ts';
import { type Check, down, GOOD, SLOW } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';
import { type IngestEndpoint, ENDPOINTS, writeLine, type WrittenLine } from './write-line.ts';

/** What became of one line per endpoint. */
export interface LogsLook {
  readonly lines: Readonly<Record<IngestEndpoint, WrittenLine>>;
  /** Every line that was sent, those of an earlier look included. */
  readonly written: readonly WrittenLine[];
  readonly finding: Finding;
  readonly checks: Readonly<Record<IngestEndpoint | 'search', Check>>;
  /** From the answer to first found; null when it was not found. */
  readonly foundMs: Readonly<Record<IngestEndpoint, number | null>>;
}

/** Writes a line through each endpoint, then looks for both in one query. */
export async function lookAtLogs(needs: RoundNeeds, target: Target): Promise<LogsLook> {
  const [http, otlp] = await Promise.all([
    writeLine(needs, target, 'http'),
    writeLine(needs, target, 'otlp'),
  ]);
  return lookFor(needs, target, { http, otlp }, [http, otlp]);
}

/** Searches once more for an accepted line, and resends a line that was not accepted. */
export async function lookAgain(
  needs: RoundNeeds,
  target: Target,
  before: LogsLook,
): Promise<LogsLook> {
  const again = async (endpoint: IngestEndpoint): Promise<WrittenLine> => {
    const line = before.lines[endpoint];
    if (line.accepted !== undefined || line.check.result !== 'down') return line;
    return writeLine(needs, target, endpoint);
  };
  const [http, otlp] = await Promise.all([again('http'), again('otlp')]);
  const fresh = [http, otlp].filter((line) => line !== before.lines[line.endpoint]);
  const isNew = fresh.some(({ accepted }) => accepted !== undefined);
  const written = [...before.written, ...fresh];
  return lookFor(needs, target, { http, otlp }, written, isNew ? undefined : [0]);
}

async function lookFor(
  needs: RoundNeeds,
  target: Target,
  lines: LogsLook['lines'],
  written: readonly WrittenLine[],
  looksAtMs?: readonly number[],
): Promise<LogsLook> {
  const accepted = ENDPOINTS.map((endpoint) => lines[endpoint]).filter(
    (line) => line.accepted !== undefined,
  );
  // With no line to find, one search still shows whether searches are answered.
  const wanted = accepted.length === 0 ? ENDPOINTS.map((endpoint) => lines[endpoint]) : accepted;
  const looks = accepted.length === 0 ? [0] : looksAtMs;
  const finding = await findLines(needs, target, wanted, looks);
  const foundMs = {
    http: msUntilFound(lines.http, finding),
    otlp: msUntilFound(lines.otlp, finding),
  };
  const checks = {
    http: judgeLine(lines.http, finding, foundMs.http),
    otlp: judgeLine(lines.otlp, finding, foundMs.otlp),
    search: finding.check,
  };
  return { lines, written, finding, checks, foundMs };
}

function msUntilFound({ nonce, accepted }: WrittenLine, { foundAt }: Finding): number | null {
  const at = foundAt.get(nonce);
  return at === undefined || accepted === undefined ? null : Math.max(0, at - accepted.at);
}

/** If searches are not answered, the endpoint is judged by its own response only. */
function judgeLine(
  { accepted, check }: WrittenLine,
  { check: search }: Finding,
  foundMs: number | null,
): Check {
  if (accepted === undefined) return check;
  const isTakenSlowly = accepted.elapsedMs >= LIMITS.status.acceptedMsSlow;
  const isSearched = search.result === 'up' || search.result === 'slow';
  if (!isSearched) return isTakenSlowly ? SLOW : GOOD;
  if (foundMs === null) return down('not_found');
  if (foundMs >= LIMITS.status.foundMsMax) return { result: 'slow', reason: 'found_late' };
  return isTakenSlowly || foundMs >= LIMITS.status.foundMsSlow ? SLOW : GOOD;
}
