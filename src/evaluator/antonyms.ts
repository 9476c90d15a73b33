/** Words that distinguish one thing from its counterpart: a line about one is no evidence about the other. */
const PAIRS = `
up down upward downward
above below over under
before after
first last
upper lower
left right
lock unlock
mount unmount umount
install uninstall
subscribe unsubscribe
encrypt decrypt
encode decode
encoding decoding
encryption decryption
encrypted decrypted
compress decompress
upload download
import export
input output
inbound outbound
incoming outgoing
read write
push pull
public private
local remote
internal external
source target
minimum maximum
min max
positive negative
even odd
ascending descending
increase decrease
increment decrement
horizontal vertical
morning evening
summer winter spring autumn
north south east west
nord süd ost west
frühjahr sommer herbst winter
monday tuesday wednesday thursday friday saturday sunday
montag dienstag mittwoch donnerstag freitag samstag sonntag
hourly daily nightly weekly monthly yearly
staging production
primary secondary standby
master replica
enable disable
erste zweite dritte letzte
obere untere
`;

const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(
  PAIRS.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(/\s+/);
      return words.map((word) => [word, words.filter((other) => other !== word)] as const);
    }),
);

const TOKEN = /\p{L}+/gu;
const ENDING = /(?:s|ed|d|ing|n|r|e|en)$/;

/** The words of a description that have a counterpart, each with its counterparts. */
export function counterparts(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const word of tokensOf(text)) {
    const others = OTHERS.get(word);
    if (others !== undefined) found.set(word, others);
  }
  return found;
}

/** Whether a line mentions the counterpart of something, but not the thing itself. */
export function saysCounterpart(
  text: string,
  wanted: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (wanted.size === 0) return false;
  // "Rejected: total must be positive" is about a total that is not positive.
  const said = tokensOf(text.replace(DEMAND, ''));
  for (const [word, others] of wanted) {
    if (!said.has(word) && others.some((other) => said.has(other))) return true;
  }
  return false;
}

const DEMAND =
  /\b(?:must|should|has to|have to|needs to|muss) (?:not )?(?:be )?\p{L}+(?: sein)?/giu;

/** Words in the form used in the table: `unlocks`, `unlocked` and `unlocking` become `unlock`. */
function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>();
  for (const [piece] of text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').matchAll(TOKEN)) {
    const word = piece.toLowerCase();
    if (OTHERS.has(word)) {
      tokens.add(word);
      continue;
    }
    const short = word.replace(ENDING, '');
    if (OTHERS.has(short)) tokens.add(short);
    else if (OTHERS.has(`${short}e`)) tokens.add(`${short}e`);
  }
  return tokens;
}
