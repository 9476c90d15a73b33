/** Verbs that mean something else with a particle: who "logs in" writes no log, and "turned down" is rejected. */

/** The particles of a verb, each with the word that the two stand for. */
export type Particles = ReadonlyMap<string, string>;

const PHRASES = `
log in login
log on login
log into login
log out logout
log off logout
sign in login
sign on login
sign into login
sign out logout
come up start
bring up start
turn down reject
turn away reject
switch off disabl
turn off disabl
switch on enabl
turn on enabl
set up config
roll out deploy
roll back rollback
back up dump
clean up clean
go out send
run out expir
carry out run
hand over transfer
leave out skip
`;

const FORMS: Readonly<Record<string, string>> = {
  log: 'log logs logged logging',
  sign: 'sign signs signed signing',
  come: 'come comes came coming',
  bring: 'bring brings brought bringing',
  turn: 'turn turns turned turning',
  switch: 'switch switches switched switching',
  set: 'set sets setting',
  roll: 'roll rolls rolled rolling',
  back: 'back backs backed backing',
  clean: 'clean cleans cleaned cleaning',
  go: 'go goes went gone going',
  run: 'run runs ran running',
  carry: 'carry carries carried carrying',
  hand: 'hand hands handed handing',
  leave: 'leave leaves left leaving',
};

const VERBS: ReadonlyMap<string, Particles> = buildVerbs();
const CHARACTERS_MAX = 9;
/** What these verbs begin with, to leave out most words without trying. */
const STARTS: ReadonlySet<number> = new Set(
  [...VERBS.keys()].flatMap((verb) => [verb.charCodeAt(0), verb.toUpperCase().charCodeAt(0)]),
);

/** What makes one verb with a word. */
export function particlesOf(word: string): Particles | undefined {
  if (word.length > CHARACTERS_MAX || !STARTS.has(word.charCodeAt(0))) return undefined;
  return VERBS.get(word.toLowerCase());
}

function buildVerbs(): Map<string, Particles> {
  const verbs = new Map<string, Map<string, string>>();
  for (const line of PHRASES.trim().split('\n')) {
    const [verb = '', particle = '', meaning = ''] = line.split(' ');
    for (const form of (FORMS[verb] ?? verb).split(' ')) {
      const known = verbs.get(form) ?? new Map<string, string>();
      verbs.set(form, known.set(particle, meaning));
    }
  }
  return verbs;
}
