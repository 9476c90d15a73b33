/** Words that name nothing: those without content, and those that negate what follows. English and German. */

/** Words without content, in either language. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an of to in on at for by with from into onto via per as is are was were be been being am has have had ' +
    'having that this these those it its itself they them their there here and or nor but if when while then than ' +
    'which who whom whose what where how why each all any some every both one must should shall may might can could ' +
    'will would does do did so also too very only just still yet again once after before during until because ' +
    'see sees saw view views yield yields result results ' +
    'within inside beyond toward towards among across around behind beside instead enough genug genügend ' +
    'about against between through over under upon off out up down own same such other another more most less least ' +
    'log logs line lines row rows entry entries we our you your i he she his her us me my etc eg ie via using used use find finds contain contains contained include includes enthält enthalten shown show shows displayed ' +
    'get gets got getting gotten go goes going gone went come comes came coming take takes took taken taking place give gives ' +
    'given gave let lets become becomes became remain remains remained stay stays stayed put puts happen happens ' +
    'happened single able capable possible possibly well really simply finally eventually immediately now already always ever ' +
    'left back away along together much many few several anything something everything someone somebody ' +
    'anyone everyone want wants wanted according laut gemäß need needs needed like try tries tried trying ' +
    'geht gehen ging gegangen kommt kommen kam gekommen lässt lassen ließ gelassen bekommt bekommen bekam steht stehen ' +
    'stand bleibt bleiben blieb gibt geben gab gegeben macht machen gemacht liegt liegen raus heraus hinaus weg ' +
    'ihre ihren ihrem ihrer ihres seine seinen seinem seiner seines unsere unseren dort hier jetzt heute sauber ' +
    'etwas jemand mehr möglich lange schließlich ' +
    'correctly properly cleanly fully actually whether make sure ensure expected expect expects look looking evidence ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie wo was wer ist sind war ' +
    'waren wird werden wurde wurden worden sein hat haben hatte hatten muss soll sollte kann konnte darf im in am an auf ' +
    'aus bei bis durch für gegen mit nach ohne seit über um unter von vom vor zu zum zur zwischen es er sie ihr sich ' +
    'wegen trotz während statt heran hinein hinzu daran dafür davor dazu dürfen mag möchte will wollen können könnte müssen mussten sollen frau herr ' +
    'mr mrs everybody anybody orderly ans aufs ins durchs fürs ums übers unters hinters innerhalb außerhalb ' +
    'auch nur noch schon sehr alle alles jede jeder jedes diese dieser dieses man dass ob dabei davon damit beim ' +
    'protokoll zeile zeilen eintrag einträge korrekt richtig ordnungsgemäß'
  ).split(' '),
);

/** Words that negate what follows. */
export const NEGATORS: ReadonlySet<string> = new Set(
  'no not never without none neither nor nothing nobody nichts niemand cannot cant didnt doesnt isnt wasnt wont couldnt dont kein keine keinen keinem keiner keines nicht nie niemals ohne weder'.split(
    ' ',
  ),
);
