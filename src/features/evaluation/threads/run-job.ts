import { evaluateOffline } from '../../../evaluator/index.ts';
import { estimateTokens, type Row } from '../../../patterns/index.ts';
import { buildPrompt } from '../asking/build-prompt.ts';
import { groundFindings } from '../grounding/ground-findings.ts';
import { readAnswer } from '../grounding/read-answer.ts';
import { type WrittenVerdict, writeVerdict } from '../grounding/write-verdict.ts';
import { packLines, unpackLines, unpackTexts } from '../input/packed-lines.ts';
import { prepareParts } from '../input/prepare-parts.ts';
import type { PreparedRows } from '../input/prepared-input.ts';
import { readRequest } from '../input/read-request.ts';
import { halve } from '../input/halve.ts';
import { planCheck, prepareQuestion } from '../model-check/prepare-check.ts';
import { type Judge, writePreview } from '../input/write-preview.ts';
import type { Job, JobResults, Prepared, ReadInput } from './jobs.ts';
import { practise } from './practise.ts';

type JobOf<Kind extends Job['kind']> = Job & { readonly kind: Kind };

/** Each job is a pure function of its input, on any thread. */
export function runJob(job: Job): JobResults[Job['kind']] {
  switch (job.kind) {
    case 'read':
      return read(job);
    case 'halve':
      return halve(asBuffer(job.bytes), job.detailsMax);
    case 'prepare': {
      const rows = JSON.parse(asBuffer(job.bytes).toString()) as Row[];
      return prepared(prepareParts(job.request, rows, job.judge, job.events), job.judge);
    }
    case 'prompt': {
      const { request, items, texts, problems } = job;
      const lines = texts === undefined ? [] : unpackTexts(texts);
      return buildPrompt({ request, items, lines, problems });
    }
    case 'judge':
      return judge(job);
    case 'ground':
      return ground(job);
    case 'checkPlan':
      return planCheck(job);
    case 'checkQuestion':
      return prepareQuestion(job);
    case 'practise':
      return practise(runJob);
  }
}

function read({ bytes, settings }: JobOf<'read'>): ReadInput {
  const { request, source } = readRequest(asBuffer(bytes), settings);
  if (source.kind === 'search') return { kind: 'search', request, search: source };
  return prepared(prepareParts(request, source.rows, settings), settings);
}

function prepared(rows: PreparedRows, answering: Judge): Prepared {
  if (rows.request.isPreview) return { kind: 'preview', answer: writePreview(rows, answering) };
  const { lines, laterParts, tokens: _shownInPreviews, isOverBudget: _planned, ...facts } = rows;
  const later = laterParts?.map((part) => ({
    lines: packLines(part.lines),
    lineTokens: part.lineTokens,
  }));
  const input = { ...facts, lines: packLines(lines) };
  return {
    kind: 'prepared',
    input: later === undefined ? input : { ...input, laterParts: later },
  };
}

function judge({ asked }: JobOf<'judge'>): JobResults['judge'] {
  const { request, items, isTruncated } = asked;
  const { criteria, mode, quotesRows } = request;
  const lines = unpackLines(asked.lines);
  const hints = request.items.map(({ description }) => description);
  const isGeneric = items.length === 0;
  const said = evaluateOffline({
    lines: lines.map(({ text }) => text),
    criteria: isGeneric ? [criteria, ...hints].join('\n') : criteria,
    items: request.items.length > 0 ? items : [],
    mode,
  });
  const draft = {
    findings: said.findings.map((finding) => ({ ...finding, score: null, tags: [] })),
    summary: said.summary,
  };
  const grounding = { lines, items, criteria, isTruncated, mark: undefined, quotesRows };
  return {
    verdict: writeVerdict(groundFindings(draft, grounding)),
    tokensOut: estimateTokens(JSON.stringify(said)),
  };
}

function ground({ answer, question, asked }: JobOf<'ground'>): WrittenVerdict {
  const said = readAnswer(answer, question);
  if (said.kind === 'invalid') return said;
  const { items, isTruncated } = asked;
  const lines = unpackLines(asked.lines);
  const { criteria, quotesRows } = asked.request;
  const { mark } = question;
  const grounding = { lines, items, criteria, isTruncated, mark, quotesRows };
  return writeVerdict(groundFindings(said.draft, grounding));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
