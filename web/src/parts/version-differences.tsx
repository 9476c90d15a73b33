import { Text } from '@mantine/core';

const VALUE_CHARACTERS_MAX = 500;

interface VersionDifferencesProps {
  /** The current version. */
  readonly present: object;
  readonly version: object;
}

/** The fields by which a version differs from the present one. */
export function VersionDifferences({ present, version }: VersionDifferencesProps) {
  const now = new Map<string, unknown>(Object.entries(present));
  const different = Object.entries(version).filter(
    ([name, value]) =>
      !ABOUT_THE_VERSION.has(name) &&
      JSON.stringify(value) !== JSON.stringify(now.get(name) ?? null),
  );
  if (different.length === 0) return <Text c="dimmed">Same as the current version</Text>;
  return different.map(([name, value]) => (
    <Text key={name} size="sm" className="xp-mono xp-foreign">
      {name}: {textOf(value)}
    </Text>
  ));
}

const ABOUT_THE_VERSION: ReadonlySet<string> = new Set(['version', 'savedBy', 'savedAt']);

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}
