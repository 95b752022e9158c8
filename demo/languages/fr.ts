/** French. */
import { counting } from '../base/plural.ts';
import type { Catalogue } from './catalogue.ts';

const plural = counting('fr');
const number = (count: number): string => count.toLocaleString('fr');

const verbs: Readonly<Record<string, string>> = {
  Add: 'Additionne',
  Sub: 'Soustrais',
  Mul: 'Multiplie',
  Div: 'Divise',
};

export const prerendered: Catalogue['prerendered'] = {
  document: {
    title: 'Le broadcasting à l’œil nu · simdcast',
    description:
      'Comment se combinent des tableaux de formes différentes : change les formes et regarde les axes s’aligner, s’étirer ou se contredire, élément par élément.',
    skip: 'Aller à la figure',
    heading: 'Le broadcasting <em>à l’œil nu</em>',
    idea: 'Le broadcasting ajoute une ligne à chaque ligne d’un tableau, sans boucle et sans copie.',
    inShort: 'Les formes s’alignent à droite. Une taille 1, ou absente, se répète pour s’adapter.',
    examples: 'Essaie',
    figure: 'La figure',
    ports: 'Porter',
    more: 'Plus sur ces formes',
    settings: 'Réglages',
    allSettings: 'Réglages : formes, opérateur, règle, valeurs',
    model: 'Vérifier un modèle',
    run: {
      title: 'Vitesse : soustraire une moyenne à 2 millions de pixels',
      first:
        'Avant qu’une image entre dans un modèle, chaque canal de couleur est normalisé : on soustrait sa moyenne et on divise par son écart type. L’image a la forme (1080,1920,3) et les statistiques la forme (3,) : trois nombres servent deux millions de pixels, et aucun n’est copié.',
      second:
        'Ici, les deux étapes tournent sur les vrais noyaux, à côté de la boucle simple qu’on écrirait à la main. Chaque élément est comparé.',
      code: 'Le code exécuté',
    },
    speed: 'Vitesse : ces formes',
    digits: {
      title: 'Un réseau qui lit des chiffres',
      about:
        'Un petit réseau de convolutions, entraîné avec les opérateurs de simdcast sur 1 438 chiffres manuscrits et sur des chiffres dessinés, en lit correctement 359 autres sur 359. Il tourne ici comme session ONNX sur le moteur de cette page. Chaque biais et chaque pente est un nombre par canal, étendu à toute la carte, et Softmax a un nombre par ligne.',
    },
    lessons: {
      rows: {
        title: 'Une seule règle, lue depuis la droite',
        first:
          'Écris une forme sous l’autre, alignées à droite. Chaque colonne est un axe. Une colonne convient si ses tailles sont égales, ou si l’une d’elles est 1 ; rien d’autre ne compte.',
        second:
          '(4,3) et (3,) se rencontrent dans une colonne, 3 avec 3 : une ligne de trois s’ajoute donc à chacune des quatre lignes. Personne ne cherche un autre axe qui conviendrait.',
      },
      ones: {
        title: 'Les 1 que tu n’as pas écrits',
        first:
          'Une forme qui a moins d’axes se lit avec des 1 dans les places vides à gauche. (3,) devient (1,3), jamais (3,1). C’est pourquoi un vecteur est une ligne, et pourquoi une moyenne sur le dernier axe, qui n’a plus cet axe, ne va pas avec ses données (ou, si elles sont carrées, tombe sur le mauvais axe).',
        second:
          'Le remède est de garder l’axe : <code>keepdims=True</code>, ou un 1 écrit à la main. Avec (3,1), chaque ligne a son propre nombre.',
      },
      both: {
        title: 'Les deux peuvent s’étirer',
        first:
          'Une colonne (4,1) et une ligne (3,) s’étirent l’une vers l’autre et forment un tableau (4,3) de toutes les paires. Aucun opérande n’a la forme du résultat. Voulu, c’est un produit extérieur ou un tableau de distances.',
        second:
          'Étirer ne copie rien. L’axe reçoit le stride 0, et le même élément est relu. Seul le résultat est stocké, et il l’est en entier.',
      },
      'no-fit': {
        title: 'Ça ne va pas',
        first:
          '(2,3) et (3,2) ont autant de nombres, et les mêmes tailles dans un autre ordre. Leur dernière colonne a 3 et 2 : différents, et aucun n’est 1. L’opération s’arrête là. Un 2 n’est pas non plus répété jusqu’à 4 ; seul un 1 se répète.',
        second:
          'Un message d’erreur nomme les formes ou l’axe. Écris les formes alignées à droite, trouve la colonne, et demande de quoi le petit opérande a un nombre chacun. Cet axe garde sa taille, et chaque axe derrière lui reçoit un 1 : un nombre par ligne, c’est (3,1).',
      },
      trap: {
        title: 'Ça va, et c’est faux',
        first:
          'Les erreurs coûteuses ne lèvent pas d’erreur. Des prédictions de forme (77,1) moins des cibles de forme (77,) devraient faire 77 différences. Il y en a 5 929 : chaque prédiction avec chaque cible, et la moyenne de leurs carrés ressemble encore à une perte.',
        second:
          'Le piège du carré est plus discret encore. Sur une matrice (3,3), un vecteur de 3 va sur les deux axes ; la règle prend le dernier, quoi que tu aies voulu.',
      },
      images: {
        title: 'Images et lots',
        first:
          'La place des canaux décide du sens de trois nombres. Dans (32,32,3) ils viennent en dernier, comme dans la plupart des fichiers, et (3,) s’aligne sur eux. Dans (3,32,32) il s’alignerait sur la largeur : les canaux ont donc besoin de deux 1 derrière eux, (3,1,1).',
        second:
          'Un lot devant ne change rien. Les axes absents deviennent des 1 : ce qui va avec une image va aussi avec (8,3,32,32), et les trois mêmes nombres servent chaque pixel de chaque image.',
      },
      cost: {
        title: 'Ce que ça coûte',
        first:
          'Un opérande étiré ne coûte rien ; le résultat coûte toute sa taille. 60 000 valeurs contre 60 000 autres, c’est 480 ko en entrée et 14,4 Go en sortie. Avant de diffuser, multiplie les tailles du résultat.',
        second:
          'Si tu n’as besoin que d’une somme ou d’un minimum sur les paires, calcule par blocs, ou utilise le produit matriciel, qui ne stocke jamais les paires.',
      },
      attention: {
        title: 'Attention : masques et têtes',
        first:
          'Les scores de l’attention ont les axes lot, têtes, requêtes et clés. Un masque causal (5,5), requêtes par clés, s’aligne sur les deux derniers axes et sert chaque tête de chaque texte. Un masque de remplissage a une ligne par texte, (2,5) : il doit être (2,1,1,5), sinon ses textes rencontrent les requêtes.',
        second:
          'Les têtes partagent les clés de la même façon. Un produit matriciel diffuse tous les axes sauf les deux derniers : avec des requêtes (2,4,5,8), les clés d’une seule tête, (2,1,8,5), servent les quatre têtes et ne sont stockées qu’une fois.',
      },
    },
    rules: {
      title: 'Les règles côte à côte',
      numpy: {
        name: 'Règle de NumPy, aussi celle de PyTorch et d’ONNX depuis l’opset 7',
        text: 'Les formes plus courtes reçoivent des 1 devant. Sur chaque axe, toutes les tailles autres que 1 doivent être égales, et c’est la taille du résultat. 0 avec 1 donne 0.',
      },
      oneWay: {
        name: 'ONNX à sens unique',
        text: 'Seul B est étiré, et le résultat a la forme de A.',
      },
      legacy: {
        name: 'ONNX opset ≤ 6',
        text: 'Avec <code>broadcast=1</code>, la forme de B correspond à des axes consécutifs de A à partir de <code>axis</code>. Par défaut : les derniers axes. Le résultat a la forme de A.',
      },
      ncnn: {
        name: 'ncnn, son BinaryOp',
        text: 'L’opérande qui a le moins d’axes garde les axes extérieurs, et des 1 viennent derrière ; un vecteur qui ne va pas sur l’axe le plus extérieur va sur le plus intérieur. ncnn ne vérifie pas les tailles.',
      },
      results: 'Résultats avec chaque règle',
    },
    challenge: 'Défis',
    footer: {
      pictures:
        'Les figures viennent de la bibliothèque elle-même. <code>a * b</code> calcule case par case ; pour les matrices, utilise <a href="{{matmul}}"><code>a @ b</code></a>.',
      sources: 'Les règles viennent de',
      languages: 'Langues',
      package:
        'simdcast, licence Apache 2.0. Rien d’ici n’est envoyé nulle part. Le paquet, <code>npm i simdcast</code>, a une <a href="{{root}}api/index.html">référence de l’API</a> (en anglais).',
    },
    keys: {
      title: 'Clavier',
      size: {
        name: 'Dans une taille',
        text: '<kbd>↑</kbd> <kbd>↓</kbd> et <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> la changent, <kbd>Début</kbd> la met à 1, <kbd>,</kbd> ou <kbd>Inser</kbd> ajoute un axe et <kbd>Suppr</kbd> l’enlève. On peut la glisser de côté ; <kbd>Échap</kbd> annule.',
      },
      values: {
        name: 'Dans les valeurs',
        text: 'Les flèches, <kbd>Début</kbd>, <kbd>Fin</kbd> et les deux avec <kbd>Ctrl</kbd> déplacent, <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> vont à un autre panneau ou à une autre coupe. <kbd>Entrée</kbd> épingle un élément du résultat et <kbd>Échap</kbd> le libère. Dans un opérande, <kbd>Entrée</kbd> ou un chiffre modifie ; <kbd>Entrée</kbd> descend, <kbd>Tab</kbd> va à droite. On peut coller des valeurs.',
      },
      presentation: {
        name: 'Dans une présentation',
        text: '<kbd>→</kbd>, <kbd>Espace</kbd> et <kbd>Page ↓</kbd> passent à l’étape et à la figure suivantes, <kbd>←</kbd> et <kbd>Page ↑</kbd> reviennent, <kbd>Début</kbd> et <kbd>Fin</kbd> vont aux extrémités, et <kbd>Échap</kbd> quitte. <kbd>C</kbd> cache le résultat et <kbd>B</kbd> ou <kbd>.</kbd> vide l’écran ; ces touches peuvent être désactivées.',
      },
      pad: {
        name: 'Sur la zone de dessin',
        text: 'Les flèches déplacent le crayon, <kbd>Espace</kbd> le pose et le lève, <kbd>Suppr</kbd> efface.',
      },
      tabs: {
        name: 'Dans les onglets et la description',
        text: 'Les flèches, <kbd>Début</kbd> et <kbd>Fin</kbd> déplacent ; <kbd>Entrée</kbd> ouvre.',
      },
    },
    access: {
      title: 'Accessibilité',
      text: 'La page vise WCAG 2.2 AA et est testée avec axe-core, au clavier seul, en couleurs forcées, à 320 pixels et sans scripts. Lacunes connues : tous les lecteurs d’écran n’ont pas été essayés ; les tenseurs à 7 et 8 axes ne sont décrits que par leurs axes ; l’aperçu de l’exécution est une image légendée.',
    },
  },
  printed: {
    gallery: {
      P02: 'une ligne',
      P07: 'une colonne',
      P03: 'les deux',
      P06: 'ne va pas',
      P08: 'un piège',
      P05: 'une image',
      P11: 'un lot',
    },
    golden: 'Les mêmes formes A B avec chaque règle ; — là où elle refuse',
    onAxes: (axes) => `B sur ${axes}`,
  },
};

