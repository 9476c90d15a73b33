/**
 * Finds the words of a description that name what is done, by their position: "the file **is written**", "the relay
 * **accepts** mail", "die Rechnung **wird abgelegt**". Descriptions and programs use many words for deeds, but few for
 * the things they affect.
 */
import { stem } from './stem.ts';
import { isAction, type Word } from './words.ts';

const AUXILIARY =
  /^(?:is|are|was|were|be|been|being|gets?|got|can|could|may|might|must|should|will|would|to|not|never|cannot|has|have|had|does|do|did|and|or)$/i;
const ADVERB = /^(?:\p{L}{2,}ly|also|now|then|still|never|not|always|already)$/iu;
const PARTICIPLE =
  /(?:ed|ought|aught|wn|ept|elt|ent|ost|old|ade|aid|uilt|rung|ung|unk|oken|osen|iven|itten|idden|ken|une|one|een|eld)$/i;
const GERMAN =
  /\b(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|ist|sind|war|waren|wird|werden|wurde|wurden|und|oder|nicht|kein|keine|mit|von|vom|zur|zum|für|auf|aus|bei|im|kann|konnte|konnten|hat|haben|sich|ihre|ihren|seine|seinen)\b|[äöüß]/i;
const GERMAN_VERB = /^\p{Ll}{2,}(?:t|te|ten|en|ern|eln)$/u;

/** Verbs as used in descriptions of what programs and their users do. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'acknowledge add adjust answer appear apply approve arrive ask assign attach authenticate begin bind block book boot ' +
    'break bring calculate call cancel capture carry catch change charge check choose clean clear close collect combine ' +
    'compare compile complete compress compute configure confirm connect consume contain continue convert copy count ' +
    'cover create decode decrypt define delete deliver deny deploy detect disable discard display divide download drain draw ' +
    'drop emit enable encode encrypt end enforce enter escape establish evaluate exceed execute exist exit expand expire export ' +
    'extend extract fetch fill filter find finish fire fit fix flush follow forward free freeze generate grant grow ' +
    'handle help hide hold identify ignore import increase inform initialize insert inspect install invoke ' +
    'join keep know launch leave list listen load locate lock log lose maintain make manage mark match measure merge ' +
    'migrate modify mount move name notify obtain occur offer open overwrite pack parse pass pay perform persist pick ' +
    'place prepare preserve prevent print process produce protect provide publish pull purge push query queue raise reach ' +
    'react read rebuild recalculate receive recognize recognise recover redeem redirect reduce refresh refund refuse ' +
    'regenerate register reject release reload remember remove rename render renew repair repeat replace reply report ' +
    'request require reserve reset resize resolve respond restart restore resume retrieve retry return reuse revert revoke ' +
    'rewrite roll rotate round route run save scale scan schedule search select send separate serve set settle ship shrink ' +
    'shut sign skip solve sort spawn split stack start stop store strip submit subscribe suggest supply support survive suspend ' +
    'switch synchronise synchronize tag terminate throw transfer transform translate transmit treat trigger trim truncate turn understand ' +
    'unlock unpack update upgrade upload use validate vanish verify visit wait wake warn watch wipe work wrap write'
  )
    .split(' ')
    .map(stem),
);

/** Start positions of the words that name deeds. */
export function findDeeds(text: string, words: readonly Word[]): ReadonlySet<number> {
  const isGerman = GERMAN.test(text);
  const deeds = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'word' || word.isPart || word.isSnake) continue;
    const shown = text.slice(word.start, word.end);
    // German nouns are capitalized; lower-case words describe what happens to them, or how.
    const isDeed = isGerman
      ? (GERMAN_VERB.test(shown) && !isGermanName(text, words, at)) ||
        (/^\p{Ll}/u.test(shown) && isAction(word.concept))
      : isEnglishDeed(text, words, at, shown.toLowerCase());
    // A verb and its particle are read as one word.
    if (isDeed || shown.includes(' ')) deeds.add(word.start);
  }
  return deeds;
}

/** "Der Abzug der Datenbank fristen wurde erstellt": the word between a noun and its verb is a name. */
function isGermanName(text: string, words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || word === undefined || after === undefined) return false;
  return (
    /^\p{Lu}/u.test(text.slice(before.start, before.end)) &&
    GERMAN_AUXILIARY.test(text.slice(after.start, after.end))
  );
}
const GERMAN_AUXILIARY = /^(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|konnte)$/;

function isEnglishDeed(text: string, words: readonly Word[], at: number, shown: string): boolean {
  const shownAt = (index: number): string => {
    const word = words[index];
    return word === undefined ? '' : text.slice(word.start, word.end);
  };
  const isVerb = VERBS.has(stem(shown)) || isAction(words[at]?.concept ?? '');
  let before = at - 1;
  while (before >= 0 && ADVERB.test(shownAt(before))) before -= 1;
  const isLed = AUXILIARY.test(shownAt(before));
  const isCopula = /^(?:is|are|was|were|be|stays?|remains?|becomes?)$/i.test(shownAt(before));
  // "The lag stays small": describes a property, in a word of the writer's choice.
  if (isCopula && at === words.length - 1) return true;
  if (isLed && (isVerb || PARTICIPLE.test(shown))) return true;
  if (shown.endsWith('ing')) return at === 0 && isVerb;
  if (shown.endsWith('ed')) return at > 0 && (isVerb || at === words.length - 1);
  if (!shown.endsWith('s') || !isVerb || at === 0) return false;
  // "reports" is a noun in "Old reports are deleted", and a verb in "the job reports success".
  return !/^(?:is|are|was|were|can|could|must|should|will|have|has)$/i.test(shownAt(at + 1));
}
