/** The environment cannot be used. The message lists every problem, and never a secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    super(
      `The configuration is invalid, ${count}:\n  ${problems.join('\n  ')}\n` +
        'docs/operating/configuration.md describes every variable.',
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