export const words: Catalogue['words'] = {
  page: {
    noEngine: (reason) =>
      `Le moteur n’a pas démarré : le premier exemple peut être lu, mais pas modifié. (${reason})`,
    partMissing: (reason) => `Une partie de la page n’a pas pu être chargée. (${reason})`,
    examples: 'Exemples',
    loadingEngine: 'Chargement du moteur complet',
    newVersion: 'Une version plus récente de cette page est disponible : recharge-la.',
    valuesDropped: 'Trop de valeurs pour un lien : l’adresse ne garde que les formes.',
    typedLetGo: 'Les valeurs saisies ne vont pas avec la nouvelle forme et ont été abandonnées.',
    otherOperator: (rule, op, now) => `${rule} n’a pas ${op} : l’opérateur est ${now}.`,
    tooManyToType: 'On peut saisir des valeurs pour 1 024 éléments au plus.',
    make: (names, shape) => `Rendre ${names} ${shape}`,
    transpose: (name, shape) => `Transposer ${name} en ${shape}`,
    swap: 'Échanger A et B',
    setAxis: (axis) => `Mettre axis=${axis}`,
    seeDifference: 'Voir en quoi les règles diffèrent',
    modes: {
      play: 'Jouer',
      learn: 'Apprendre',
      challenge: 'Défis',
      porting: 'Porter',
      lab: 'Labo',
    },
    tabs: {
      why: 'Pourquoi ça va',
      rules: 'Règles comparées',
      memory: 'En mémoire',
      code: 'Code',
    },
    whyNot: 'Pourquoi ça ne va pas',
    themes: { system: 'Thème : système', light: 'Thème : clair', dark: 'Thème : sombre' },
    steps: {
      written: ['Tel quel', 'Deux tableaux, comme tu les as écrits.'],
      align: ['Aligner', 'Aligne les formes à droite. Les nombres restent où ils sont.'],
      add: ['Ajouter des 1', 'La forme la plus courte reçoit des 1 devant.'],
      stretch: [
        'Étirer',
        () => 'Une taille 1 se répète : le même nombre est relu, et rien n’est copié.',
      ],
      compute: [
        'Calculer',
        (op, operation) =>
          verbs[op]
            ? `${verbs[op]} les cases de même place.`
            : `Calcule ${operation} pour les cases de même place.`,
      ],
    },
    watch: 'Regarder',
    watchFail: 'Voir l’échec',
    sizeBar: 'Changer une taille',
    rungs: {
      added: 'non écrit : 1',
      stretched: (size) => `utilisé ${number(size)} fois`,
      disagrees: 'ne va pas',
      refused: 'interdit ici',
    },
    asWritten: 'Les formes, telles quelles',
    coveredLadder: 'Les tailles données ; le résultat est caché',
    placements: {
      right: 'Formes, alignées à droite',
      left: 'Formes, alignées à gauche',
      axis: 'Formes, alignées depuis l’axe choisi',
      scalar: 'Formes : une valeur pour tous les axes',
      target: 'Formes, alignées sur celle voulue',
      matrix: 'Formes, alignées à droite, avec lignes et colonnes des matrices',
    },
    inNcnn: (shapes) => `ncnn écrit ${shapes.join(' et ')}`,
    noPartner: 'rien à ajouter ici',
    withoutPartner: (count) =>
      plural(count, { one: '# nombre sans partenaire', other: '# nombres sans partenaire' }),
    oneSheet: (counts) => `une de ses ${counts.map(number).join(' × ')} feuilles`,
    square: (side) => `un carré, c’est ${side} × ${side} nombres`,
    noFit: 'ne va pas',
    doNotFit: 'Ces formes ne vont pas ensemble.',
    fitsHere: (size) => `le ${size} va ici`,
    fan: 'Écarter les feuilles',
    door: 'Colle une erreur ou des formes : (3,4) (3,)',
    menu: 'Menu',
    pace: (pace) => `Vitesse : ${pace === 0.5 ? '½' : pace}`,
    onlySizes: 'Seule sa forme compte ; ses valeurs ne servent pas.',
    noElements: 'Aucun élément : une des tailles est 0.',
    tooDeep: 'Trop d’axes à dessiner : l’échelle les a tous.',
    picture: (name, rows, columns) => `${name} en image : ${rows} lignes de ${columns} pixels`,
    storesNothing: 'ne stocke rien',
    noNumbers: 'aucun nombre : une taille est 0',
    used: (stored, count, times) =>
      `${stored}, ${count === 1 ? 'utilisé' : 'chacun utilisé'} ${number(times)} fois`,
    toCome: 'encore à venir',
    covered: 'caché',
    newValue: (name, index) => `Nouvelle valeur de ${name} en ${index.join(', ')}`,
    warning: 'Attention.',
    close: 'fermer',
    share: 'Partager',
    parts: 'Parties de la page',
    moreAbout: 'Plus sur ces formes',
    alignment: 'Alignement des axes',
    more: (count) => `${number(count)} de plus`,
    notDrawn: (count) => `${number(count)} de plus, non dessinés`,
    step: 'Étape',
    allSteps: 'Étapes',
    stepOf: (step, steps, heading) => `${step} sur ${steps} : ${heading}`,
    pause: 'Pause',
    previousIndex: (letter, name) => `Axe ${letter} de ${name}, indice précédent`,
    nextIndex: (letter, name) => `Axe ${letter} de ${name}, indice suivant`,
    axis: (axis) => `axe ${axis}`,
    orFromEnd: (axis, fromEnd) => `${axis} ou ${fromEnd}`,
    shape: 'forme',
    noResult: 'pas de résultat',
    copyOf: (element) => `copie de ${element}, non stockée`,
    fewer: (label) => `${label} : un de moins`,
    oneMore: (label) => `${label} : un de plus`,
    remove: (label) => `${label} : enlever`,
    gridOf: (name) => `${name}, valeurs`,
    valuesOf: (name) => `Valeurs de ${name}`,
    sizesOf: (name) => `Tailles de ${name}`,
    anAxis: 'axe',
    addAxis: (name) => `Ajouter un axe à ${name}`,
    addAxisKey: 'Touche : virgule',
    removeAxis: (name) => `Enlever le premier axe de ${name}`,
    removeAxisKey: 'Touche, sur une taille : Suppr',
    numbers: (count) => plural(count, { one: '# nombre', other: '# nombres' }),
    quoted: (text) => `« ${text} »`,
    meaning: {
      transpose: (name) => `transposer ${name}`,
      swap: 'A et B échangent leurs places',
      otherPairs: 'd’autres nombres se rencontrent',
      allPairs: 'toutes les paires',
      each: 'nombre par nombre',
      one: 'un nombre pour tout',
      per: {
        column: 'un nombre par colonne',
        row: 'un nombre par ligne',
        sheet: 'un nombre par feuille',
      },
      perIndex: (letter) => `un nombre par indice de ${letter}`,
      perIndices: (letters) => `un nombre pour chaque ${letters}`,
    },
    offsetOf: (name) => `décalage de ${name}`,
    gradientOf: (name, letters) => `le gradient de ${name} est sommé sur ${letters}`,
    usedOften: (element, count) =>
      `${element} est stocké une fois et utilisé ${number(count)} fois.`,
    tooManyElements: (most) =>
      `Formes seules : au-delà de ${number(most)} éléments, la page ne calcule pas de valeurs.`,
    shapesOnly: (reason) => `Formes seules : ${reason}`,
    shapes: {
      symbol: (symbol) =>
        `« ${symbol} » est une taille connue seulement plus tard : écris un nombre à sa place, par exemple 2.`,
      early: (missing) => `La forme s’arrête trop tôt : il manque ${missing}.`,
      character: (at, character) =>
        `Le caractère ${at}, « ${character} », n’a pas sa place dans une forme.`,
      size: 'une taille',
      sizeOrScalar: 'une taille, ou « scalar »',
      tooLarge: (digits, most) => `${digits} est trop grand : une taille vaut au plus ${most}.`,
      tooMany: (most) => `Une forme a ici au plus ${most} axes.`,
    },
    links: {
      unreadable: 'Ce lien est illisible. Voici le premier exemple à la place.',
      slide: (slide, notice) => `Diapositive ${slide} : ${notice}`,
      leftOut: (parts) => `${parts} dans ce lien est illisible et a été laissé de côté.`,
    },
    why: {
      equal: 'Des tailles égales se mettent en paires une à une.',
      stretched: 'Un 1 n’a qu’une valeur le long de l’axe ; la relire est sans ambiguïté.',
      ones: 'Chacun a un seul élément le long de cet axe, et les deux se rencontrent.',
      zero: 'Le 1 va avec l’autre taille, qui est 0 : il n’y a rien à calculer le long de cet axe.',
      summed:
        'Le long de cet axe, une ligne de A est multipliée par une colonne de B et les produits sont sommés.',
      conflict:
        'Avec deux tailles différentes, dont aucune n’est 1, les éléments ne peuvent former de paires.',
      refused: 'La règle de NumPy le permettrait, mais ici un opérande ne peut pas être étiré.',
    },
    whyPlacement: 'Aucune donnée n’est déplacée ni copiée ; seule l’indexation change.',
  },
  later: {
    pasted: (name) => `Les valeurs collées remplissent ${name}.`,
    notPasted: 'Le texte collé n’est pas une liste de nombres.',
    reshapeOffer: (values, name, shape) => `${values} ne vont pas dans ${name} ${shape}.`,
    reshape: (name, shape) => `Redimensionner ${name} en ${shape}`,
    values: (count) => plural(count, { one: '# valeur', other: '# valeurs' }),
    toTop: 'Vers la formule',
    offsetsAre:
      'Somme des indices fois les strides. Le stride d’un axe étiré est 0 : rien ne bouge.',
    copy: 'copier',
    outcomes: {
      equal: 'égal',
      stretched: 'étiré',
      ones: 'uns',
      zero: 'zéro',
      summed: 'sommé',
      conflict: 'conflit',
      refused: 'refusé',
    },
    matlab: 'MATLAB : des 1 à droite',
    fills: { addr: 'numérotées', arange: '0, 1, 2 …', ones: 'des 1', random: 'aléatoires' },
    pictureFill: 'une image',
    warnRank: 'Avertir quand un axe est ajouté',
    figureOfAnswer: 'La figure de la réponse',
    figureOf: (operation) => `La figure de ${operation}`,
    inYourCode: 'Dans ton code',
    library: 'Bibliothèque',
    needs: (name, count) =>
      `Alors ${name} a besoin de ${number(count)} nombres : vérifie sa taille.`,
    otherFixes: 'Autres corrections',
  },
  base: { copied: 'copié', blocked: 'Bloqué par le navigateur : sélectionne et copie' },
  rules: {
    numpy: { label: 'Règle de NumPy', of: 'NumPy, PyTorch, ONNX' },
    'onnx-uni': { label: 'ONNX à sens unique', of: 'ONNX, B vers A' },
    'onnx-legacy': { label: 'ONNX opset ≤ 6', of: 'ONNX, avec axis et broadcast' },
    ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
  },
  views: {
    shapeOf: (name) => `Forme de ${name}`,
    operand: 'opérande',
    addOperand: 'Ajouter un opérande',
    removeOperand: 'Enlever le dernier opérande',
    fromTheRight: 'depuis la droite',
    values: 'Valeurs',
    others: 'D’autres',
    operator: 'Opérateur',
    rule: 'Règle',
    type: 'Type d’élément',
    allExamples: (count) => `les ${count} exemples`,
    presets: {
      P01: 'un scalaire',
      P02: 'une ligne sur une matrice',
      P03: 'les deux s’étirent',
      P04: 'quatre axes',
      P05: 'une image et ses canaux',
      P06: 'une valeur par ligne : un conflit',
      P07: 'la correction : garder l’axe',
      P08: 'le piège du carré',
      P09: 'une erreur silencieuse dans une perte',
      P10: 'un biais par canal',
      P11: 'un biais qui marche partout',
      P12: 'un masque sans son axe de canaux',
      P13: 'un lot d’un seul, dans ncnn',
      P14: 'un vecteur sur l’axe intérieur',
      P15: 'un axe nommé dans l’opset 6',
      P16: 'le petit opérande d’abord',
      P17: 'aucun élément',
      P18: '0 n’est pas 1',
      P19: 'trois opérandes',
      P20: 'quatre opérandes',
      P21: 'un résultat trop grand',
      P22: 'différences par paires',
    },
  },
  tabs: {
    running: 'En cours…',
    failed: (reason) => `L’exécution a échoué : ${reason}`,
    dialect: 'Dialecte',
    asCode: 'L’opération en code',
    axes: {
      insert: (name, axis) => `Insérer un 1 dans ${name} avant l’axe ${axis}`,
      drop: (name, axis) => `Enlever l’axe ${axis} de ${name}`,
      dropShort: 'enlever',
      swap: (name, a, b) => `Échanger les axes ${a} et ${b} de ${name}`,
      of: (name) => `Axes de ${name}`,
      reset: 'Réinitialiser',
      title: 'Transposer ou ajouter un axe',
    },
    describe: {
      title: 'Décrire cette figure',
      tree: 'La figure en mots',
      axis: (letter, outcome) => `Axe ${letter} : ${outcome}`,
      element: (element, value) => `${element} vaut ${value}`,
      elements: (shown, count) => `Éléments : ${shown} sur ${number(count)}`,
    },
    frame: {
      frame: 'Image',
      landscape: 'Un paysage du soir : des collines devant un soleil bas',
      normalised: 'Normalisée',
      normalisedLandscape: 'Le même paysage, normalisé',
      mean: 'moyenne',
      deviation: 'écart type',
      run: 'Exécuter ici',
      again: 'Exécuter encore',
      outcome: (milliseconds, ratio, equal, elements) =>
        `${milliseconds.toFixed(1)} ms, ${ratio}× la boucle simple, ${number(equal)} sur ${number(elements)} égaux`,
      measured: (runs, milliseconds) =>
        `Médiane de ${runs} exécutions, mesurée à l’instant dans ce navigateur. La boucle simple a pris ${milliseconds.toFixed(1)} ms ; égal veut dire bit à bit.`,
    },
    histogram: {
      names: { red: 'rouge', green: 'vert', blue: 'bleu' },
      channel: (name, mean, deviation) => `${name} : moyenne ${mean}, écart type ${deviation}`,
      mean: (means) => `moyenne ${means}`,
    },
    memory: {
      bytes: 'Octets',
      stored: 'opérandes, tels que stockés',
      copied: 'opérandes, s’ils étaient copiés',
      result: 'résultat',
      reused: 'réutilisé',
      strides: 'Strides en octets : la distance à l’élément suivant le long d’un axe',
      width: 'Octets par élément',
      about:
        'Un axe étiré a le stride 0 : le même élément est relu, et rien n’est copié. Le broadcasting économise les copies, pas le résultat, qui est stocké en entier. Écrire à travers une vue étirée est dangereux : beaucoup de ses éléments partagent le même endroit de la mémoire.',
    },
    tape: {
      title: 'La mémoire comme un ruban',
      about: 'La mémoire comme un ruban : une case par nombre stocké, avec son adresse en octets',
      row: (name, count, byte) =>
        `${name} : ${count} nombres à la suite ; la tête est à l’octet ${byte}`,
      along: (name, letters) => `${name} le long de ${letters}`,
      at: (name, byte) => `${name} en ${byte}`,
      heads: 'Ce que font les têtes',
      element: (name) => `Élément de ${name}`,
      walk: (name) => `Parcourir ${name}`,
      reading: {
        label: (result) => `Lire, pour ${result}`,
        moves: (element, bytes) => `${element} vient de ${bytes}.`,
        stands: (where) => `Stride 0 : la tête ne bouge pas dans ${where}.`,
      },
      backwards: {
        label: () => 'Ajouter, pour le gradient',
        moves: (element, bytes) => `Le gradient de ${element}, ici 1, s’ajoute à ${bytes}.`,
        stands: (where) => `La somme se fait donc dans ${where}.`,
      },
    },
    rules: {
      relations: {
        identical: 'identique à NumPy',
        'other alignment': 'même forme, autre alignement',
        'other shape': 'autre forme',
      },
      reference: 'référence',
      noValues: 'Aucune valeur à comparer.',
      differ: (count) =>
        plural(count, { one: '# élément diffère.', other: '# éléments diffèrent.' }),
      shapesDiffer: 'Les formes diffèrent.',
      orders: {
        numpy: 'L’écrire dans l’ordre de NumPy (c,h,w)',
        ncnn: 'L’écrire dans l’ordre de ncnn [w,h,c]',
      },
      legacy: 'broadcast et axis d’ONNX opset ≤ 6',
      gives: (shape) => `donne ${shape}`,
      axesOf: (rule) => `${rule} : les axes`,
      show: 'Montrer la différence',
      why: 'Pourquoi',
      pairs:
        'Sur 5 276 paires de petites formes que NumPy et ncnn acceptent, 1 312 donnent une autre forme et',
      otherNumbers: '344 la même forme, mais d’autres nombres.',
      count: 'Les compter ici',
      counting: 'Comptage…',
      counted: ({ pairs, both, identical, otherAlignment, otherShape }) =>
        `Compté à l’instant : sur ${number(pairs)} paires, les deux règles en acceptent ${number(both)} ; ${number(identical)} donnent la même chose, ${number(otherAlignment)} s’alignent autrement, ${number(otherShape)} ont une autre forme.`,
      onlyTwo:
        'Les autres règles prennent deux opérandes. Appliquer la règle deux par deux donne la même forme.',
    },
    speed: {
      ways: {
        nested: 'tableaux imbriqués et map',
        odometer: 'tableaux typés, un compteur de strides',
        divmod: 'tableaux typés, division et reste',
        copy: 'copier la ligne, puis ajouter',
        tuned: 'tableaux typés, double boucle, quatre à la fois',
        simd: 'simdcast, SIMD128',
        relaxed: 'simdcast, Relaxed SIMD',
        threads: 'simdcast, plusieurs threads',
      },
      about:
        'Une matrice plus une ligne, en float32, par les vrais noyaux et par des boucles que tu pourrais écrire. Rien ne tourne avant que tu presses un bouton. Tous les résultats sont d’abord comparés bit à bit ; puis les variantes tournent à tour de rôle. Tant que tout tient dans le cache, le calcul donne le rythme ; au-delà, chaque variante attend la mémoire, et le rapport baisse.',
      threads:
        'Plusieurs threads prennent aussi leur tour : cette page est isolée des autres origines, ils peuvent donc partager la mémoire.',
      noThreads:
        'Les threads sont indisponibles : cette page n’est pas isolée des autres origines. Pour les activer, sers-la avec les en-têtes Cross-Origin-Opener-Policy: same-origin et Cross-Origin-Embedder-Policy: require-corp.',
      machine: (processors, browser) => `${processors} processeurs, ${browser}`,
      headline: (way, ratio, isFaster) =>
        `${way} : ${isFaster ? `${ratio} fois la vitesse` : `${ratio} de la vitesse`} de la boucle optimisée, mesuré à l’instant.`,
      row: (way, time, range, rate) => `${way} : ${time} ns par élément (${range}), ${rate} Go/s`,
      caption: (operation, samples) =>
        `${operation} : nanosecondes par élément, médiane de ${samples} mesures et leur moitié centrale`,
      run: (size) => `Exécuter ${size}`,
      copy: 'copier le résultat',
      round: (done, samples) => `Tour ${done} sur ${number(samples)}`,
      unequal: (ways) => `Non mesuré : les résultats de ${ways} diffèrent.`,
      starting: 'Démarrage…',
      noWorker: 'le worker n’a pas pu être chargé',
    },
  },
  share: {
    title: 'Le broadcasting à l’œil nu',
    link: 'Copier le lien',
    embed: 'Copier le code d’intégration',
    picture: 'Copier l’image',
    pictureCopied: 'L’image est dans le presse-papiers.',
    svg: 'Enregistrer en SVG',
    png: 'Enregistrer en PNG',
    forum: 'Copier pour un forum',
    alternative: 'Copier le texte alternatif',
    present: 'Présenter',
    failed: (file, reason) => `${file} n’a pas pu être créé : ${reason}`,
    several: 'Présenter plusieurs figures',
    links: 'Liens, un par ligne',
    addFigure: 'Ajouter cette figure',
    presentAll: 'Les présenter',
    notALink: (text) => `« ${text} » n’est pas un lien vers une figure et a été laissé de côté.`,
    noLinks: 'Colle d’abord les liens des figures à présenter.',
    added: 'ajouté',
    lineUp: (shapes, result) => `Comment ${shapes} s’alignent : ${result}.`,
    example: (equation) => `Par exemple ${equation}.`,
  },
  quiz: {
    error: 'une erreur',
    itIs: (answer) => `C’est ${answer}.`,
    answerIs: (answer) => `La réponse est ${answer}.`,
    right: 'Juste :',
    sureAndRight: 'En étant sûr, et juste :',
    notQuite: 'Pas tout à fait :',
    onlyIf: (idea) => `n’est juste que si ${idea}.`,
    yourAlignment: 'Ton alignement, depuis la gauche',
    similar: 'En essayer une semblable',
    chooseFirst: 'Choisis d’abord une réponse.',
    check: 'Vérifier',
    show: 'Montre-moi',
    sure: 'J’en suis sûr',
    shapeOf: (operation) => `Quelle est la forme de ${operation} ?`,
    yes: 'Oui.',
    notYet: 'Pas encore.',
    ideas: {
      M1: {
        name: 'B va sur n’importe quel axe qui convient',
        feedback:
          'Rien ne cherche de correspondance : les derniers axes se rencontrent, quelles que soient les tailles à leur gauche.',
      },
      M2: {
        name: '(N) et (N,1) veulent dire la même chose',
        feedback:
          '(N) se lit comme une ligne, (1,N). (N,1) est une colonne, et avec une ligne elle forme un tableau.',
      },
      M3: {
        name: 'le résultat a la forme du plus grand opérande',
        feedback:
          'Les deux opérandes peuvent s’étirer : le résultat peut être plus grand que chacun.',
      },
      M4: {
        name: 'B va tel qu’il est écrit',
        feedback:
          'Les axes absents ne s’ajoutent qu’à gauche. Ailleurs, écris toi-même le 1 ou utilise keepdims.',
      },
      M5: {
        name: 'les formes s’alignent à gauche',
        feedback: 'Elles s’alignent à droite, et les axes absents deviennent des 1 à gauche.',
      },
      M6: {
        name: 'ncnn fait ce que fait NumPy',
        feedback:
          'ncnn aligne l’opérande qui a le moins d’axes sur les axes extérieurs, NumPy sur les axes intérieurs.',
      },
      M8: {
        name: 'étirer est gratuit, et le résultat aussi',
        feedback: 'L’opérande étiré ne coûte rien ; le résultat est stocké en entier.',
      },
      M9: {
        name: 'un axe plus court se répète jusqu’à convenir',
        feedback: 'Seul un 1 se répète. Un 2 n’est jamais répété jusqu’à 4.',
      },
      M12: {
        name: 'la plus grande taille gagne sur chaque axe',
        feedback:
          'Deux tailles différentes sont en conflit sauf si l’une est 1 ; et 0 avec 1 donne 0.',
      },
      M13: {
        name: 'les deux formes sont mises bout à bout',
        feedback: 'Le résultat n’a que le nombre d’axes de l’opérande qui en a le plus.',
      },
      M15: {
        name: 'des formes différentes sont toujours une erreur',
        feedback:
          'Les formes peuvent différer : une taille 1 va avec toutes, et un axe absent compte comme 1.',
      },
    },
  },
  learn: {
    path: 'Leçons',
    rule: 'Les formes s’alignent à droite. Les tailles doivent être égales, ou l’une doit être 1.',
    lessons: {
      rows: 'lignes',
      ones: 'les 1 absents',
      both: 'les deux s’étirent',
      'no-fit': 'ça ne va pas',
      trap: 'ça va et c’est faux',
      images: 'images et lots',
      cost: 'ce que ça coûte',
      attention: 'attention',
    },
    done: 'fait',
    again: 'Redemande-moi d’abord',
    open: 'L’ouvrir dans Jouer',
    next: (lesson) => `Leçon suivante : ${lesson}`,
    goals: {
      rows: 'A est (5,2). Donne à B un seul axe, plus long que 1, qui aille avec A.',
      ones: 'A est (3,4) et B a 3 nombres. Donne à B une forme qui donne à chaque ligne de A son propre nombre.',
      both: 'A est (2,1). Donne à B une forme qui fasse du résultat un tableau (2,7) de toutes les paires.',
      'no-fit':
        'A est (2,3,4) et B a 3 nombres. Donne à B une forme qui donne à chaque ligne de chaque feuille son propre nombre.',
      trap: 'A est (77,1) et B a 77 nombres. Donne à B une forme pour que A − B fasse 77 différences.',
      images:
        'A est un lot d’images, (8,3,32,32), avec les canaux sur l’axe 1. Donne à B un nombre par canal.',
      cost: 'A est (60000,1). Donne à B une forme de 60 000 éléments pour que le résultat en ait 60 000 aussi.',
      attention:
        'Les scores sont (2,4,5,5) : textes, têtes, requêtes, clés. Donne à B un nombre par texte et par clé.',
    },
  },
  challenge: {
    levels: [
      'Prédis la forme.',
      'Est-ce que ça marche, et sinon, quel axe ?',
      'Répare.',
      'Construis une forme.',
      'Traduis entre les règles.',
      'Trouve l’erreur silencieuse.',
    ],
    level: (level, task) => `Niveau ${level} : ${task}`,
    puzzle: (puzzle) => `Énigme ${puzzle}.`,
    puzzleOf: (puzzle, puzzles) => `Énigme ${puzzle} sur ${puzzles}.`,
    startOver: 'Recommencer',
    anotherSet: 'Une autre série',
    print: 'Imprimer une feuille d’exercices',
    copySet: 'Copier le lien de cette série',
    copyProgress: 'Copier mes progrès',
    set: (set) => `Série ${set}.`,
    score: (set, right, answered) => `Série ${set} : ${right} justes sur ${answered}.`,
    inARow: (count) => `${count} de suite`,
    streaks: 'Réponses justes de suite, par idée fausse',
    worksheet: 'Feuille d’exercices',
    sheetTitle: (set) => `Broadcasting, série ${set}`,
    sheetAnswers: (set) => `Réponses de la série ${set}`,
    name: 'Nom :',
    yourShape: 'Ta forme',
    anAnswerIs: (answer) => `Une réponse est ${answer}.`,
    program: 'Le programme',
    answerFirst: 'Réponds d’abord.',
    next: 'Suivant',
    hint: 'Indice',
    wouldDo: (shape) => `${shape} irait.`,
    itHas: (elements, wanted) =>
      `Elle a ${plural(elements, { one: '# élément', other: '# éléments' })}, pas ${wanted}.`,
    withThat: (verdict) => `Avec cette forme : ${verdict}`,
    noColumn: 'Aucune colonne n’a deux tailles différentes.',
    ringed: (letter, sizes) => `Regarde la colonne entourée, ${letter} : ${sizes}.`,
    fromTheRight:
      'Aligne les formes à droite. Dans chaque colonne, les tailles doivent être égales, ou l’une doit être 1.',
    construct: {
      prompt: (shape, count) =>
        `A est ${shape}. Donne à B une forme de ${count} éléments qui avec A donne les mêmes valeurs dans NumPy et dans ncnn.`,
      lie: (letter) => `B peut être sur l’axe entouré, ${letter}.`,
      hint: 'Une forme qui a autant d’axes que A veut dire la même chose pour les deux.',
      otherAxes: 'NumPy et ncnn la mettent sur des axes différents.',
    },
    findBug: {
      prompt: 'Ceci tourne sans erreur. Quelle ligne est fausse ?',
      line: (line) => `ligne ${line}`,
      first: 'Écris les formes à côté de chaque ligne où deux tableaux se rencontrent.',
      second:
        'Une colonne et une ligne font toutes les paires ; avec une matrice carrée les deux axes conviennent, donc rien n’échoue.',
      innocent: 'Cette ligne fait ce qu’elle doit.',
    },
    repair: {
      prompt: (sum, count) =>
        `${sum} est une erreur. Redimensionne B, en gardant ses ${count} éléments, pour que le résultat ait la forme de A.`,
      hint: 'Mets des 1 là où B n’a pas d’axe de A.',
      larger: 'Elle va avec A, mais le résultat est plus grand que A.',
    },
    translate: {
      prompt: (b, a) =>
        `ncnn ajoute B ${b} à A ${a}. Quelle forme doit avoir B pour que NumPy fasse de même ?`,
      begins: (letter) =>
        `ncnn garde les axes extérieurs : B commence sur celui qui est entouré, ${letter}.`,
      hint: 'Écris les 1 après les tailles de B.',
      otherAxes: 'Avec cette forme, NumPy aligne B sur d’autres axes que ncnn.',
    },
    whichAxis: {
      runs: 'ça marche',
      itRuns: 'Ça marche.',
      prompt: (sum) => `${sum} : est-ce que ça marche ? Sinon, quel axe du résultat est en cause ?`,
    },
  },
  clinic: {
    printed: 'Ce que chaque bibliothèque affiche ici, à peu près',
    unknown:
      'Je ne trouve pas deux formes ici. Colle le message entier ou, s’il n’en nomme aucune, seulement les formes : (3,4) (3,).',
    topics: {
      product:
        'C’est un produit matriciel : ses tailles intérieures doivent être égales, et le broadcasting ne les concerne pas.',
      join: 'Ceci joint des tableaux : tous les axes sauf celui de la jonction doivent avoir la même taille, et rien ne se répète.',
      memory:
        'Les formes vont, mais le résultat est trop grand pour la mémoire. Calcule-le par blocs, ou enlève l’axe dont tu n’as pas besoin.',
    },
    tooLarge: (operands, axes, size) =>
      `La page montre au plus ${operands} opérandes, ${axes} axes et des tailles de ${size}.`,
    read: (source, shapes) =>
      source === 'Shapes' ? `Les formes sont ${shapes}.` : `${source}. Les formes sont ${shapes}.`,
    open: ' Le message ne donne pas toutes les tailles ; celles qui manquent sont supposées.',
    julia: ' Julia aligne les formes à gauche ; ici elles s’alignent à droite.',
    output: (result, room) =>
      `Le résultat est ${result}, et la sortie a de la place pour ${room}. Enlève l’argument out=, ou donne-lui la forme ${result}.`,
    whole: (axis, a, b) =>
      `Le message dit seulement ${axis === undefined ? 'qu’un axe' : `que l’axe ${axis}`} a ${a} dans un opérande et ${b} dans l’autre. Quelles sont les formes complètes ?`,
    fullShape: (name, size) => `Forme complète de ${name}, qui a un ${size}`,
    show: 'Les montrer',
  },
  present: {
    title: 'Présentation',
    back: 'Retour',
    next: 'Suivant',
    cover: 'Cacher le résultat',
    uncover: 'Montrer le résultat',
    blank: 'Vider l’écran',
    full: 'Plein écran',
    window: 'Quitter le plein écran',
    leave: 'Quitter (Échap)',
    keys: 'La touche C cache le résultat, B ou . vide l’écran',
    isCovered: 'Le résultat est caché.',
    isBlank: 'L’écran est vide.',
    isUncovered: 'La figure est affichée.',
    slide: (at, slides) => `Diapositive ${at} sur ${slides}`,
  },
  port: {
    title: 'Porter',
    titles: {
      'onnx-legacy': ['Le nœud à l’opset 6', 'Depuis l’opset 7'],
      ncnn: ['La couche dans ncnn', 'La même dans ONNX'],
    },
    reshape: (changed) => `Écris les 1 : redimensionne ${changed}.`,
    as: (name, shape) => `${name} en ${shape}`,
    asIs: 'Avec la règle de NumPy les formes s’alignent de même : rien n’est à redimensionner.',
    equal: (equal, of) =>
      equal === of
        ? `Égales sur ${of} valeurs, vérifié ici`
        : `Égales sur ${equal} valeurs seulement, sur ${of}`,
  },
  model: {
    about:
      'Énumère chaque broadcast d’un modèle ONNX, le dessine sur l’échelle, et marque ceux que des opsets plus récents n’acceptent plus ou que ncnn alignerait autrement. Le fichier reste dans ton navigateur.',
    drop: 'Dépose ici un fichier .onnx, ou choisis-en un.',
    sample: 'Ou vérifie le réseau de chiffres ci-dessous',
    reading: (name) => `Lecture de ${name} …`,
    unread: (name, reason) => `${name} n’a pas pu être vérifié. ${reason}`,
    broadcasts: 'Ses broadcasts : choisis-en un pour le voir sur l’échelle',
    uncertain:
      'Nœuds dont les formes n’ont pas pu être déduites, ou contredisent celles que déclare le modèle',
    doesNotFit: 'ne vont pas',
    show: 'Le montrer dans la figure',
    more: 'Plus',
    nodes: (count) => plural(count, { one: '# nœud', other: '# nœuds' }),
    count: (count) => plural(count, { one: '# broadcast', other: '# broadcasts' }),
    warnings: (count) => plural(count, { one: '# avertissement', other: '# avertissements' }),
    errors: (count) => plural(count, { one: '# erreur', other: '# erreurs' }),
  },
  digits: {
    draw: 'Dessine un chiffre',
    drawHint:
      'Dessine à la souris, au stylet ou au doigt. Au clavier : les flèches déplacent le crayon, Espace le pose et le lève, Suppr efface.',
    pad: 'zone de dessin',
    clear: 'Effacer',
    penUp: (row, column) => `ligne ${row}, colonne ${column}, crayon levé`,
    penDown: (row, column) => `ligne ${row}, colonne ${column}, crayon posé`,
    loading: 'Le réseau se charge.',
    empty: 'Rien n’est encore dessiné.',
    unopened: (reason) => `Le réseau n’a pas pu être ouvert : ${reason}`,
    sample: (digit) => `Exemple d’un ${digit}`,
    samples: 'Exemples que le réseau n’a pas vus',
    orTake: 'Ou prends-en un que le réseau n’a pas vu',
    seen: 'Ce que lit le réseau : 8×8 cases, mises à l’échelle et centrées',
    odds: 'Probabilité de chaque chiffre',
    looksLike: (digit, percent) => `On dirait un ${digit} (${percent}).`,
    times: { one: 'un chiffre', ten: 'dix chiffres à la fois' },
    median: (samples) => `Médiane de ${samples} mesures, à l’instant dans ce navigateur`,
    layers: 'Les couches, pour',
    layersFor: { one: 'le chiffre ci-dessus', ten: 'les dix exemples à la fois' },
    layer: (layer, operators) => `Couche ${layer} : ${operators}`,
    heatMap: 'carte de chaleur',
    cells: (name, high, wide) => `${name}, ${high} sur ${wide} ; les flèches vont de case en case`,
    maps: (name, maps, high, wide) =>
      `${name}, ${maps} cartes de ${high} sur ${wide} ; les flèches vont de pixel en pixel, Page ↑ et Page ↓ de carte en carte`,
    what: {
      bias: 'Un biais',
      subtracted: 'Ce qu’on soustrait',
      factor: 'Un facteur',
      divisor: 'Un diviseur',
      slope: 'Une pente, par laquelle les nombres négatifs sont multipliés',
    },
    perColumn: 'un nombre par colonne, le même pour chaque chiffre',
    perChannel: (pixels) => `un nombre par canal, le même pour les ${pixels} pixels de sa carte`,
    softmax:
      'De chaque ligne on soustrait son plus grand nombre ; les exponentielles sont divisées par la somme de la ligne : un nombre par ligne, étiré sur toute la ligne.',
    largest: 'plus grand',
    below: 'en dessous',
    sum: 'somme',
    probability: 'probabilité',
    convolution: (kernels, size) =>
      `${kernels} noyaux de ${size} poids glissent sur l’image : ${kernels} cartes, chacune un canal. Rien n’est diffusé.`,
    convolutionOfMaps: (kernels, size, maps, name) =>
      `${kernels} noyaux de ${size} poids par carte glissent sur les ${maps} cartes de ${name} : ${kernels} cartes, chacune un canal. Rien n’est diffusé.`,
    products: (products, maps, channel) =>
      `la somme de ${products} produits : pixels de ${maps} cartes fois les poids du canal ${channel}`,
    noInk: 'pas d’encre sous le noyau',
    pooling: (window, from, to) =>
      `Le plus grand nombre de chaque bloc de ${window} pixels : les cartes de ${from} deviennent des cartes de ${to}.`,
    largestOf: (numbers) => `le plus grand de ${numbers}`,
    flattening: (from, to) =>
      `Les cartes à la suite : ${from} en ${to}. Aucun nombre n’est déplacé.`,
    product: (shape, weights) =>
      `Le produit matriciel de ${shape} et des poids ${weights} : rien n’est diffusé.`,
    rowTimesColumn: (numbers, row, name, column) =>
      `les ${numbers} nombres de la ligne ${row} de ${name} fois la colonne ${column} des poids`,
  },
  engine: {
    numbers: { one: '# nombre', other: '# nombres' },
    axis: (axis) => `axe ${axis}`,
    axes: (axes) => `axes ${axes}`,
    lastAxis: 'dernier axe',
    rules: {
      multidirectional: 'la règle de NumPy',
      unidirectional: 'la règle à sens unique d’ONNX',
      legacy: 'la règle d’ONNX jusqu’à l’opset 6',
      legacyOff: 'la règle d’ONNX jusqu’à l’opset 6 avec broadcast=0',
      ncnn: 'la règle de ncnn',
      expand: 'Expand',
      perChannel: 'la règle de PRelu jusqu’à l’opset 6',
      equal: 'la règle des formes égales',
      matMul: 'MatMul',
      scalars: 'la règle de Clip',
    },
    withAxis: (rule, axis) => `${rule} avec axis=${axis}`,
    byRule: (rule) => ` selon ${rule}`,
    operand: (name, shape, numbers) => `${name} a la forme ${shape} : ${numbers}.`,
    target: (name, shape) => `${name} demande la forme ${shape}.`,
    placements: {
      right: (name, missing, aligned) =>
        `Aligne-les à droite. ${name} n’a pas d’${missing} et compte donc comme ${aligned}.`,
      left: (name, missing, aligned, rule) =>
        `Selon ${rule}, ${name} va sur les axes extérieurs : il n’a pas d’${missing} et compte donc comme ${aligned}.`,
      axis: (name, missing, aligned, _, first) =>
        `${name} commence à l’axe ${first} : il n’a pas d’${missing} et compte donc comme ${aligned}.`,
      scalar: (name, _, aligned) => `${name} est un seul nombre et compte donc comme ${aligned}.`,
      matrix: (name, missing, aligned) =>
        `${name} n’a pas d’${missing} et compte donc comme ${aligned}.`,
      inner: (name, _, aligned, rule) =>
        `${name} n’est pas aussi long que l’axe le plus extérieur ; selon ${rule}, il va sur le plus intérieur et compte comme ${aligned}.`,
    },
    colon: ' : ',
    comma: ', ',
    has: (name, size) => `${name} a ${size}`,
    hasAdded: (name, size) => `${name} n’en a pas et compte comme ${size}`,
    outcomes: {
      equal: '. Ils vont par paires.',
      stretched: (names, count, times) =>
        `, donc ${names} ${count === 1 ? 'est utilisé' : 'sont utilisés'} ${times} fois.`,
      ones: '.',
      zero: ', donc le résultat a 0.',
      summed: '. Les produits sont sommés le long de lui, et le résultat n’a pas cet axe.',
      conflict: (wanted) => `. Ils diffèrent, et ${wanted}.`,
      refused: (reason) => `. Interdit : ${reason}.`,
    },
    wanted: {
      two: 'aucun n’est 1',
      many: 'seul un 1 se répète',
      equal: (rule) => `selon ${rule} ils doivent être égaux`,
    },
    result: (shape, numbers, stored) =>
      `Résultat : ${shape}. ${numbers}, calculés à partir de ${stored}.`,
    fits: (shapes, output, byRule) =>
      `${shapes} vont ensemble${byRule} : le résultat est ${output}.`,
    fitsAlone: (shape, output, byRule) => `${shape} donne${byRule} ${output}.`,
    expands: (from, to, output) => `${from} étendu à ${to} donne ${output}.`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} ne vont pas ensemble${byRule}. ${reason}`,
    cannotExpand: (from, to, reason) => `Expand ne peut pas étendre ${from} à ${to}. ${reason}`,
    likely: 'Correction probable : ',
    possible: 'Correction possible : ',
    wrongSize: (sizes, guess) =>
      `Aucune forme ne met ${sizes.length === 2 ? `${sizes[0]} nombres avec ${sizes[1]}` : 'les nombres en paires une à une'}. Vérifie les tailles${guess}.`,
    allPairs: (pairs, name, shape) => ` (Pour les ${pairs} paires, rends ${name} ${shape}.)`,
    offByOne: ' (un de trop ou de moins ?)',
    rgba: ' (RGBA ?)',
    matrices: (output) => `Comme matrices, elles se multiplient : matMul donne ${output}.`,
    transposed: (name, output) =>
      `Avec ${name} transposé, elles se multiplient comme matrices : matMul donne ${output}.`,
    where: (axis, sizes) => `${axis} : ${sizes}`,
    ranksDiffer: 'Les nombres d’axes diffèrent',
    needed: {
      two: 'Les tailles doivent être égales, ou l’une doit être 1',
      many: 'Les tailles doivent être égales ou 1',
      target: (name) => `Les tailles doivent être égales, ou celle de ${name} doit être 1`,
    },
    neverStretched: (name) => `${name} n’est jamais étiré`,
    onlyOuterOnes: (name) => `Seuls les 1 du début et de la fin de ${name} peuvent s’étirer`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}. ${needed}.`,
      target_would_grow: ({ where, needed }) => `${where}. ${needed}.`,
      interior_one: ({ where, needed }) => `${where}. ${needed}.`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} a ${rank} axes et ${target} seulement ${targetRank}, mais le résultat doit avoir la forme de ${target}.`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} ne laisse pas de place pour ${operand}, qui peut commencer aux axes 0 à ${lastAxis}.`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} est interdit ; le seul axe négatif est -1, qui aligne ${operand} à droite.`,
      broadcast_off: ({ where }) => `${where}. Sans broadcast=1 les formes doivent être égales.`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} doit avoir 1 à 4 axes, mais en a ${rank}.`,
      zero_not_representable: ({ operand }) =>
        `${operand} a une taille 0, que cette règle n’accepte pas.`,
      too_many_elements: () => 'Il y aurait plus de 2^53 éléments.',
    },
    warnings: {
      outer_product: (side, are, isAll) =>
        `Ceci compare toutes les paires : ${side} × ${side} = ${are} ${isAll ? 'résultats' : 'paires'}, pas ${side}.`,
      square_trap: (ways, used, rule, others) =>
        `Prudence : ${ways}. Selon ${rule}, c’est ${used}. ${others}`,
      rank_change: (names, missing, count) =>
        `Les nombres d’axes diffèrent : ${names} n’avait pas d’${missing}, donc ${count === 1 ? 'un 1 a été ajouté' : 'des 1 ont été ajoutés'}.`,
      ncnn_unchecked: (shape) => `ncnn ne le vérifie pas : il renverrait ${shape} quand même.`,
      big_result: (bytes, stored) =>
        `Le résultat prend ${bytes} (les entrées ${stored}). Calcule-le par blocs.`,
    },
    matches: (size, axes) => `${size} va sur ${axes}`,
    bothAxes: 'les deux axes',
    moreChoices: (name) => `${name} va sur plus d’un choix d’axes`,
    onePer: { row: 'un nombre par ligne', column: 'un nombre par colonne' },
    ifMeant: (meant, name, shape) => `Pour ${meant}, rends ${name} ${shape}.`,
    fixes: {
      setAxis: (axis, output, grows) => `mets axis=${axis}, ce qui donne ${output}${grows}.`,
      reshape: (name, shape, output, grows) =>
        `redimensionne ${name} en ${shape}, ce qui donne ${output}${grows}.`,
      transpose: (name, shape, output, grows) =>
        `transpose ${name} en ${shape}, ce qui donne ${output}${grows}.`,
      swap: (output, grows) => `échange A et B, ce qui donne ${output}${grows}.`,
      otherPairs: (name, shape, output, grows) =>
        `redimensionne ${name} en ${shape}, ce qui donne ${output}${grows}, mais avec d’autres paires.`,
    },
    grows: ', un produit extérieur',
  },
};
