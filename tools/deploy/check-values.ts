import { ConfigError, loadConfig } from '../../src/config/index.ts';

/** Placeholder values for the operator's settings. */
const FILLED: Readonly<Record<string, string>> = {
  XPLAIN_PUBLIC_URL: 'https://logs.example.com',
  XPLAIN_SECRET: 'a'.repeat(40),
  XPLAIN_BACKUP_KEY: 'b'.repeat(40),
  XPLAIN_OBJECTS_URL: 's3://key:secret@s3.example.com/bucket',
  ENGINE_PASSWORD: 'password',
};

/** The server must start with these values, once the operator's settings are filled in. */
export function checkValues(environment: Readonly<Record<string, string>>): string[] {
  const own = Object.entries(environment).filter(([name]) => name.startsWith('XPLAIN_'));
  const filled = own.map(([name, value]) => [name, fillIn(value)] as const);
  try {
    loadConfig(Object.fromEntries(filled), { directory: '/nowhere', hostName: 'node' });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...error.problems];
  }
}

function fillIn(value: string): string {
  return value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind, text: string) =>
    kind === '-' ? text : (FILLED[name] ?? 'filled-in'),
  );
}
