/** German. */
import { counting } from '../base/language.ts';
import type { Catalogue } from './catalogue.ts';

const plural = counting('de');
const number = (count: number): string => count.toLocaleString('de');

const verbs: Readonly<Record<string, string>> = {
  Add: 'Addiere',
  Sub: 'Subtrahiere',
  Mul: 'Multipliziere',
  Div: 'Dividiere',
};

export const document: Catalogue['document'] = {
  title: 'Broadcasting zum Zusehen · simdcast',
  description:
    'Wie Arrays verschiedener Form verrechnet werden: Ändere die Formen und sieh zu, wie die Achsen sich ausrichten, sich dehnen oder nicht passen, Element für Element.',
  skip: 'Zur Figur',
  heading: 'Broadcasting <em>zum Zusehen</em>',
  idea: 'Broadcasting addiert eine Zeile zu jeder Zeile einer Tabelle, ohne Schleife und ohne Kopie.',
  inShort: 'Formen werden rechts ausgerichtet. Eine Größe 1 oder eine fehlende wiederholt sich.',
  examples: 'Beispiele',
  figure: 'Die Figur',
  ports: 'Portieren',
  more: 'Mehr zu diesen Formen',
  settings: 'Einstellungen',
  allSettings: 'Einstellungen: Formen, Operator, Regel, Werte',
  model: 'Ein Modell prüfen',
  run: {
    title: 'Tempo: einen Mittelwert von 2 Millionen Pixeln abziehen',
    first:
      'Bevor ein Bild in ein Modell geht, wird jeder Farbkanal normalisiert: Mittelwert abziehen, durch die Standardabweichung teilen. Das Bild hat die Form (1080,1920,3), die Statistik die Form (3): Drei Zahlen genügen für zwei Millionen Pixel, und keine wird kopiert.',
    second:
      'Hier laufen beide Schritte auf den echten Kernels, neben der einfachen Schleife, die man von Hand schreiben würde. Jedes Element wird verglichen.',
    code: 'Der Code des Laufs',
  },
  speed: 'Tempo: diese Formen',
  digits: {
    title: 'Ein Netz, das Ziffern liest',
    about:
      'Ein kleines Faltungsnetz, mit den Operatoren von simdcast auf 1.438 handgeschriebenen und auf gezeichneten Ziffern trainiert, liest 359 von 359 anderen richtig. Hier läuft es als ONNX-Sitzung auf der Engine dieser Seite. Jeder Bias und jede Steigung ist eine Zahl pro Kanal, per Broadcasting auf die ganze Karte angewendet; Softmax hat eine Zahl pro Zeile.',
  },
  lessons: {
    rows: {
      title: 'Eine Regel, von rechts gelesen',
      first:
        'Schreibe die Formen rechtsbündig untereinander. Jede Spalte ist eine Achse. Eine Spalte passt, wenn ihre Größen gleich sind oder eine davon 1 ist; sonst zählt nichts.',
      second:
        '(4,3) und (3,) treffen sich in einer Spalte, 3 auf 3: Die Zeile aus drei Zahlen wird zu jeder der vier Zeilen addiert. Nach einer anderen passenden Achse wird nicht gesucht.',
    },
    ones: {
      title: 'Die 1en, die nicht dastehen',
      first:
        'Eine Form mit weniger Achsen wird links mit 1en aufgefüllt. (3,) wird zu (1,3), nie zu (3,1). Darum ist ein Vektor eine Zeile, und darum passt ein Mittelwert über die letzte Achse, der diese Achse nicht mehr hat, nicht zu seinen Daten (oder trifft, wenn sie quadratisch sind, die falsche Achse).',
      second:
        'Abhilfe: die Achse behalten, mit <code>keepdims=True</code> oder einer 1 von Hand. Mit (3,1) bekommt jede Zeile ihre eigene Zahl.',
    },
    both: {
      title: 'Beide dürfen sich dehnen',
      first:
        'Eine Spalte (4,1) und eine Zeile (3,) dehnen sich aufeinander zu und ergeben eine (4,3)-Tabelle aller Paare. Kein Operand hat die Form des Ergebnisses. Gewollt ist das ein äußeres Produkt oder eine Tabelle von Abständen.',
      second:
        'Beim Dehnen wird nichts kopiert. Die Achse bekommt den Stride 0, also wird dasselbe Element noch einmal gelesen. Gespeichert wird nur das Ergebnis, und zwar ganz.',
    },
    'no-fit': {
      title: 'Es passt nicht',
      first:
        '(2,3) und (3,2) haben gleich viele Zahlen und dieselben Größen in anderer Reihenfolge. In der letzten Spalte stehen 3 und 2: verschieden, und keine ist 1. Damit ist Schluss. Auch eine 2 wird nie zu einer 4 gekachelt; nur eine 1 wiederholt sich.',
      second:
        'Eine Fehlermeldung nennt die Formen oder die Achse. Schreibe die Formen rechtsbündig auf, finde die Spalte und frage, wofür der kleinere Operand je eine Zahl hat. Diese Achse behält ihre Größe, jede Achse dahinter bekommt eine 1: eine Zahl pro Zeile ist (3,1).',
    },
    trap: {
      title: 'Es passt und ist falsch',
      first:
        'Die teuren Fehler lösen keinen Fehler aus. Vorhersagen der Form (77,1) minus Zielwerte der Form (77,) sollten 77 Differenzen sein. Es sind 5.929: jede Vorhersage mit jedem Ziel, und ihr mittleres Quadrat sieht immer noch aus wie ein Loss.',
      second:
        'Noch leiser ist die Quadratfalle. Zu einer (3,3)-Matrix passt ein Vektor aus 3 auf beiden Achsen; die Regel nimmt die letzte, was immer gemeint war.',
    },
    images: {
      title: 'Bilder und Batches',
      first:
        'Wo die Kanäle stehen, entscheidet, was drei Zahlen bedeuten. In (32,32,3) stehen sie hinten, wie in den meisten Dateien, und (3,) trifft sie. In (3,32,32) träfe es die Breite, also brauchen die Kanäle zwei 1en hinter sich: (3,1,1).',
      second:
        'Ein Batch davor ändert nichts. Fehlende Achsen bekommen 1en, also passt, was zu einem Bild passt, auch zu (8,3,32,32): Dieselben drei Zahlen dienen jedem Pixel jedes Bildes.',
    },
    cost: {
      title: 'Was es kostet',
      first:
        'Ein gedehnter Operand kostet nichts; das Ergebnis kostet seine volle Größe. 60.000 Werte gegen 60.000 andere sind 480 kB Eingabe und 14,4 GB Ausgabe. Multipliziere vorher die Größen des Ergebnisses.',
      second:
        'Wenn du nur eine Summe oder ein Minimum über die Paare brauchst, rechne blockweise oder nimm das Matrixprodukt, das die Paare nie speichert.',
    },
    attention: {
      title: 'Attention: Masken und Köpfe',
      first:
        'Die Scores der Attention haben die Achsen Batch, Köpfe, Queries und Keys. Eine kausale Maske (5,5), Queries mal Keys, trifft die letzten beiden Achsen und dient jedem Kopf jedes Textes. Eine Padding-Maske hat eine Zeile pro Text, (2,5): Sie muss (2,1,1,5) sein, sonst treffen ihre Texte auf die Queries.',
      second:
        'Genauso teilen sich Köpfe die Keys. Ein Matrixprodukt broadcastet alle Achsen außer den letzten beiden; mit Queries der Form (2,4,5,8) dienen die Keys eines einzigen Kopfs, (2,1,8,5), allen vier Köpfen und sind nur einmal gespeichert.',
    },
  },
  rules: {
    title: 'Die Regeln im Vergleich',
    numpy: {
      name: 'NumPy-Regel, auch die von PyTorch und ONNX ab Opset 7',
      text: 'Kürzere Formen bekommen vorn 1en. Auf jeder Achse müssen alle Größen außer 1 gleich sein; das ist die Größe des Ergebnisses. 0 mit 1 ergibt 0.',
    },
    oneWay: {
      name: 'ONNX einseitig',
      text: 'Nur B wird gedehnt, und das Ergebnis hat die Form von A.',
    },
    legacy: {
      name: 'ONNX Opset ≤ 6',
      text: 'Mit <code>broadcast=1</code> entspricht die Form von B aufeinanderfolgenden Achsen von A ab <code>axis</code>. Voreinstellung: die letzten Achsen. Das Ergebnis hat die Form von A.',
    },
    ncnn: {
      name: 'ncnn, sein BinaryOp',
      text: 'Der Operand mit weniger Achsen behält die äußeren, und dahinter kommen 1en; ein Vektor, der nicht zur äußersten Achse passt, kommt auf die innerste. ncnn selbst prüft die Größen nicht.',
    },
    results: 'Ergebnisse nach jeder Regel',
  },
  challenge: 'Aufgaben',
  footer: {
    pictures:
      'Die Bilder kommen aus der Bibliothek selbst. <code>a * b</code> rechnet Zelle für Zelle; für Matrizen gibt es <a href="{{matmul}}"><code>a @ b</code></a>.',
    sources: 'Quellen der Regeln:',
    languages: 'Sprachen',
    package:
      'simdcast, Apache-Lizenz 2.0. Nichts von hier wird verschickt. Das Paket, <code>npm i simdcast</code>, hat eine <a href="{{root}}api/index.html">API-Referenz</a> (englisch).',
  },
  keys: {
    title: 'Tastatur',
    size: {
      name: 'In einer Größe',
      text: '<kbd>↑</kbd> <kbd>↓</kbd> und <kbd>Bild ↑</kbd> <kbd>Bild ↓</kbd> ändern sie, <kbd>Pos1</kbd> macht sie zu 1, <kbd>,</kbd> oder <kbd>Einfg</kbd> fügt eine Achse ein, <kbd>Entf</kbd> entfernt sie. Man kann sie seitwärts ziehen; <kbd>Esc</kbd> nimmt das zurück.',
    },
    values: {
      name: 'In den Werten',
      text: 'Pfeile, <kbd>Pos1</kbd>, <kbd>Ende</kbd> und beide mit <kbd>Strg</kbd> bewegen, <kbd>Bild ↑</kbd> <kbd>Bild ↓</kbd> gehen zu einem anderen Feld oder Schnitt. <kbd>Eingabe</kbd> heftet ein Element des Ergebnisses an, <kbd>Esc</kbd> löst es. In einem Operanden bearbeitet <kbd>Eingabe</kbd> oder eine Ziffer; <kbd>Eingabe</kbd> geht nach unten, <kbd>Tab</kbd> nach rechts. Werte lassen sich einfügen.',
    },
    presentation: {
      name: 'In einer Präsentation',
      text: '<kbd>→</kbd>, <kbd>Leertaste</kbd> und <kbd>Bild ↓</kbd> gehen zum nächsten Schritt und zur nächsten Figur, <kbd>←</kbd> und <kbd>Bild ↑</kbd> zurück, <kbd>Pos1</kbd> und <kbd>Ende</kbd> an die Enden; <kbd>Esc</kbd> beendet. <kbd>C</kbd> verdeckt das Ergebnis, <kbd>B</kbd> oder <kbd>.</kbd> leert den Bildschirm; diese Tasten lassen sich abschalten.',
    },
    pad: {
      name: 'Auf der Zeichenfläche',
      text: 'Pfeile bewegen den Stift, <kbd>Leertaste</kbd> setzt ihn auf oder hebt ihn, <kbd>Entf</kbd> löscht.',
    },
    tabs: {
      name: 'In den Reitern und der Beschreibung',
      text: 'Pfeile, <kbd>Pos1</kbd> und <kbd>Ende</kbd> bewegen; <kbd>Eingabe</kbd> öffnet.',
    },
  },
  access: {
    title: 'Barrierefreiheit',
    text: 'Die Seite strebt WCAG 2.2 AA an und wird mit axe-core getestet, nur mit der Tastatur, in erzwungenen Farben, auf 320 Pixeln und ohne Skripte. Bekannte Lücken: Nicht jeder Screenreader ist erprobt; Tensoren mit 7 und 8 Achsen sind nur durch ihre Achsen beschrieben; die Vorschau des Laufs ist ein Bild mit Beschriftung.',
  },
};

