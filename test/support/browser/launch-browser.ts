import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../programs/require-program.ts';

/** Made for running without windows, it takes a quarter less of the processors; the one for people will do. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

export const BROWSER_MISSING = `Chromium is missing: apt-get install ${PROGRAMS[0]}`;

/** Undefined where there is none. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser | undefined> {
  const executablePath = PROGRAMS.map(findProgram).find((path) => path !== undefined);
  if (executablePath === undefined) return undefined;
  // Containers rarely allow the sandbox, and every page opened here is our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] });
}
