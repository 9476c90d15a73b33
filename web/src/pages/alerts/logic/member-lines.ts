/** Members that a rule expects, one per line: the values of its fields with commas between them. */
type Member = Record<string, string>;

export function readMembers(text: string, by: readonly string[]): Member[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const values = by.length > 1 ? line.split(',').map((value) => value.trim()) : [line];
      return Object.fromEntries(by.map((field, place) => [field, values[place] ?? '']));
    });
}

export function writeMembers(members: readonly Member[], by: readonly string[]): string {
  return members.map((member) => by.map((field) => member[field] ?? '').join(', ')).join('\n');
}