export const words: Catalogue['words'] = {
  page: {
    noEngine: (reason) =>
      `Die Engine ist nicht gestartet; das erste Beispiel lässt sich lesen, aber nicht ändern. (${reason})`,
    partMissing: (reason) => `Ein Teil der Seite ließ sich nicht laden. (${reason})`,
    examples: 'Beispiele',
    loadingEngine: 'Die ganze Engine wird geladen',
    newVersion: 'Es gibt eine neuere Version dieser Seite: Lade sie neu.',
    valuesDropped: 'Zu viele Werte für einen Link: Die Adresse behält nur die Formen.',
    typedLetGo: 'Die eingetippten Werte passen nicht zur neuen Form und wurden verworfen.',
    otherOperator: (rule, op, now) => `${rule} kennt ${op} nicht: Der Operator ist jetzt ${now}.`,
    tooManyToType: 'Werte lassen sich für höchstens 1.024 Elemente eintippen.',
    pasted: (name) => `Die eingefügten Werte füllen ${name}.`,
    pictureCopied: 'Das Bild ist in der Zwischenablage.',
    notPasted: 'Der eingefügte Text ist keine Liste von Zahlen.',
    reshapeOffer: (values, name, shape) => `${values} passen nicht zu ${name} ${shape}.`,
    reshape: (name, shape) => `${name} in ${shape} umformen`,
    make: (names, shape) => `${names} zu ${shape} machen`,
    transpose: (name, shape) => `${name} zu ${shape} transponieren`,
    swap: 'A und B tauschen',
    setAxis: (axis) => `axis=${axis} setzen`,
    seeDifference: 'Regeln vergleichen',
    modes: {
      play: 'Spielen',
      learn: 'Lernen',
      challenge: 'Aufgaben',
      porting: 'Portieren',
      lab: 'Labor',
    },
    tabs: {
      why: 'Warum es passt',
      rules: 'Regeln im Vergleich',
      memory: 'Im Speicher',
      code: 'Code',
    },
    whyNot: 'Warum es nicht passt',
    themes: { system: 'Farben: System', light: 'Farben: hell', dark: 'Farben: dunkel' },
    fills: { addr: 'nummeriert', arange: '0, 1, 2 …', ones: 'Einsen', random: 'zufällig' },
    steps: {
      written: ['Wie notiert', 'Zwei Arrays, wie du sie geschrieben hast.'],
      align: ['Ausrichten', 'Richte die Formen rechts aus. Die Zahlen bleiben, wo sie sind.'],
      add: ['1en dazu', 'Die kürzere Form bekommt vorn 1en.'],
      stretch: [
        'Dehnen',
        'Eine Größe 1 füllt ihre Achse durch Wiederholung: Dieselbe Zahl wird noch einmal gelesen, nichts wird kopiert.',
      ],
      compute: [
        'Rechnen',
        (op, operation) =>
          verbs[op]
            ? `${verbs[op]} die Zellen an derselben Stelle.`
            : `Berechne ${operation} für die Zellen an derselben Stelle.`,
      ],
    },
    watch: 'Ansehen',
    watchFail: 'Scheitern sehen',
    sizeBar: 'Eine Größe ändern',
    toTop: 'Zur Formel',
    rungs: {
      added: 'nicht notiert: 1',
      stretched: (size) => `${number(size)}-mal genutzt`,
      disagrees: 'passt nicht',
      refused: 'hier nicht erlaubt',
    },
    asWritten: 'Die Formen, wie notiert',
    coveredLadder: 'Die gegebenen Größen; das Ergebnis ist verdeckt',
    placements: {
      right: 'Formen, rechts ausgerichtet',
      left: 'Formen, links ausgerichtet',
      axis: 'Formen, ab der gewählten Achse',
      scalar: 'Formen: ein Wert für alle Achsen',
      target: 'Formen, an der gewünschten ausgerichtet',
      matrix: 'Formen, rechts ausgerichtet, mit Zeilen und Spalten der Matrizen',
    },
    inNcnn: (shapes) => `ncnn schreibt ${shapes.join(' und ')}`,
    noPartner: 'hier ist nichts zu addieren',
    withoutPartner: (count) =>
      plural(count, { one: '# Zahl ohne Partner', other: '# Zahlen ohne Partner' }),
    oneSheet: (counts) => `eins von ${counts.map(number).join(' × ')} Blättern`,
    square: (side) => `ein Quadrat sind ${side} × ${side} Zahlen`,
    noFit: 'passt nicht',
    fitsHere: (size) => `die ${size} passt hier`,
    fan: 'Blätter auffächern',
    door: 'Fehlermeldung oder Formen: (3,4) (3,)',
    menu: 'Menü',
    pace: (pace) => `Tempo: ${pace === 0.5 ? '½' : pace}`,
    warnRank: 'Warnen, wenn eine Achse hinzukommt',
    inYourCode: 'In deinem Code',
    library: 'Bibliothek',
    otherFixes: 'Andere Korrekturen',
    onlySizes: 'Nur die Form zählt; die Werte werden nicht benutzt.',
    noElements: 'Keine Elemente: Eine der Größen ist 0.',
    tooDeep: 'Zu viele Achsen zum Zeichnen: Die Leiter hat sie alle.',
    pictureFill: 'ein Bild',
    picture: (name, rows, columns) => `${name} als Bild: ${rows} Zeilen mit ${columns} Pixeln`,
    storesNothing: 'speichert nichts',
    noNumbers: 'keine Zahlen: eine Größe ist 0',
    used: (stored, count, times) =>
      `${stored}, ${count === 1 ? '' : 'jede '}${number(times)}-mal genutzt`,
    toCome: 'kommt noch',
    covered: 'verdeckt',
    figureOfAnswer: 'Die Figur der Antwort',
    figureOf: (operation) => `Die Figur von ${operation}`,
    offsetsAre:
      'Summe aus Index mal Stride. Der Stride einer gedehnten Achse ist 0: Nichts bewegt sich.',
    newValue: (name, index) => `Neuer Wert von ${name} bei ${index.join(', ')}`,
    why: {
      equal: 'Gleiche Größen bilden Paare, eins zu eins.',
      stretched: 'Eine 1 hat entlang der Achse nur einen Wert; ihn wieder zu lesen ist eindeutig.',
      ones: 'Beide haben entlang dieser Achse ein Element, und die treffen sich.',
      zero: 'Die 1 passt zur anderen Größe, und die ist 0: Entlang dieser Achse gibt es nichts zu rechnen.',
      summed:
        'Entlang dieser Achse wird eine Zeile von A mit einer Spalte von B multipliziert, und die Produkte werden summiert.',
      conflict:
        'Bei zwei verschiedenen Größen, von denen keine 1 ist, lassen sich keine Paare bilden.',
      refused:
        'Die NumPy-Regel würde es erlauben, aber hier darf ein Operand nicht gedehnt werden.',
    },
    whyPlacement: 'Keine Daten werden bewegt oder kopiert; nur die Indizierung ändert sich.',
  },
  engine: {
    numbers: { one: '# Zahl', other: '# Zahlen' },
    axis: (axis) => `Achse ${axis}`,
    axes: (axes) => `Achsen ${axes}`,
    lastAxis: 'letzte Achse',
    rules: {
      multidirectional: 'NumPys Regel',
      unidirectional: 'ONNX’ einseitiger Regel',
      legacy: 'ONNX’ Regel bis Opset 6',
      legacyOff: 'ONNX’ Regel bis Opset 6 mit broadcast=0',
      ncnn: 'ncnns Regel',
      expand: 'Expand',
      perChannel: 'PRelus Regel bis Opset 6',
      equal: 'der Regel gleicher Formen',
      matMul: 'MatMul',
      scalars: 'Clips Regel',
    },
    withAxis: (rule, axis) => `${rule} mit axis=${axis}`,
    byRule: (rule) => ` nach ${rule}`,
    operand: (name, shape, rank, numbers) =>
      `${name} ist ${shape}: ${plural(rank, { one: '# Achse', other: '# Achsen' })}, ${numbers}.`,
    target: (name, shape, rank) =>
      `${name} verlangt ${shape}: ${plural(rank, { one: '# Achse', other: '# Achsen' })}.`,
    placements: {
      right: (name, missing, aligned) =>
        `Richte die Formen rechts aus: ${name} hat keine ${missing} und zählt darum als ${aligned}.`,
      left: (name, missing, aligned, rule) =>
        `Nach ${rule} kommt ${name} auf die äußeren Achsen: ${name} hat keine ${missing} und zählt darum als ${aligned}.`,
      axis: (name, missing, aligned, _, first) =>
        `${name} beginnt auf Achse ${first}: ${name} hat keine ${missing} und zählt darum als ${aligned}.`,
      scalar: (name, _, aligned) =>
        `${name} ist eine einzelne Zahl und zählt darum als ${aligned}.`,
      matrix: (name, missing, aligned) =>
        `${name} hat keine ${missing} und zählt darum als ${aligned}.`,
      inner: (name, _, aligned, rule) =>
        `${name} ist nicht so lang wie die äußerste Achse und kommt nach ${rule} auf die innerste: ${name} zählt als ${aligned}.`,
    },
    both: (size) => `beide ${size}`,
    all: (size) => `alle ${size}`,
    has: (name, size) => `${name} hat ${size}`,
    hasAdded: (name, size) => `${name} hat eine ergänzte ${size}`,
    outcomes: {
      equal: '. Gleich, also bilden sie Paare.',
      stretched: (names, count, times) =>
        `, also ${count === 1 ? 'wird' : 'werden'} ${names} ${times}-mal wiederholt.`,
      ones: '.',
      zero: ', also hat das Ergebnis 0.',
      summed: '. Entlang dieser Achse werden die Produkte summiert; das Ergebnis hat sie nicht.',
      conflict: (wanted) => `. Sie sind verschieden, und ${wanted}.`,
      refused: (reason) => `. Nicht erlaubt: ${reason}.`,
    },
    wanted: {
      two: 'keine ist 1',
      many: 'nur eine 1 wiederholt sich',
      equal: (rule) => `nach ${rule} müssen sie gleich sein`,
    },
    result: (shape, numbers, stored) =>
      `Ergebnis: ${shape}, ${numbers} aus ${stored} gespeicherten.`,
    impossible: (reason) => `Nicht möglich: ${reason}.`,
    fits: (shapes, output, byRule) => `${shapes} passen${byRule}: Das Ergebnis ist ${output}.`,
    fitsAlone: (shape, output, byRule) => `${shape} ergibt${byRule} ${output}.`,
    expands: (from, to, output) => `${from}, auf ${to} erweitert, ergibt ${output}.`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} passen${byRule} nicht: ${reason}.`,
    cannotExpand: (from, to, reason) => `Expand kann ${from} nicht auf ${to} erweitern: ${reason}.`,
    likely: 'Wahrscheinliche Korrektur: ',
    possible: 'Mögliche Korrektur: ',
    wrongSize: (guess) =>
      `Nichts paart sie eins zu eins; vielleicht ist eine Größe falsch${guess}.`,
    offByOne: ' (um eins verzählt?)',
    rgba: ' (RGBA?)',
    matrices: (output) => `Als Matrizen lassen sie sich multiplizieren: matMul ergibt ${output}.`,
    transposed: (name, output) =>
      `Mit transponiertem ${name} lassen sie sich als Matrizen multiplizieren: matMul ergibt ${output}.`,
    where: (axis, sizes) => `${axis}: ${sizes}`,
    ranksDiffer: 'verschieden viele Achsen',
    needed: {
      two: 'sie müssen gleich sein, oder eine muss 1 sein',
      many: 'sie müssen gleich oder 1 sein',
      target: (name) => `sie müssen gleich sein, oder die von ${name} muss 1 sein`,
    },
    neverStretched: (name) => `${name} wird nie gedehnt`,
    onlyOuterOnes: (name) => `nur 1en am Anfang und am Ende von ${name} dürfen sich dehnen`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}; ${needed}`,
      target_would_grow: ({ where, needed }) => `${where}; ${needed}`,
      interior_one: ({ where, needed }) => `${where}; ${needed}`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} hat ${rank} Achsen und ${target} nur ${targetRank}, aber das Ergebnis muss die Form von ${target} haben`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} lässt keinen Platz für ${operand}; möglich ist Achse 0 bis ${lastAxis}`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} ist nicht erlaubt; die einzige negative Achse ist -1, die ${operand} rechts ausrichtet`,
      broadcast_off: ({ where }) => `${where}; ohne broadcast=1 müssen die Formen gleich sein`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} muss 1 bis 4 Achsen haben, hat aber ${rank}`,
      zero_not_representable: ({ operand }) =>
        `${operand} hat eine Größe 0, was diese Regel nicht erlaubt`,
      too_many_elements: () => 'es gäbe mehr als 2^53 Elemente',
    },
    warnings: {
      outer_product: (each, pairs, output, numbers, names) =>
        `Das läuft, aber ist es gemeint? Es paart jedes Element von ${each}: ${pairs} ergibt ${output}, ${numbers}. Für Paare eins zu eins gib ${names} dieselbe Form.`,
      square_trap: (name, ways, used, rule, others) =>
        `${name} passt auf ${ways}. Nach ${rule} kommt ${name} auf ${used}; ${others}.`,
      rank_change: (names, missing, count) =>
        `Verschieden viele Achsen: ${names} hatte keine ${missing}, also ${count === 1 ? 'kam eine 1' : 'kamen 1en'} hinzu.`,
      ncnn_unchecked: (shape) => `ncnn prüft das nicht: Es gäbe trotzdem ${shape} zurück.`,
      big_result: (bytes, stored) =>
        `Das Ergebnis braucht ${bytes} Bytes, berechnet aus ${stored}: Rechne blockweise.`,
    },
    each: (one, other) => `${one} mit jedem von ${other}`,
    alike: (axes) => `${axes} gleichermaßen`,
    moreChoices: 'mehr als eine Wahl von Achsen',
    toPutItOn: (axes, shape) => `für ${axes} forme um in ${shape}`,
    fixes: {
      setAxis: (axis, output, grows) => `setze axis=${axis}; das ergibt ${output}${grows}.`,
      reshape: (name, shape, output, grows) =>
        `forme ${name} in ${shape} um; das ergibt ${output}${grows}.`,
      transpose: (name, shape, output, grows) =>
        `transponiere ${name} zu ${shape}; das ergibt ${output}${grows}.`,
      swap: (output, grows) => `tausche A und B; das ergibt ${output}${grows}.`,
      otherPairs: (name, shape, output, grows) =>
        `forme ${name} in ${shape} um; das ergibt ${output}${grows}, aber mit anderen Paaren.`,
    },
    grows: ', ein äußeres Produkt',
  },
};
