export function builtName(source: string): string;
