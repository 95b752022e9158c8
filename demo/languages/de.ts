/** German. */
import { counting } from '../base/plural.ts';
import type { Catalogue } from './catalogue.ts';

const plural = counting('de');
const number = (count: number): string => count.toLocaleString('de');

const verbs: Readonly<Record<string, string>> = {
  Add: 'Addiere',
  Sub: 'Subtrahiere',
  Mul: 'Multipliziere',
  Div: 'Dividiere',
};

export const prerendered: Catalogue['prerendered'] = {
  document: {
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
        'Bevor ein Bild in ein Modell geht, wird jeder Farbkanal normalisiert: Mittelwert abziehen, durch die Standardabweichung teilen. Das Bild hat die Form (1080,1920,3), die Statistik die Form (3,): Drei Zahlen genügen für zwei Millionen Pixel, und keine wird kopiert.',
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
  },
  printed: {
    gallery: {
      P02: 'eine Zeile',
      P07: 'eine Spalte',
      P03: 'beide',
      P06: 'passt nicht',
      P08: 'eine Falle',
      P05: 'ein Bild',
      P11: 'ein Batch',
    },
    golden: 'Dieselben Formen A B nach jeder Regel; — wo sie ablehnt',
    onAxes: (axes) => `B auf ${axes}`,
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
    steps: {
      written: ['Wie notiert', 'Zwei Arrays, wie du sie geschrieben hast.'],
      align: ['Ausrichten', 'Richte die Formen rechts aus. Die Zahlen bleiben, wo sie sind.'],
      add: ['1en dazu', 'Die kürzere Form bekommt vorn 1en.'],
      stretch: [
        'Dehnen',
        () =>
          'Eine Größe 1 wiederholt sich: Dieselbe Zahl wird noch einmal gelesen, nichts wird kopiert.',
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
    rungs: {
      added: 'ergänzt: 1',
      stretched: (size) => `${number(size)}\u2011mal genutzt`,
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
    doNotFit: 'Diese Formen passen nicht.',
    fitsHere: (size) => `die ${size} passt hier`,
    fan: 'Blätter auffächern',
    door: 'Fehlermeldung oder Formen: (3,4) (3,)',
    menu: 'Menü',
    pace: (pace) => `Tempo: ${pace === 0.5 ? '½' : pace}`,
    onlySizes: 'Nur die Form zählt; die Werte werden nicht benutzt.',
    noElements: 'Keine Elemente: Eine der Größen ist 0.',
    tooDeep: 'Zu viele Achsen zum Zeichnen: Die Leiter hat sie alle.',
    picture: (name, rows, columns) => `${name} als Bild: ${rows} Zeilen mit ${columns} Pixeln`,
    storesNothing: 'speichert nichts',
    noNumbers: 'keine Zahlen: eine Größe ist 0',
    used: (stored, count, times) =>
      `${stored}, ${count === 1 ? '' : 'jede '}${number(times)}\u2011mal genutzt`,
    toCome: 'kommt noch',
    covered: 'verdeckt',
    newValue: (name, index) => `Neuer Wert von ${name} bei ${index.join(', ')}`,
    warning: 'Achtung.',
    close: 'schließen',
    share: 'Teilen',
    parts: 'Teile der Seite',
    moreAbout: 'Mehr zu diesen Formen',
    alignment: 'Ausrichtung der Achsen',
    more: (count) => `${number(count)} weitere`,
    notDrawn: (count) => `${number(count)} weitere, nicht gezeichnet`,
    step: 'Schritt',
    allSteps: 'Schritte',
    stepOf: (step, steps, heading) => `${step} von ${steps}: ${heading}`,
    pause: 'Pause',
    previousIndex: (letter, name) => `Achse ${letter} von ${name}, voriger Index`,
    nextIndex: (letter, name) => `Achse ${letter} von ${name}, nächster Index`,
    axis: (axis) => `Achse ${axis}`,
    orFromEnd: (axis, fromEnd) => `${axis} oder ${fromEnd}`,
    shape: 'Form',
    noResult: 'kein Ergebnis',
    copyOf: (element) => `Kopie von ${element}, nicht gespeichert`,
    fewer: (label) => `${label}: eins weniger`,
    oneMore: (label) => `${label}: eins mehr`,
    remove: (label) => `${label}: entfernen`,
    gridOf: (name) => `${name}, Werte`,
    valuesOf: (name) => `Werte von ${name}`,
    sizesOf: (name) => `Größen von ${name}`,
    anAxis: 'Achse',
    addAxis: (name) => `Achse zu ${name} hinzufügen`,
    addAxisKey: 'Taste: Komma',
    removeAxis: (name) => `Erste Achse von ${name} entfernen`,
    removeAxisKey: 'Taste, auf einer Größe: Entf',
    numbers: (count) => plural(count, { one: '# Zahl', other: '# Zahlen' }),
    quoted: (text) => `„${text}“`,
    meaning: {
      transpose: (name) => `${name} transponieren`,
      swap: 'A und B tauschen die Plätze',
      otherPairs: 'andere Zahlen treffen sich',
      allPairs: 'alle Paare',
      each: 'Zahl für Zahl',
      one: 'eine Zahl für alle',
      per: {
        column: 'eine Zahl pro Spalte',
        row: 'eine Zahl pro Zeile',
        sheet: 'eine Zahl pro Blatt',
      },
      perIndex: (letter) => `eine Zahl pro Index von ${letter}`,
      perIndices: (letters) => `eine Zahl für jedes ${letters}`,
    },
    offsetOf: (name) => `Offset von ${name}`,
    gradientOf: (name, letters) => `der Gradient von ${name} wird über ${letters} summiert`,
    usedOften: (element, count) =>
      `${element} ist einmal gespeichert und wird ${number(count)}-mal genutzt.`,
    tooManyElements: (most) =>
      `Nur Formen: Über ${number(most)} Elemente berechnet die Seite keine Werte.`,
    shapesOnly: (reason) => `Nur Formen: ${reason}`,
    shapes: {
      symbol: (symbol) =>
        `„${symbol}“ steht für eine Größe, die erst später bekannt ist: Schreibe eine Zahl dafür, etwa 2.`,
      early: (missing) => `Die Form endet zu früh: Es fehlt ${missing}.`,
      character: (at, character) => `Zeichen ${at}, „${character}“, gehört nicht in eine Form.`,
      size: 'eine Größe',
      sizeOrScalar: 'eine Größe oder „scalar“',
      tooLarge: (digits, most) => `${digits} ist zu groß: Eine Größe ist höchstens ${most}.`,
      tooMany: (most) => `Eine Form hat hier höchstens ${most} Achsen.`,
    },
    links: {
      unreadable: 'Dieser Link ist nicht lesbar. Stattdessen hier das erste Beispiel.',
      slide: (slide, notice) => `Folie ${slide}: ${notice}`,
      leftOut: (parts) => `${parts} in diesem Link ist nicht lesbar und wurde ausgelassen.`,
    },
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
  later: {
    pasted: (name) => `Die eingefügten Werte füllen ${name}.`,
    notPasted: 'Der eingefügte Text ist keine Liste von Zahlen.',
    reshapeOffer: (values, name, shape) => `${values} passen nicht zu ${name} ${shape}.`,
    reshape: (name, shape) => `${name} in ${shape} umformen`,
    values: (count) => plural(count, { one: '# Wert', other: '# Werte' }),
    toTop: 'Zur Formel',
    offsetsAre:
      'Summe aus Index mal Stride. Der Stride einer gedehnten Achse ist 0: Nichts bewegt sich.',
    copy: 'kopieren',
    outcomes: {
      equal: 'gleich',
      stretched: 'gedehnt',
      ones: 'Einsen',
      zero: 'null',
      summed: 'summiert',
      conflict: 'Konflikt',
      refused: 'abgelehnt',
    },
    matlab: 'MATLAB: 1en rechts',
    fills: { addr: 'nummeriert', arange: '0, 1, 2 …', ones: 'Einsen', random: 'zufällig' },
    pictureFill: 'ein Bild',
    warnRank: 'Warnen, wenn eine Achse hinzukommt',
    figureOfAnswer: 'Die Figur der Antwort',
    figureOf: (operation) => `Die Figur von ${operation}`,
    inYourCode: 'In deinem Code',
    library: 'Bibliothek',
    needs: (name, count) => `Dann braucht ${name} ${number(count)} Zahlen: Prüfe seine Größe.`,
    otherFixes: 'Andere Korrekturen',
  },
  base: {
    copied: 'kopiert',
    blocked: 'Vom Browser blockiert: Markiere und kopiere',
  },
  rules: {
    numpy: { label: 'NumPy-Regel', of: 'NumPy, PyTorch, ONNX' },
    'onnx-uni': { label: 'ONNX einseitig', of: 'ONNX, B auf A' },
    'onnx-legacy': { label: 'ONNX Opset ≤ 6', of: 'ONNX, mit axis und broadcast' },
    ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
  },
  views: {
    shapeOf: (name) => `Form von ${name}`,
    operand: 'Operand',
    addOperand: 'Operand hinzufügen',
    removeOperand: 'Letzten Operanden entfernen',
    fromTheRight: 'von rechts',
    values: 'Werte',
    others: 'Andere',
    operator: 'Operator',
    rule: 'Regel',
    type: 'Elementtyp',
    allExamples: (count) => `alle ${count} Beispiele`,
    presets: {
      P01: 'ein Skalar',
      P02: 'eine Zeile auf eine Matrix',
      P03: 'beide dehnen sich',
      P04: 'vier Achsen',
      P05: 'ein Bild und seine Kanäle',
      P06: 'ein Wert pro Zeile: ein Konflikt',
      P07: 'die Korrektur: Achse behalten',
      P08: 'die Quadratfalle',
      P09: 'ein stiller Fehler in einem Loss',
      P10: 'ein Bias pro Kanal',
      P11: 'ein Bias, der überall funktioniert',
      P12: 'eine Maske ohne ihre Kanalachse',
      P13: 'ein Batch aus einem, in ncnn',
      P14: 'ein Vektor auf der inneren Achse',
      P15: 'eine benannte Achse in Opset 6',
      P16: 'der kleinere Operand zuerst',
      P17: 'gar keine Elemente',
      P18: '0 ist nicht 1',
      P19: 'drei Operanden',
      P20: 'vier Operanden',
      P21: 'ein zu großes Ergebnis',
      P22: 'paarweise Differenzen',
    },
  },
  tabs: {
    running: 'Läuft …',
    failed: (reason) => `Der Lauf ist gescheitert: ${reason}`,
    dialect: 'Dialekt',
    asCode: 'Die Operation als Code',
    axes: {
      insert: (name, axis) => `Eine 1 in ${name} vor Achse ${axis} einfügen`,
      drop: (name, axis) => `Achse ${axis} von ${name} entfernen`,
      dropShort: 'weg',
      swap: (name, a, b) => `Achsen ${a} und ${b} von ${name} tauschen`,
      of: (name) => `Achsen von ${name}`,
      reset: 'Zurücksetzen',
      title: 'Transponieren oder Achse hinzufügen',
    },
    describe: {
      title: 'Diese Figur beschreiben',
      tree: 'Die Figur in Worten',
      axis: (letter, outcome) => `Achse ${letter}: ${outcome}`,
      element: (element, value) => `${element} ist ${value}`,
      elements: (shown, count) => `Elemente: ${shown} von ${number(count)}`,
    },
    frame: {
      frame: 'Bild',
      landscape: 'Eine Abendlandschaft: Hügel vor einer tiefen Sonne',
      normalised: 'Normalisiert',
      normalisedLandscape: 'Dieselbe Landschaft, normalisiert',
      mean: 'Mittel',
      deviation: 'Abweichung',
      run: 'Hier ausführen',
      again: 'Noch einmal ausführen',
      outcome: (milliseconds, ratio, equal, elements) =>
        `${milliseconds.toFixed(1)} ms, ${ratio}× die einfache Schleife, ${number(equal)} von ${number(elements)} gleich`,
      measured: (runs, milliseconds) =>
        `Median aus ${runs} Läufen, eben in diesem Browser gemessen. Die einfache Schleife brauchte ${milliseconds.toFixed(1)} ms; gleich heißt Bit für Bit.`,
    },
    histogram: {
      names: { red: 'Rot', green: 'Grün', blue: 'Blau' },
      channel: (name, mean, deviation) => `${name}: Mittel ${mean}, Abweichung ${deviation}`,
      mean: (means) => `Mittel ${means}`,
    },
    memory: {
      bytes: 'Bytes',
      stored: 'Operanden, wie gespeichert',
      copied: 'Operanden, wenn kopiert',
      result: 'Ergebnis',
      reused: 'wiederverwendet',
      strides: 'Strides in Bytes: der Abstand zum nächsten Element entlang einer Achse',
      width: 'Bytes pro Element',
      about:
        'Eine gedehnte Achse hat Stride 0: Dasselbe Element wird noch einmal gelesen, nichts wird kopiert. Broadcasting spart die Kopien, nicht das Ergebnis, das ganz gespeichert wird. Durch eine gedehnte Ansicht zu schreiben ist gefährlich: Viele ihrer Elemente teilen sich eine Speicherstelle.',
    },
    tape: {
      title: 'Der Speicher als Band',
      about: 'Der Speicher als Band: eine Zelle pro gespeicherter Zahl, mit ihrer Adresse in Bytes',
      row: (name, count, byte) =>
        `${name}: ${count} Zahlen hintereinander; der Kopf steht bei Byte ${byte}`,
      along: (name, letters) => `${name} entlang ${letters}`,
      at: (name, byte) => `${name} bei ${byte}`,
      heads: 'Was die Köpfe tun',
      element: (name) => `Element von ${name}`,
      walk: (name) => `${name} durchlaufen`,
      reading: {
        label: (result) => `Lesen, für ${result}`,
        moves: (element, bytes) => `${element} entsteht aus ${bytes}.`,
        stands: (where) => `Stride 0: Der Kopf steht still in ${where}.`,
      },
      backwards: {
        label: () => 'Addieren, für den Gradienten',
        moves: (element, bytes) => `Der Gradient von ${element}, hier 1, wird addiert zu ${bytes}.`,
        stands: (where) => `So wird summiert in ${where}.`,
      },
    },
    rules: {
      relations: {
        identical: 'identisch mit NumPy',
        'other alignment': 'gleiche Form, andere Ausrichtung',
        'other shape': 'andere Form',
      },
      reference: 'Referenz',
      noValues: 'Keine Werte zu vergleichen.',
      differ: (count) =>
        plural(count, { one: '# Element ist anders.', other: '# Elemente sind anders.' }),
      shapesDiffer: 'Die Formen sind verschieden.',
      orders: {
        numpy: 'In NumPy-Reihenfolge (c,h,w) schreiben',
        ncnn: 'In ncnn-Reihenfolge [w,h,c] schreiben',
      },
      legacy: 'broadcast und axis von ONNX Opset ≤ 6',
      gives: (shape) => `ergibt ${shape}`,
      axesOf: (rule) => `${rule}: die Achsen`,
      show: 'Unterschied zeigen',
      why: 'Warum',
      pairs:
        'Von 5.276 Paaren kleiner Formen, die NumPy und ncnn beide annehmen, ergeben 1.312 eine andere Form und',
      otherNumbers: '344 dieselbe Form, aber andere Zahlen.',
      count: 'Hier nachzählen',
      counting: 'Zählt …',
      counted: ({ pairs, both, identical, otherAlignment, otherShape }) =>
        `Eben gezählt: Von ${number(pairs)} Paaren nehmen beide Regeln ${number(both)} an; ${number(identical)} sind gleich, ${number(otherAlignment)} anders ausgerichtet, ${number(otherShape)} haben eine andere Form.`,
      onlyTwo:
        'Die anderen Regeln nehmen zwei Operanden. Die Regel auf je zwei anzuwenden ergibt dieselbe Form.',
    },
    speed: {
      ways: {
        nested: 'verschachtelte Arrays und map',
        odometer: 'typisierte Arrays, Zählwerk aus Strides',
        divmod: 'typisierte Arrays, Division und Rest',
        copy: 'Zeile kopieren, dann addieren',
        tuned: 'typisierte Arrays, Doppelschleife, je vier',
        simd: 'simdcast, SIMD128',
        relaxed: 'simdcast, Relaxed SIMD',
        threads: 'simdcast, mehrere Threads',
      },
      about:
        'Eine Matrix plus eine Zeile, in float32, mit den echten Kernels und mit Schleifen, wie man sie selbst schreiben könnte. Nichts läuft vor einem Knopfdruck. Zuerst werden alle Ergebnisse Bit für Bit verglichen, dann laufen die Varianten der Reihe nach. Solange alles in den Cache passt, bestimmt das Rechnen das Tempo; darüber wartet jede Variante auf den Speicher, und das Verhältnis sinkt.',
      threads:
        'Auch mehrere Threads sind an der Reihe: Die Seite ist cross-origin-isoliert, also können sie Speicher teilen.',
      noThreads:
        'Threads sind nicht verfügbar: Die Seite ist nicht cross-origin-isoliert. Dafür muss sie mit den Headern Cross-Origin-Opener-Policy: same-origin und Cross-Origin-Embedder-Policy: require-corp ausgeliefert werden.',
      machine: (processors, browser) => `${processors} Prozessoren, ${browser}`,
      headline: (way, ratio, isFaster) =>
        `${way}: ${isFaster ? `${ratio}-mal so schnell wie` : `${ratio} des Tempos von`} der optimierten Schleife, eben gemessen.`,
      row: (way, time, range, rate) => `${way}: ${time} ns pro Element (${range}), ${rate} GB/s`,
      caption: (operation, samples) =>
        `${operation}: Nanosekunden pro Element, Median von ${samples} Messungen und deren mittlere Hälfte`,
      run: (size) => `${size} messen`,
      copy: 'Ergebnis kopieren',
      round: (done, samples) => `Runde ${done} von ${number(samples)}`,
      unequal: (ways) => `Nicht gemessen: Die Ergebnisse von ${ways} sind verschieden.`,
      starting: 'Startet …',
      noWorker: 'der Worker ließ sich nicht laden',
    },
  },
  share: {
    title: 'Broadcasting zum Zusehen',
    link: 'Link kopieren',
    embed: 'Einbettungscode kopieren',
    picture: 'Bild kopieren',
    pictureCopied: 'Das Bild ist in der Zwischenablage.',
    svg: 'Als SVG speichern',
    png: 'Als PNG speichern',
    forum: 'Für ein Forum kopieren',
    alternative: 'Alternativtext kopieren',
    present: 'Präsentieren',
    failed: (file, reason) => `${file} ließ sich nicht erzeugen: ${reason}`,
    several: 'Mehrere Figuren präsentieren',
    links: 'Links, einer pro Zeile',
    addFigure: 'Diese Figur hinzufügen',
    presentAll: 'Präsentieren',
    notALink: (text) => `„${text}“ ist kein Link zu einer Figur und wurde ausgelassen.`,
    noLinks: 'Füge zuerst die Links der Figuren ein.',
    added: 'ergänzt',
    lineUp: (shapes, result) => `So richten sich ${shapes} aus: ${result}.`,
    example: (equation) => `Zum Beispiel ${equation}.`,
  },
  quiz: {
    error: 'ein Fehler',
    itIs: (answer) => `Richtig ist ${answer}.`,
    answerIs: (answer) => `Die Antwort ist ${answer}.`,
    right: 'Richtig:',
    sureAndRight: 'Sicher, und richtig:',
    notQuite: 'Nicht ganz:',
    onlyIf: (idea) => `stimmt nur, wenn ${idea}.`,
    yourAlignment: 'Deine Ausrichtung, von links',
    similar: 'Eine ähnliche Frage',
    chooseFirst: 'Wähle zuerst eine Antwort.',
    check: 'Prüfen',
    show: 'Zeig es mir',
    sure: 'Ich bin sicher',
    shapeOf: (operation) => `Welche Form hat ${operation}?`,
    yes: 'Ja.',
    notYet: 'Noch nicht.',
    ideas: {
      M1: {
        name: 'B auf jede Achse geht, die passt',
        feedback:
          'Nach einer passenden Achse wird nicht gesucht: Die letzten Achsen treffen sich, was immer links davon steht.',
      },
      M2: {
        name: '(N) und (N,1) dasselbe bedeuten',
        feedback:
          '(N) wird als Zeile gelesen, (1,N). (N,1) ist eine Spalte, und mit einer Zeile gibt das eine Tabelle.',
      },
      M3: {
        name: 'das Ergebnis die Form des größeren Operanden hat',
        feedback: 'Beide Operanden dürfen sich dehnen; das Ergebnis kann größer sein als jeder.',
      },
      M4: {
        name: 'B passt, wie es dasteht',
        feedback:
          'Fehlende Achsen kommen nur links hinzu. Anderswo schreibe die 1 selbst oder nimm keepdims.',
      },
      M5: {
        name: 'Formen links ausgerichtet werden',
        feedback: 'Sie werden rechts ausgerichtet, und fehlende Achsen werden links zu 1en.',
      },
      M6: {
        name: 'ncnn dasselbe tut wie NumPy',
        feedback:
          'ncnn richtet den Operanden mit weniger Achsen an den äußeren Achsen aus, NumPy an den inneren.',
      },
      M8: {
        name: 'Dehnen nichts kostet und das Ergebnis auch nicht',
        feedback: 'Der gedehnte Operand kostet nichts; das Ergebnis wird ganz gespeichert.',
      },
      M9: {
        name: 'eine kürzere Achse sich wiederholt, bis sie passt',
        feedback: 'Nur eine 1 wiederholt sich. Eine 2 wird nie zu einer 4 gekachelt.',
      },
      M12: {
        name: 'auf jeder Achse die größere Größe gewinnt',
        feedback:
          'Zwei verschiedene Größen sind ein Konflikt, wenn keine 1 ist; und 0 mit 1 ergibt 0.',
      },
      M13: {
        name: 'die Formen aneinandergehängt werden',
        feedback: 'Das Ergebnis hat nur so viele Achsen wie der Operand mit den meisten.',
      },
      M15: {
        name: 'verschiedene Formen immer ein Fehler sind',
        feedback:
          'Formen dürfen verschieden sein: Eine 1 passt zu jeder Größe, und eine fehlende Achse zählt als 1.',
      },
    },
  },
  learn: {
    path: 'Lektionen',
    rule: 'Formen werden rechts ausgerichtet. Größen müssen gleich sein, oder eine muss 1 sein.',
    lessons: {
      rows: 'Zeilen',
      ones: 'fehlende 1en',
      both: 'beide dehnen sich',
      'no-fit': 'es passt nicht',
      trap: 'es passt und ist falsch',
      images: 'Bilder und Batches',
      cost: 'was es kostet',
      attention: 'Attention',
    },
    done: 'erledigt',
    again: 'Frag mich noch einmal',
    open: 'In Spielen öffnen',
    next: (lesson) => `Nächste Lektion: ${lesson}`,
    goals: {
      rows: 'A ist (5,2). Gib B eine Achse, länger als 1, die zu A passt.',
      ones: 'A ist (3,4), und B hat 3 Zahlen. Gib B eine Form, die jeder Zeile von A ihre eigene Zahl gibt.',
      both: 'A ist (2,1). Gib B eine Form, mit der das Ergebnis eine (2,7)-Tabelle aller Paare wird.',
      'no-fit':
        'A ist (2,3,4), und B hat 3 Zahlen. Gib B eine Form, die jeder Zeile jedes Blatts ihre eigene Zahl gibt.',
      trap: 'A ist (77,1), und B hat 77 Zahlen. Gib B eine Form, sodass A − B 77 Differenzen ergibt.',
      images:
        'A ist ein Batch von Bildern, (8,3,32,32), mit den Kanälen auf Achse 1. Gib B eine Zahl pro Kanal.',
      cost: 'A ist (60000,1). Gib B eine Form mit 60.000 Elementen, sodass auch das Ergebnis 60.000 hat.',
      attention:
        'Die Scores sind (2,4,5,5): Texte, Köpfe, Queries, Keys. Gib B eine Zahl pro Text und Key.',
    },
  },
  challenge: {
    levels: [
      'Sag die Form voraus.',
      'Läuft es, und wenn nicht, welche Achse?',
      'Korrigiere es.',
      'Bau eine Form.',
      'Übersetze zwischen Regeln.',
      'Finde den stillen Fehler.',
    ],
    level: (level, task) => `Stufe ${level}: ${task}`,
    puzzle: (puzzle) => `Rätsel ${puzzle}.`,
    puzzleOf: (puzzle, puzzles) => `Rätsel ${puzzle} von ${puzzles}.`,
    startOver: 'Von vorn',
    anotherSet: 'Anderer Satz',
    print: 'Arbeitsblatt drucken',
    copySet: 'Link zu diesem Satz kopieren',
    copyProgress: 'Meinen Fortschritt kopieren',
    set: (set) => `Satz ${set}.`,
    score: (set, right, answered) => `Satz ${set}: ${right} von ${answered} richtig.`,
    inARow: (count) => `${count} in Folge`,
    streaks: 'Richtige Antworten in Folge, nach Irrtum',
    worksheet: 'Arbeitsblatt',
    sheetTitle: (set) => `Broadcasting, Satz ${set}`,
    sheetAnswers: (set) => `Lösungen zu Satz ${set}`,
    name: 'Name:',
    yourShape: 'Deine Form',
    anAnswerIs: (answer) => `Eine Antwort ist ${answer}.`,
    program: 'Das Programm',
    answerFirst: 'Gib zuerst eine Antwort.',
    next: 'Weiter',
    hint: 'Tipp',
    wouldDo: (shape) => `${shape} ginge.`,
    itHas: (elements, wanted) =>
      `Sie hat ${plural(elements, { one: '# Element', other: '# Elemente' })}, nicht ${wanted}.`,
    withThat: (verdict) => `Mit dieser Form: ${verdict}`,
    noColumn: 'Keine Spalte hat zwei verschiedene Größen.',
    ringed: (letter, sizes) => `Sieh dir die markierte Spalte an, ${letter}: ${sizes}.`,
    fromTheRight:
      'Richte die Formen rechts aus. In jeder Spalte müssen die Größen gleich sein, oder eine muss 1 sein.',
    construct: {
      prompt: (shape, count) =>
        `A ist ${shape}. Gib B eine Form mit ${count} Elementen, die mit A in NumPy und in ncnn dieselben Werte ergibt.`,
      lie: (letter) => `B kann auf der markierten Achse liegen, ${letter}.`,
      hint: 'Eine Form mit so vielen Achsen wie A bedeutet für beide dasselbe.',
      otherAxes: 'NumPy und ncnn legen sie auf verschiedene Achsen.',
    },
    findBug: {
      prompt: 'Das läuft ohne Fehler. Welche Zeile ist falsch?',
      line: (line) => `Zeile ${line}`,
      first: 'Schreibe die Formen neben jede Zeile, in der sich zwei Arrays treffen.',
      second:
        'Eine Spalte und eine Zeile ergeben alle Paare; bei einer quadratischen Matrix passen beide Achsen, also scheitert nichts.',
      innocent: 'Diese Zeile tut, was sie soll.',
    },
    repair: {
      prompt: (sum, count) =>
        `${sum} ist ein Fehler. Forme B mit seinen ${count} Elementen so um, dass das Ergebnis die Form von A hat.`,
      hint: 'Setze 1en, wo B keine Achse von A hat.',
      larger: 'Sie passt zu A, aber das Ergebnis ist größer als A.',
    },
    translate: {
      prompt: (b, a) =>
        `ncnn addiert B ${b} zu A ${a}. Welche Form muss B haben, damit NumPy dasselbe tut?`,
      begins: (letter) =>
        `ncnn behält die äußeren Achsen: B beginnt auf der markierten, ${letter}.`,
      hint: 'Schreibe die 1en hinter den Größen von B aus.',
      otherAxes: 'Mit dieser Form richtet NumPy B an anderen Achsen aus als ncnn.',
    },
    whichAxis: {
      runs: 'es läuft',
      itRuns: 'Es läuft.',
      prompt: (sum) => `${sum}: Läuft es? Wenn nicht, an welcher Achse des Ergebnisses liegt es?`,
    },
  },
  clinic: {
    printed: 'Was jede Bibliothek hier ungefähr ausgibt',
    unknown:
      'Ich finde hier keine zwei Formen. Füge die ganze Meldung ein oder, wenn sie keine nennt, nur die Formen: (3,4) (3,).',
    topics: {
      product:
        'Das ist ein Matrixprodukt: Seine inneren Größen müssen gleich sein; Broadcasting gilt für sie nicht.',
      join: 'Das fügt Arrays zusammen: Alle Achsen außer dieser einen müssen gleich groß sein, nichts wird wiederholt.',
      memory:
        'Die Formen passen, aber das Ergebnis ist zu groß für den Speicher. Rechne blockweise, oder lass die Achse weg, die du nicht brauchst.',
    },
    tooLarge: (operands, axes, size) =>
      `Die Seite zeigt höchstens ${operands} Operanden, ${axes} Achsen und Größen bis ${size}.`,
    read: (source, shapes) =>
      source === 'Shapes' ? `Die Formen sind ${shapes}.` : `${source}. Die Formen sind ${shapes}.`,
    open: ' Die Meldung nennt nicht jede Größe; die fehlenden sind geraten.',
    julia: ' Julia richtet Formen links aus; hier werden sie rechts ausgerichtet.',
    output: (result, room) =>
      `Das Ergebnis ist ${result}, aber die Ausgabe hat Platz für ${room}. Lass das Argument out= weg, oder gib ihm die Form ${result}.`,
    whole: (axis, a, b) =>
      `Die Meldung sagt nur, dass ${axis === undefined ? 'eine Achse' : `Achse ${axis}`} im einen Operanden ${a} und im anderen ${b} hat. Wie lauten die ganzen Formen?`,
    fullShape: (name, size) => `Ganze Form von ${name}, mit einer ${size}`,
    show: 'Zeigen',
  },
  present: {
    title: 'Präsentation',
    back: 'Zurück',
    next: 'Weiter',
    cover: 'Ergebnis verdecken',
    uncover: 'Ergebnis zeigen',
    blank: 'Bildschirm leeren',
    full: 'Vollbild',
    window: 'Vollbild verlassen',
    leave: 'Beenden (Esc)',
    keys: 'Taste C verdeckt das Ergebnis, B oder . leert den Bildschirm',
    isCovered: 'Das Ergebnis ist verdeckt.',
    isBlank: 'Der Bildschirm ist leer.',
    isUncovered: 'Die Figur ist zu sehen.',
    slide: (at, slides) => `Folie ${at} von ${slides}`,
  },
  port: {
    title: 'Portieren',
    titles: {
      'onnx-legacy': ['Der Knoten in Opset 6', 'Ab Opset 7'],
      ncnn: ['Der Layer in ncnn', 'Dasselbe in ONNX'],
    },
    reshape: (changed) => `Schreibe die 1en aus: ${changed}.`,
    as: (name, shape) => `${name} als ${shape}`,
    asIs: 'Nach der NumPy-Regel richten sich die Formen genauso aus: Nichts muss umgeformt werden.',
    equal: (equal, of) =>
      equal === of
        ? `Gleich auf ${of} Werten, hier geprüft`
        : `Gleich nur auf ${equal} von ${of} Werten`,
  },
  model: {
    about:
      'Listet jedes Broadcasting in einem ONNX-Modell, zeichnet es auf der Leiter und markiert, was neuere Opsets nicht mehr erlauben oder ncnn anders ausrichten würde. Die Datei bleibt in deinem Browser.',
    drop: 'Zieh eine .onnx-Datei hierher, oder wähle eine.',
    sample: 'Oder prüfe das Ziffernnetz von unten',
    reading: (name) => `${name} wird gelesen …`,
    unread: (name, reason) => `${name} ließ sich nicht prüfen. ${reason}`,
    broadcasts: 'Seine Broadcasts: Wähle einen, um ihn auf der Leiter zu sehen',
    uncertain:
      'Knoten, deren Formen sich nicht ableiten lassen oder denen widersprechen, die das Modell angibt',
    doesNotFit: 'passen nicht',
    show: 'In der Figur zeigen',
    more: 'Mehr',
    nodes: (count) => plural(count, { one: '# Knoten', other: '# Knoten' }),
    count: (count) => plural(count, { one: '# Broadcast', other: '# Broadcasts' }),
    warnings: (count) => plural(count, { one: '# Warnung', other: '# Warnungen' }),
    errors: (count) => plural(count, { one: '# Fehler', other: '# Fehler' }),
  },
  digits: {
    draw: 'Zeichne eine Ziffer',
    drawHint:
      'Zeichne mit Maus, Stift oder Finger. Mit der Tastatur: Pfeile bewegen den Stift, die Leertaste setzt ihn auf oder hebt ihn, Entf löscht.',
    pad: 'Zeichenfläche',
    clear: 'Löschen',
    penUp: (row, column) => `Zeile ${row}, Spalte ${column}, Stift oben`,
    penDown: (row, column) => `Zeile ${row}, Spalte ${column}, Stift unten`,
    loading: 'Das Netz wird geladen.',
    empty: 'Noch nichts gezeichnet.',
    unopened: (reason) => `Das Netz ließ sich nicht öffnen: ${reason}`,
    sample: (digit) => `Beispiel einer ${digit}`,
    samples: 'Beispiele, die das Netz nicht kennt',
    orTake: 'Oder nimm eine, die das Netz nicht kennt',
    seen: 'Was das Netz liest: 8×8 Zellen, skaliert und zentriert',
    odds: 'Wahrscheinlichkeit jeder Ziffer',
    looksLike: (digit, percent) => `Sieht aus wie eine ${digit} (${percent}).`,
    times: { one: 'eine Ziffer', ten: 'zehn Ziffern auf einmal' },
    median: (samples) => `Median von ${samples} Messungen, eben in diesem Browser`,
    layers: 'Die Schichten, für',
    layersFor: { one: 'die Ziffer oben', ten: 'die zehn Beispiele auf einmal' },
    layer: (layer, operators) => `Schicht ${layer}: ${operators}`,
    heatMap: 'Heatmap',
    cells: (name, high, wide) =>
      `${name}, ${high} mal ${wide}; Pfeiltasten gehen von Zelle zu Zelle`,
    maps: (name, maps, high, wide) =>
      `${name}, ${maps} Karten, ${high} mal ${wide}; Pfeiltasten gehen von Pixel zu Pixel, Bild ↑ und Bild ↓ von Karte zu Karte`,
    what: {
      bias: 'Ein Bias',
      subtracted: 'Was abgezogen wird',
      factor: 'Ein Faktor',
      divisor: 'Ein Divisor',
      slope: 'Eine Steigung, mit der negative Zahlen multipliziert werden',
    },
    perColumn: 'eine Zahl pro Spalte, dieselbe für jede Ziffer',
    perChannel: (pixels) => `eine Zahl pro Kanal, dieselbe für alle ${pixels} Pixel seiner Karte`,
    softmax:
      'Von jeder Zeile wird ihre größte Zahl abgezogen; die Exponentialwerte werden durch die Summe der Zeile geteilt: eine Zahl pro Zeile, über die ganze gedehnt.',
    largest: 'größte',
    below: 'darunter',
    sum: 'Summe',
    probability: 'Wahrscheinlichkeit',
    convolution: (kernels, size) =>
      `${kernels} Kerne mit ${size} Gewichten gleiten über das Bild: ${kernels} Karten, jede ein Kanal. Hier gibt es kein Broadcasting.`,
    convolutionOfMaps: (kernels, size, maps, name) =>
      `${kernels} Kerne mit ${size} Gewichten pro Karte gleiten über alle ${maps} Karten von ${name}: ${kernels} Karten, jede ein Kanal. Hier gibt es kein Broadcasting.`,
    products: (products, maps, channel) =>
      `die Summe von ${products} Produkten: Pixel von ${maps} Karten mal Gewichte von Kanal ${channel}`,
    noInk: 'keine Farbe unter dem Kern',
    pooling: (window, from, to) =>
      `Die größte Zahl von je ${window} Pixeln: Aus Karten von ${from} werden Karten von ${to}.`,
    largestOf: (numbers) => `die größte von ${numbers}`,
    flattening: (from, to) =>
      `Die Karten hintereinander: ${from} als ${to}. Keine Zahl wird bewegt.`,
    product: (shape, weights) =>
      `Das Matrixprodukt von ${shape} und den Gewichten ${weights}: Hier gibt es kein Broadcasting.`,
    rowTimesColumn: (numbers, row, name, column) =>
      `die ${numbers} Zahlen von Zeile ${row} von ${name} mal Spalte ${column} der Gewichte`,
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
    operand: (name, shape, numbers) => `${name} hat die Form ${shape}: ${numbers}.`,
    target: (name, shape) => `${name} verlangt die Form ${shape}.`,
    placements: {
      right: (name, missing, aligned) =>
        `Richte sie rechts aus. ${name} hat keine ${missing} und zählt darum als ${aligned}.`,
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
    colon: ': ',
    comma: ', ',
    has: (name, size) => `${name} hat ${size}`,
    hasAdded: (name, size) => `${name} hat keine und zählt als ${size}`,
    outcomes: {
      equal: '. Sie bilden Paare.',
      stretched: (names, count, times) =>
        `, also ${count === 1 ? 'wird' : 'werden'} ${names} ${times}-mal benutzt.`,
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
    result: (shape, numbers, stored) => `Ergebnis: ${shape}. ${numbers}, berechnet aus ${stored}.`,
    fits: (shapes, output, byRule) => `${shapes} passen${byRule}: Das Ergebnis ist ${output}.`,
    fitsAlone: (shape, output, byRule) => `${shape} ergibt${byRule} ${output}.`,
    expands: (from, to, output) => `${from}, auf ${to} erweitert, ergibt ${output}.`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} passen${byRule} nicht. ${reason}`,
    cannotExpand: (from, to, reason) => `Expand kann ${from} nicht auf ${to} erweitern. ${reason}`,
    likely: 'Wahrscheinliche Korrektur: ',
    possible: 'Mögliche Korrektur: ',
    wrongSize: (sizes, guess) =>
      `Kein Umformen paart ${sizes.length === 2 ? `${sizes[0]} Zahlen mit ${sizes[1]}` : 'sie eins zu eins'}. Prüfe die Größen${guess}.`,
    allPairs: (pairs, name, shape) => ` (Für alle ${pairs} Paare mache ${name} zu ${shape}.)`,
    offByOne: ' (um eins verzählt?)',
    rgba: ' (RGBA?)',
    matrices: (output) => `Als Matrizen lassen sie sich multiplizieren: matMul ergibt ${output}.`,
    transposed: (name, output) =>
      `Mit transponiertem ${name} lassen sie sich als Matrizen multiplizieren: matMul ergibt ${output}.`,
    where: (axis, sizes) => `${axis}: ${sizes}`,
    ranksDiffer: 'Sie haben verschieden viele Achsen',
    needed: {
      two: 'Die Größen müssen gleich sein, oder eine muss 1 sein',
      many: 'Die Größen müssen gleich oder 1 sein',
      target: (name) => `Die Größen müssen gleich sein, oder die von ${name} muss 1 sein`,
    },
    neverStretched: (name) => `${name} wird nie gedehnt`,
    onlyOuterOnes: (name) => `Nur 1en am Anfang und am Ende von ${name} dürfen sich dehnen`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}. ${needed}.`,
      target_would_grow: ({ where, needed }) => `${where}. ${needed}.`,
      interior_one: ({ where, needed }) => `${where}. ${needed}.`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} hat ${rank} Achsen und ${target} nur ${targetRank}, aber das Ergebnis muss die Form von ${target} haben.`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} lässt keinen Platz für ${operand}; möglich ist Achse 0 bis ${lastAxis}.`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} ist nicht erlaubt; die einzige negative Achse ist -1, die ${operand} rechts ausrichtet.`,
      broadcast_off: ({ where }) => `${where}. Ohne broadcast=1 müssen die Formen gleich sein.`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} muss 1 bis 4 Achsen haben, hat aber ${rank}.`,
      zero_not_representable: ({ operand }) =>
        `${operand} hat eine Größe 0, was diese Regel nicht erlaubt.`,
      too_many_elements: () => 'Es gäbe mehr als 2^53 Elemente.',
    },
    warnings: {
      outer_product: (side, are, isAll) =>
        `Das vergleicht alle Paare: ${side} × ${side} = ${are} ${isAll ? 'Ergebnisse' : 'Paare'}, nicht ${side}.`,
      square_trap: (ways, used, rule, others) =>
        `Vorsicht: ${ways}. Nach ${rule} gilt ${used}. ${others}`,
      rank_change: (names, missing, count) =>
        `Verschieden viele Achsen: ${names} hatte keine ${missing}, also ${count === 1 ? 'kam eine 1' : 'kamen 1en'} hinzu.`,
      ncnn_unchecked: (shape) => `ncnn prüft das nicht: Es gäbe trotzdem ${shape} zurück.`,
      big_result: (bytes, stored) =>
        `Das Ergebnis braucht ${bytes} (die Eingaben ${stored}). Rechne blockweise.`,
    },
    matches: (size, axes) => `${size} passt zu ${axes}`,
    bothAxes: 'beiden Achsen',
    moreChoices: (name) => `${name} passt auf mehr als eine Wahl von Achsen`,
    onePer: { row: 'eine Zahl pro Zeile', column: 'eine Zahl pro Spalte' },
    ifMeant: (meant, name, shape) => `Für ${meant} mache ${name} zu ${shape}.`,
    fixes: {
      setAxis: (axis, output, grows) => `axis=${axis} setzen; das ergibt ${output}${grows}.`,
      reshape: (name, shape, output, grows) =>
        `${name} in ${shape} umformen; das ergibt ${output}${grows}.`,
      transpose: (name, shape, output, grows) =>
        `${name} zu ${shape} transponieren; das ergibt ${output}${grows}.`,
      swap: (output, grows) => `A und B tauschen; das ergibt ${output}${grows}.`,
      otherPairs: (name, shape, output, grows) =>
        `${name} in ${shape} umformen; das ergibt ${output}${grows}, aber mit anderen Paaren.`,
    },
    grows: ', ein äußeres Produkt',
  },
};
