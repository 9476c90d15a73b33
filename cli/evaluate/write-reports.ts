import { appendFile, writeFile } from 'node:fs/promises';
import { type Given, type Option, type Terminal, textOption } from '../command.ts';
import { codeOf } from '../read-rows.ts';
import { githubAnnotations } from './github-annotations.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown-report.ts';
import type { Report } from './outcome.ts';
import { type Place, sarifReport } from './sarif-report.ts';
import { textReport } from './text-report.ts';

export const REPORT_OPTIONS = {
  json: { type: 'boolean', help: 'Output JSON.' },
  junit: { type: 'string', value: '<file>', help: 'Also write a JUnit report.' },
  markdown: {
    type: 'string',
    value: '<file>',
    help: 'Also write a Markdown report; appends to GITHUB_STEP_SUMMARY.',
  },
  sarif: { type: 'string', value: '<file>', help: 'Also write a SARIF 2.1.0 report.' },
  github: { type: 'boolean', help: 'Also output annotations for GitHub Actions.' },
} as const satisfies Readonly<Record<string, Option>>;

/** False when a report could not be written; which one has been told then. */
export async function writeReports(
  terminal: Terminal,
  given: Given,
  report: Report,
  place: Place,
): Promise<boolean> {
  if (given['json'] === true) terminal.print(JSON.stringify(report, null, 2));
  else for (const line of textReport(report)) terminal.print(line);
  if (given['github'] === true) {
    for (const line of githubAnnotations(report, place)) terminal.print(line);
  }
  const written: boolean[] = [];
  for (const [name, content] of [
    ['junit', () => junitReport(report)],
    ['markdown', () => markdownReport(report)],
    ['sarif', () => sarifReport(report, place)],
  ] as const) {
    const file = textOption(given, name);
    if (file !== undefined) written.push(await writeReport(terminal, file, content()));
  }
  return !written.includes(false);
}

async function writeReport(terminal: Terminal, file: string, text: string): Promise<boolean> {
  // Other steps of the job write into the summary as well.
  const isShared = file === terminal.environment['GITHUB_STEP_SUMMARY'];
  try {
    await (isShared ? appendFile(file, text) : writeFile(file, text));
    return true;
  } catch (error) {
    terminal.complain(`xplain: can't write ${file} (${codeOf(error)})`);
    return false;
  }
}
