/** Spanish. */
import { counting } from '../base/plural.ts';
import type { Catalogue } from './catalogue.ts';

const plural = counting('es');
const number = (count: number): string => count.toLocaleString('es');
const times = (count: number): string => plural(count, { one: '# vez', other: '# veces' });

const verbs: Readonly<Record<string, string>> = {
  Add: 'Suma',
  Sub: 'Resta',
  Mul: 'Multiplica',
  Div: 'Divide',
};

export const prerendered: Catalogue['prerendered'] = {
  document: {
    title: 'El broadcasting, a la vista · simdcast',
    description:
      'Cómo se combinan arrays de distinta forma: cambia las formas y mira cómo los ejes se alinean, se estiran o no encajan, elemento a elemento.',
    skip: 'Ir a la figura',
    heading: 'El broadcasting, <em>a la vista</em>',
    idea: 'El broadcasting suma una fila a cada fila de una tabla, sin bucle y sin copia.',
    inShort:
      'Las formas se alinean a la derecha. Un tamaño 1, o uno ausente, se repite hasta encajar.',
    examples: 'Prueba uno',
    figure: 'La figura',
    ports: 'Portar',
    more: 'Más sobre estas formas',
    settings: 'Ajustes',
    allSettings: 'Ajustes: formas, operador, regla, valores',
    model: 'Revisar un modelo',
    run: {
      title: 'Velocidad: restar una media a 2 millones de píxeles',
      first:
        'Antes de que una imagen entre en un modelo se normaliza cada canal de color: se resta la media y se divide por la desviación típica. La imagen tiene forma (1080,1920,3) y las estadísticas (3,): tres números sirven a dos millones de píxeles, y ninguno se copia.',
      second:
        'Aquí ambos pasos se ejecutan con los núcleos de verdad, junto al bucle simple que escribirías a mano. Se compara cada elemento.',
      code: 'El código de la ejecución',
    },
    speed: 'Velocidad: estas formas',
    digits: {
      title: 'Una red que lee dígitos',
      about:
        'Una pequeña red de convoluciones, entrenada con los operadores de simdcast en 1438 dígitos manuscritos y en otros dibujados, lee bien 359 de otros 359. Aquí se ejecuta como sesión de ONNX en el motor de esta página. Cada sesgo y cada pendiente es un número por canal, extendido a todo el mapa, y Softmax tiene un número por fila.',
    },
    lessons: {
      rows: {
        title: 'Una regla, leída desde la derecha',
        first:
          'Escribe una forma debajo de la otra, alineadas a la derecha. Cada columna es un eje. Una columna encaja si sus tamaños son iguales o si uno de ellos es 1; nada más importa.',
        second:
          '(4,3) y (3,) se encuentran en una columna, 3 con 3, así que una fila de tres se suma a cada una de las cuatro filas. Nadie busca otro eje que pudiera encajar.',
      },
      ones: {
        title: 'Los unos que no escribiste',
        first:
          'Una forma con menos ejes se lee con unos en los huecos de la izquierda. (3,) pasa a ser (1,3), nunca (3,1). Por eso un vector es una fila, y por eso una media sobre el último eje, que ya no tiene ese eje, no encaja con los datos de los que salió (o, si son cuadrados, va al eje equivocado).',
        second:
          'La solución es conservar el eje: <code>keepdims=True</code>, o un 1 escrito a mano. Con (3,1) cada fila recibe su propio número.',
      },
      both: {
        title: 'Ambos pueden estirarse',
        first:
          'Una columna (4,1) y una fila (3,) se estiran la una hacia la otra y forman una tabla (4,3) con todas las parejas. Ningún operando tiene la forma del resultado. A propósito, es un producto exterior o una tabla de distancias.',
        second:
          'Estirar no copia nada. El eje recibe stride 0, y el mismo elemento se vuelve a leer. Solo se guarda el resultado, y se guarda entero.',
      },
      'no-fit': {
        title: 'No encaja',
        first:
          '(2,3) y (3,2) tienen tantos números, y los mismos tamaños en otro orden. En la última columna hay 3 y 2: distintos, y ninguno es 1. Ahí se detiene la operación. Tampoco un 2 se repite hasta llegar a 4; solo se repite un 1.',
        second:
          'Un mensaje de error nombra las formas o el eje. Escribe las formas alineadas a la derecha, busca la columna y pregunta para qué tiene un número cada vez el operando menor. Ese eje conserva su tamaño, y cada eje detrás recibe un 1: un número por fila es (3,1).',
      },
      trap: {
        title: 'Encaja, y está mal',
        first:
          'Los errores caros no dan error. Predicciones de forma (77,1) menos objetivos de forma (77,) deberían ser 77 diferencias. Son 5929: cada predicción con cada objetivo, y la media de sus cuadrados sigue pareciendo una pérdida.',
        second:
          'La trampa del cuadrado es aún más silenciosa. En una matriz (3,3), un vector de 3 encaja en ambos ejes; la regla toma el último, quisieras lo que quisieras.',
      },
      images: {
        title: 'Imágenes y lotes',
        first:
          'Dónde están los canales decide qué significan tres números. En (32,32,3) van al final, como en la mayoría de los archivos, y (3,) se alinea con ellos. En (3,32,32) se alinearía con el ancho, así que los canales necesitan dos unos detrás: (3,1,1).',
        second:
          'Un lote delante no cambia nada. Los ejes ausentes reciben unos, así que lo que encaja con una imagen encaja también con (8,3,32,32): los mismos tres números sirven a cada píxel de cada imagen.',
      },
      cost: {
        title: 'Lo que cuesta',
        first:
          'Un operando estirado no cuesta nada; el resultado cuesta su tamaño entero. 60 000 valores contra otros 60 000 son 480 kB de entrada y 14,4 GB de salida. Antes de usar broadcasting, multiplica los tamaños del resultado.',
        second:
          'Si solo necesitas una suma o un mínimo sobre las parejas, calcula por bloques, o usa el producto de matrices, que nunca guarda las parejas.',
      },
      attention: {
        title: 'Atención: máscaras y cabezas',
        first:
          'Las puntuaciones de la atención tienen los ejes lote, cabezas, consultas y claves. Una máscara causal (5,5), consultas por claves, se alinea con los dos últimos ejes y sirve a cada cabeza de cada texto. Una máscara de relleno tiene una fila por texto, (2,5): debe ser (2,1,1,5), o sus textos se encuentran con las consultas.',
        second:
          'Las cabezas comparten claves del mismo modo. Un producto de matrices extiende todos los ejes menos los dos últimos; con consultas (2,4,5,8), las claves de una sola cabeza, (2,1,8,5), sirven a las cuatro y se guardan una vez.',
      },
    },
    rules: {
      title: 'Las reglas, lado a lado',
      numpy: {
        name: 'Regla de NumPy, también la de PyTorch y la de ONNX desde opset 7',
        text: 'Las formas más cortas reciben unos delante. En cada eje, todos los tamaños distintos de 1 deben ser iguales, y ese es el tamaño del resultado. 0 con 1 da 0.',
      },
      oneWay: {
        name: 'ONNX en un sentido',
        text: 'Solo se estira B, y el resultado tiene la forma de A.',
      },
      legacy: {
        name: 'ONNX opset ≤ 6',
        text: 'Con <code>broadcast=1</code>, la forma de B corresponde a ejes seguidos de A a partir de <code>axis</code>. Por omisión: los últimos ejes. El resultado tiene la forma de A.',
      },
      ncnn: {
        name: 'ncnn, su BinaryOp',
        text: 'El operando con menos ejes conserva los exteriores, y detrás van unos; un vector que no encaja en el eje más exterior va al más interior. ncnn no comprueba los tamaños.',
      },
      results: 'Resultados con cada regla',
    },
    challenge: 'Retos',
    footer: {
      pictures:
        'Las figuras salen de la propia biblioteca. <code>a * b</code> calcula celda a celda; para matrices usa <a href="{{matmul}}"><code>a @ b</code></a>.',
      sources: 'Las reglas proceden de',
      languages: 'Idiomas',
      package:
        'simdcast, licencia Apache 2.0. Nada de esto se envía a ningún sitio. El paquete, <code>npm i simdcast</code>, tiene una <a href="{{root}}api/index.html">referencia de la API</a> (en inglés).',
    },
    keys: {
      title: 'Teclado',
      size: {
        name: 'En un tamaño',
        text: '<kbd>↑</kbd> <kbd>↓</kbd> y <kbd>Re Pág</kbd> <kbd>Av Pág</kbd> lo cambian, <kbd>Inicio</kbd> lo pone a 1, <kbd>,</kbd> o <kbd>Insert</kbd> añade un eje y <kbd>Supr</kbd> lo quita. Se puede arrastrar de lado; <kbd>Esc</kbd> lo deshace.',
      },
      values: {
        name: 'En los valores',
        text: 'Las flechas, <kbd>Inicio</kbd>, <kbd>Fin</kbd> y ambas con <kbd>Ctrl</kbd> mueven; <kbd>Re Pág</kbd> <kbd>Av Pág</kbd> van a otro panel o corte. <kbd>Intro</kbd> fija un elemento del resultado y <kbd>Esc</kbd> lo suelta. En un operando, <kbd>Intro</kbd> o un dígito edita; <kbd>Intro</kbd> baja, <kbd>Tab</kbd> va a la derecha. Se pueden pegar valores.',
      },
      presentation: {
        name: 'En una presentación',
        text: '<kbd>→</kbd>, <kbd>Espacio</kbd> y <kbd>Av Pág</kbd> pasan al paso y a la figura siguientes, <kbd>←</kbd> y <kbd>Re Pág</kbd> vuelven, <kbd>Inicio</kbd> y <kbd>Fin</kbd> van a los extremos, y <kbd>Esc</kbd> sale. <kbd>C</kbd> oculta el resultado y <kbd>B</kbd> o <kbd>.</kbd> vacía la pantalla; estas teclas se pueden desactivar.',
      },
      pad: {
        name: 'En el área de dibujo',
        text: 'Las flechas mueven el lápiz, <kbd>Espacio</kbd> lo baja y lo levanta, <kbd>Supr</kbd> borra.',
      },
      tabs: {
        name: 'En las pestañas y la descripción',
        text: 'Las flechas, <kbd>Inicio</kbd> y <kbd>Fin</kbd> mueven; <kbd>Intro</kbd> abre.',
      },
    },
    access: {
      title: 'Accesibilidad',
      text: 'La página aspira a WCAG 2.2 AA y se prueba con axe-core, solo con el teclado, con colores forzados, a 320 píxeles y sin scripts. Carencias conocidas: no se ha probado con todos los lectores de pantalla; los tensores de 7 y 8 ejes se describen solo por sus ejes; la vista previa de la ejecución es una imagen con pie.',
    },
  },
  printed: {
    gallery: {
      P02: 'una fila',
      P07: 'una columna',
      P03: 'ambos',
      P06: 'no encaja',
      P08: 'una trampa',
      P05: 'una imagen',
      P11: 'un lote',
    },
    golden: 'Las mismas formas A B con cada regla; — donde la rechaza',
    onAxes: (axes) => `B en ${axes}`,
  },
};

export const words: Catalogue['words'] = {
  page: {
    noEngine: (reason) =>
      `El motor no arrancó: el primer ejemplo se puede leer, pero no cambiar. (${reason})`,
    partMissing: (reason) => `No se pudo cargar una parte de la página. (${reason})`,
    examples: 'Ejemplos',
    loadingEngine: 'Cargando el motor completo',
    newVersion: 'Hay una versión más nueva de esta página: vuelve a cargarla.',
    valuesDropped: 'Demasiados valores para un enlace: la dirección guarda solo las formas.',
    typedLetGo: 'Los valores escritos no encajan en la nueva forma y se descartaron.',
    otherOperator: (rule, op, now) => `${rule} no tiene ${op}: el operador es ahora ${now}.`,
    tooManyToType: 'Se pueden escribir valores para un máximo de 1024 elementos.',
    make: (names, shape) => `Hacer ${names} ${shape}`,
    transpose: (name, shape) => `Transponer ${name} a ${shape}`,
    swap: 'Intercambiar A y B',
    setAxis: (axis) => `Poner axis=${axis}`,
    seeDifference: 'Ver en qué difieren las reglas',
    modes: {
      play: 'Jugar',
      learn: 'Aprender',
      challenge: 'Retos',
      porting: 'Portar',
      lab: 'Laboratorio',
    },
    tabs: {
      why: 'Por qué encaja',
      rules: 'Comparar reglas',
      memory: 'En memoria',
      code: 'Código',
    },
    whyNot: 'Por qué no encaja',
    themes: { system: 'Tema: sistema', light: 'Tema: claro', dark: 'Tema: oscuro' },
    steps: {
      written: ['Tal cual', 'Dos arrays, como los escribiste.'],
      align: ['Alinear', 'Alinea las formas a la derecha. Los números se quedan donde están.'],
      add: ['Añadir unos', 'La forma más corta recibe unos delante.'],
      stretch: [
        'Estirar',
        () => 'Un tamaño 1 se repite: el mismo número se vuelve a leer, y nada se copia.',
      ],
      compute: [
        'Calcular',
        (op, operation) =>
          verbs[op]
            ? `${verbs[op]} las celdas del mismo lugar.`
            : `Calcula ${operation} para las celdas del mismo lugar.`,
      ],
    },
    watch: 'Verlo',
    watchFail: 'Ver cómo falla',
    sizeBar: 'Cambiar un tamaño',
    rungs: {
      added: 'no escrito: 1',
      stretched: (size) => `usado ${times(size)}`,
      disagrees: 'no encaja',
      refused: 'aquí no se permite',
    },
    asWritten: 'Las formas, tal como están escritas',
    coveredLadder: 'Los tamaños dados; el resultado está tapado',
    placements: {
      right: 'Formas, alineadas a la derecha',
      left: 'Formas, alineadas a la izquierda',
      axis: 'Formas, alineadas desde el eje elegido',
      scalar: 'Formas: un valor para todos los ejes',
      target: 'Formas, alineadas con la deseada',
      matrix: 'Formas, alineadas a la derecha, con filas y columnas de las matrices',
    },
    inNcnn: (shapes) => `ncnn escribe ${shapes.join(' y ')}`,
    noPartner: 'aquí no hay nada que sumar',
    withoutPartner: (count) =>
      plural(count, { one: '# número sin pareja', other: '# números sin pareja' }),
    oneSheet: (counts) => `una de sus ${counts.map(number).join(' × ')} hojas`,
    square: (side) => `un cuadrado son ${side} × ${side} números`,
    noFit: 'no encaja',
    doNotFit: 'Estas formas no encajan.',
    fitsHere: (size) => `el ${size} encaja aquí`,
    fan: 'Separar las hojas',
    door: 'Pega un error o formas: (3,4) (3,)',
    menu: 'Menú',
    pace: (pace) => `Velocidad: ${pace === 0.5 ? '½' : pace}`,
    onlySizes: 'Solo importa su forma; sus valores no se usan.',
    noElements: 'Sin elementos: uno de los tamaños es 0.',
    tooDeep: 'Demasiados ejes para dibujarlos: la escalera los tiene todos.',
    picture: (name, rows, columns) => `${name} como imagen: ${rows} filas de ${columns} píxeles`,
    storesNothing: 'no guarda nada',
    noNumbers: 'sin números: un tamaño es 0',
    used: (stored, count, uses) =>
      `${stored}, ${count === 1 ? 'usado' : 'cada uno usado'} ${times(uses)}`,
    toCome: 'aún por venir',
    covered: 'tapado',
    newValue: (name, index) => `Nuevo valor de ${name} en ${index.join(', ')}`,
    warning: 'Atención.',
    close: 'cerrar',
    share: 'Compartir',
    parts: 'Partes de la página',
    moreAbout: 'Más sobre estas formas',
    alignment: 'Alineación de los ejes',
    more: (count) => `${number(count)} más`,
    notDrawn: (count) => `${number(count)} más, sin dibujar`,
    step: 'Paso',
    allSteps: 'Pasos',
    stepOf: (step, steps, heading) => `${step} de ${steps}: ${heading}`,
    pause: 'Pausa',
    previousIndex: (letter, name) => `Eje ${letter} de ${name}, índice anterior`,
    nextIndex: (letter, name) => `Eje ${letter} de ${name}, índice siguiente`,
    axis: (axis) => `eje ${axis}`,
    orFromEnd: (axis, fromEnd) => `${axis} o ${fromEnd}`,
    shape: 'forma',
    noResult: 'sin resultado',
    copyOf: (element) => `copia de ${element}, no guardada`,
    fewer: (label) => `${label}: uno menos`,
    oneMore: (label) => `${label}: uno más`,
    remove: (label) => `${label}: quitar`,
    gridOf: (name) => `${name}, valores`,
    valuesOf: (name) => `Valores de ${name}`,
    sizesOf: (name) => `Tamaños de ${name}`,
    anAxis: 'eje',
    addAxis: (name) => `Añadir un eje a ${name}`,
    addAxisKey: 'Tecla: coma',
    removeAxis: (name) => `Quitar el primer eje de ${name}`,
    removeAxisKey: 'Tecla, en un tamaño: Supr',
    numbers: (count) => plural(count, { one: '# número', other: '# números' }),
    quoted: (text) => `«${text}»`,
    meaning: {
      transpose: (name) => `transponer ${name}`,
      swap: 'A y B cambian de sitio',
      otherPairs: 'se encuentran otros números',
      allPairs: 'todas las parejas',
      each: 'número a número',
      one: 'un número para todo',
      per: {
        column: 'un número por columna',
        row: 'un número por fila',
        sheet: 'un número por hoja',
      },
      perIndex: (letter) => `un número por índice de ${letter}`,
      perIndices: (letters) => `un número por cada ${letters}`,
    },
    offsetOf: (name) => `desplazamiento de ${name}`,
    gradientOf: (name, letters) => `el gradiente de ${name} se suma sobre ${letters}`,
    usedOften: (element, count) => `${element} se guarda una vez y se usa ${times(count)}.`,
    tooManyElements: (most) =>
      `Solo formas: por encima de ${number(most)} elementos la página no calcula valores.`,
    shapesOnly: (reason) => `Solo formas: ${reason}`,
    shapes: {
      symbol: (symbol) =>
        `«${symbol}» es un tamaño que solo se sabrá después: escribe un número en su lugar, como 2.`,
      early: (missing) => `La forma acaba demasiado pronto: falta ${missing}.`,
      character: (at, character) => `El carácter ${at}, «${character}», no cabe en una forma.`,
      size: 'un tamaño',
      sizeOrScalar: 'un tamaño, o «scalar»',
      tooLarge: (digits, most) => `${digits} es demasiado: un tamaño es como máximo ${most}.`,
      tooMany: (most) => `Aquí una forma tiene como máximo ${most} ejes.`,
    },
    links: {
      unreadable: 'Este enlace no se puede leer. Aquí está el primer ejemplo.',
      slide: (slide, notice) => `Diapositiva ${slide}: ${notice}`,
      leftOut: (parts) => `${parts} en este enlace no se puede leer y se omite.`,
    },
    why: {
      equal: 'Los tamaños iguales se emparejan uno a uno.',
      stretched: 'Un 1 tiene un solo valor a lo largo del eje; volver a leerlo no es ambiguo.',
      ones: 'Cada uno tiene un elemento en este eje, y los dos se encuentran.',
      zero: 'El 1 encaja con el otro tamaño, que es 0: en este eje no hay nada que calcular.',
      summed:
        'A lo largo de este eje, una fila de A se multiplica por una columna de B y se suman los productos.',
      conflict: 'Con dos tamaños distintos, ninguno 1, los elementos no se pueden emparejar.',
      refused: 'La regla de NumPy lo permitiría, pero aquí un operando no se puede estirar.',
    },
    whyPlacement: 'No se mueve ni se copia ningún dato; solo cambia la indexación.',
  },
  later: {
    pasted: (name) => `Los valores pegados llenan ${name}.`,
    notPasted: 'El texto pegado no es una lista de números.',
    reshapeOffer: (values, name, shape) => `${values} no encajan en ${name} ${shape}.`,
    reshape: (name, shape) => `Redimensionar ${name} a ${shape}`,
    values: (count) => plural(count, { one: '# valor', other: '# valores' }),
    toTop: 'Ir a la fórmula',
    offsetsAre: 'Suma de índice por stride. El stride de un eje estirado es 0: nada se mueve.',
    copy: 'copiar',
    outcomes: {
      equal: 'igual',
      stretched: 'estirado',
      ones: 'unos',
      zero: 'cero',
      summed: 'sumado',
      conflict: 'conflicto',
      refused: 'rechazado',
    },
    matlab: 'MATLAB: unos a la derecha',
    fills: { addr: 'numerados', arange: '0, 1, 2 …', ones: 'unos', random: 'aleatorios' },
    pictureFill: 'una imagen',
    warnRank: 'Avisar cuando se añade un eje',
    figureOfAnswer: 'La figura de la respuesta',
    figureOf: (operation) => `La figura de ${operation}`,
    inYourCode: 'En tu código',
    library: 'Biblioteca',
    needs: (name, count) => `Entonces ${name} necesita ${number(count)} números: revisa su tamaño.`,
    otherFixes: 'Otros arreglos',
  },
  base: { copied: 'copiado', blocked: 'El navegador lo impide: selecciona y copia' },
  rules: {
    numpy: { label: 'Regla de NumPy', of: 'NumPy, PyTorch, ONNX' },
    'onnx-uni': { label: 'ONNX en un sentido', of: 'ONNX, de B a A' },
    'onnx-legacy': { label: 'ONNX opset ≤ 6', of: 'ONNX, con axis y broadcast' },
    ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
  },
  views: {
    shapeOf: (name) => `Forma de ${name}`,
    operand: 'operando',
    addOperand: 'Añadir un operando',
    removeOperand: 'Quitar el último operando',
    fromTheRight: 'desde la derecha',
    values: 'Valores',
    others: 'Otros',
    operator: 'Operador',
    rule: 'Regla',
    type: 'Tipo de elemento',
    allExamples: (count) => `los ${count} ejemplos`,
    presets: {
      P01: 'un escalar',
      P02: 'una fila sobre una matriz',
      P03: 'ambos se estiran',
      P04: 'cuatro ejes',
      P05: 'una imagen y sus canales',
      P06: 'un valor por fila: un conflicto',
      P07: 'el arreglo: conservar el eje',
      P08: 'la trampa del cuadrado',
      P09: 'un error silencioso en una pérdida',
      P10: 'un sesgo por canal',
      P11: 'un sesgo que sirve siempre',
      P12: 'una máscara sin su eje de canales',
      P13: 'un lote de uno, en ncnn',
      P14: 'un vector en el eje interior',
      P15: 'un eje indicado en opset 6',
      P16: 'primero el operando menor',
      P17: 'ningún elemento',
      P18: '0 no es 1',
      P19: 'tres operandos',
      P20: 'cuatro operandos',
      P21: 'un resultado demasiado grande',
      P22: 'diferencias por parejas',
    },
  },
  tabs: {
    running: 'En marcha…',
    failed: (reason) => `La ejecución falló: ${reason}`,
    dialect: 'Dialecto',
    asCode: 'La operación como código',
    axes: {
      insert: (name, axis) => `Insertar un 1 en ${name} antes del eje ${axis}`,
      drop: (name, axis) => `Quitar el eje ${axis} de ${name}`,
      dropShort: 'quitar',
      swap: (name, a, b) => `Intercambiar los ejes ${a} y ${b} de ${name}`,
      of: (name) => `Ejes de ${name}`,
      reset: 'Restablecer',
      title: 'Transponer o añadir un eje',
    },
    describe: {
      title: 'Describir esta figura',
      tree: 'La figura en palabras',
      axis: (letter, outcome) => `Eje ${letter}: ${outcome}`,
      element: (element, value) => `${element} es ${value}`,
      elements: (shown, count) => `Elementos: ${shown} de ${number(count)}`,
    },
    frame: {
      frame: 'Imagen',
      landscape: 'Un paisaje al atardecer: colinas ante un sol bajo',
      normalised: 'Normalizada',
      normalisedLandscape: 'El mismo paisaje, normalizado',
      mean: 'media',
      deviation: 'desviación',
      run: 'Ejecutar aquí',
      again: 'Ejecutar otra vez',
      outcome: (milliseconds, ratio, equal, elements) =>
        `${milliseconds.toFixed(1)} ms, ${ratio}× el bucle simple, ${number(equal)} de ${number(elements)} iguales`,
      measured: (runs, milliseconds) =>
        `Mediana de ${runs} ejecuciones, medida ahora en este navegador. El bucle simple tardó ${milliseconds.toFixed(1)} ms; iguales significa bit a bit.`,
    },
    histogram: {
      names: { red: 'rojo', green: 'verde', blue: 'azul' },
      channel: (name, mean, deviation) => `${name}: media ${mean}, desviación ${deviation}`,
      mean: (means) => `media ${means}`,
    },
    memory: {
      bytes: 'Bytes',
      stored: 'operandos, tal como se guardan',
      copied: 'operandos, si se copiaran',
      result: 'resultado',
      reused: 'reutilizado',
      strides: 'Strides en bytes: la distancia al elemento siguiente a lo largo de un eje',
      width: 'Bytes por elemento',
      about:
        'Un eje estirado tiene stride 0: el mismo elemento se vuelve a leer, y nada se copia. El broadcasting ahorra las copias, no el resultado, que se guarda entero. Escribir a través de una vista estirada es peligroso: muchos de sus elementos comparten un mismo lugar de la memoria.',
    },
    tape: {
      title: 'La memoria como cinta',
      about: 'La memoria como cinta: una celda por número guardado, con su dirección en bytes',
      row: (name, count, byte) =>
        `${name}: ${count} números seguidos; el cabezal está en el byte ${byte}`,
      along: (name, letters) => `${name} a lo largo de ${letters}`,
      at: (name, byte) => `${name} en ${byte}`,
      heads: 'Qué hacen los cabezales',
      element: (name) => `Elemento de ${name}`,
      walk: (name) => `Recorrer ${name}`,
      reading: {
        label: (result) => `Leer, para ${result}`,
        moves: (element, bytes) => `${element} se calcula con ${bytes}.`,
        stands: (where) => `Stride 0: el cabezal no se mueve en ${where}.`,
      },
      backwards: {
        label: () => 'Sumar, para el gradiente',
        moves: (element, bytes) => `El gradiente de ${element}, aquí 1, se suma a ${bytes}.`,
        stands: (where) => `Así se acumula en ${where}.`,
      },
    },
    rules: {
      relations: {
        identical: 'idéntico a NumPy',
        'other alignment': 'misma forma, otra alineación',
        'other shape': 'otra forma',
      },
      reference: 'referencia',
      noValues: 'No hay valores que comparar.',
      differ: (count) =>
        plural(count, { one: '# elemento difiere.', other: '# elementos difieren.' }),
      shapesDiffer: 'Las formas difieren.',
      orders: {
        numpy: 'Escribirlo en el orden de NumPy (c,h,w)',
        ncnn: 'Escribirlo en el orden de ncnn [w,h,c]',
      },
      legacy: 'broadcast y axis de ONNX opset ≤ 6',
      gives: (shape) => `da ${shape}`,
      axesOf: (rule) => `${rule}: los ejes`,
      show: 'Mostrar la diferencia',
      why: 'Por qué',
      pairs: 'De 5276 parejas de formas pequeñas que NumPy y ncnn aceptan, 1312 dan otra forma y',
      otherNumbers: '344 la misma forma, pero otros números.',
      count: 'Contarlas aquí',
      counting: 'Contando…',
      counted: ({ pairs, both, identical, otherAlignment, otherShape }) =>
        `Recién contado: de ${number(pairs)} parejas, ambas reglas aceptan ${number(both)}; ${number(identical)} salen iguales, ${number(otherAlignment)} se alinean de otro modo, ${number(otherShape)} tienen otra forma.`,
      onlyTwo:
        'Las demás reglas toman dos operandos. Aplicar la regla de dos en dos da la misma forma.',
    },
    speed: {
      ways: {
        nested: 'arrays anidados y map',
        odometer: 'arrays tipados, un contador de strides',
        divmod: 'arrays tipados, división y resto',
        copy: 'copiar la fila y sumar',
        tuned: 'arrays tipados, un bucle doble, de cuatro en cuatro',
        simd: 'simdcast, SIMD128',
        relaxed: 'simdcast, Relaxed SIMD',
        threads: 'simdcast, varios hilos',
      },
      about:
        'Una matriz más una fila, en float32, con los núcleos de verdad y con bucles que podrías escribir tú. Nada se ejecuta hasta que pulses un botón. Primero se comparan todos los resultados bit a bit; después las variantes se ejecutan por turnos. Mientras todo cabe en la caché, manda la aritmética; más allá, todas esperan a la memoria y la proporción baja.',
      threads:
        'También participan varios hilos: esta página está aislada de otros orígenes, así que pueden compartir memoria.',
      noThreads:
        'No hay hilos: esta página no está aislada de otros orígenes. Para activarlos, sírvela con las cabeceras Cross-Origin-Opener-Policy: same-origin y Cross-Origin-Embedder-Policy: require-corp.',
      machine: (processors, browser) => `${processors} procesadores, ${browser}`,
      headline: (way, ratio, isFaster) =>
        `${way}: ${isFaster ? `${ratio} veces la velocidad` : `${ratio} de la velocidad`} del bucle optimizado, medido ahora.`,
      row: (way, time, range, rate) => `${way}: ${time} ns por elemento (${range}), ${rate} GB/s`,
      caption: (operation, samples) =>
        `${operation}: nanosegundos por elemento, mediana de ${samples} muestras y su mitad central`,
      run: (size) => `Ejecutar ${size}`,
      copy: 'copiar el resultado',
      round: (done, samples) => `Ronda ${done} de ${number(samples)}`,
      unequal: (ways) => `Sin medir: los resultados de ${ways} difieren.`,
      starting: 'Arrancando…',
      noWorker: 'no se pudo cargar el worker',
    },
  },
  share: {
    title: 'El broadcasting, a la vista',
    link: 'Copiar enlace',
    embed: 'Copiar código para incrustar',
    picture: 'Copiar imagen',
    pictureCopied: 'La imagen está en el portapapeles.',
    svg: 'Guardar como SVG',
    png: 'Guardar como PNG',
    forum: 'Copiar para un foro',
    alternative: 'Copiar texto alternativo',
    present: 'Presentar',
    failed: (file, reason) => `No se pudo crear ${file}: ${reason}`,
    several: 'Presentar varias figuras',
    links: 'Enlaces, uno por línea',
    addFigure: 'Añadir esta figura',
    presentAll: 'Presentarlas',
    notALink: (text) => `«${text}» no es un enlace a una figura y se omite.`,
    noLinks: 'Pega primero los enlaces de las figuras.',
    added: 'añadido',
    lineUp: (shapes, result) => `Cómo se alinean ${shapes}: ${result}.`,
    example: (equation) => `Por ejemplo, ${equation}.`,
  },
  quiz: {
    error: 'un error',
    itIs: (answer) => `Es ${answer}.`,
    answerIs: (answer) => `La respuesta es ${answer}.`,
    right: 'Correcto:',
    sureAndRight: 'Con seguridad, y correcto:',
    notQuite: 'No del todo:',
    onlyIf: (idea) => `solo es correcto si ${idea}.`,
    yourAlignment: 'Tu alineación, desde la izquierda',
    similar: 'Probar otra parecida',
    chooseFirst: 'Elige antes una respuesta.',
    check: 'Comprobar',
    show: 'Muéstramelo',
    sure: 'Lo sé seguro',
    shapeOf: (operation) => `¿Qué forma tiene ${operation}?`,
    yes: 'Sí.',
    notYet: 'Todavía no.',
    ideas: {
      M1: {
        name: 'B va a cualquier eje que encaje',
        feedback:
          'Nadie busca coincidencias: se encuentran los últimos ejes, sean cuales sean los tamaños a su izquierda.',
      },
      M2: {
        name: '(N) y (N,1) significan lo mismo',
        feedback:
          '(N) se lee como una fila, (1,N). (N,1) es una columna, y con una fila forma una tabla.',
      },
      M3: {
        name: 'el resultado tiene la forma del operando mayor',
        feedback:
          'Ambos operandos pueden estirarse, así que el resultado puede ser mayor que los dos.',
      },
      M4: {
        name: 'B encaja tal como está escrito',
        feedback:
          'Los ejes ausentes solo se añaden a la izquierda. En otro sitio, escribe tú el 1 o usa keepdims.',
      },
      M5: {
        name: 'las formas se alinean a la izquierda',
        feedback: 'Se alinean a la derecha, y los ejes ausentes pasan a ser unos a la izquierda.',
      },
      M6: {
        name: 'ncnn hace lo mismo que NumPy',
        feedback:
          'ncnn alinea el operando con menos ejes con los ejes exteriores; NumPy, con los interiores.',
      },
      M8: {
        name: 'estirar es gratis, y el resultado también',
        feedback: 'El operando estirado no cuesta nada; el resultado se guarda entero.',
      },
      M9: {
        name: 'un eje más corto se repite hasta encajar',
        feedback: 'Solo se repite un 1. Un 2 nunca se repite hasta llegar a 4.',
      },
      M12: {
        name: 'en cada eje gana el tamaño mayor',
        feedback: 'Dos tamaños distintos chocan salvo que uno sea 1; y 0 con 1 da 0.',
      },
      M13: {
        name: 'las dos formas se unen una tras otra',
        feedback: 'El resultado solo tiene tantos ejes como el operando que más tiene.',
      },
      M15: {
        name: 'las formas distintas siempre dan error',
        feedback:
          'Las formas pueden diferir: un tamaño 1 encaja con cualquiera, y un eje ausente cuenta como 1.',
      },
    },
  },
  learn: {
    path: 'Lecciones',
    rule: 'Las formas se alinean a la derecha. Los tamaños deben coincidir, o uno debe ser 1.',
    lessons: {
      rows: 'filas',
      ones: 'unos ausentes',
      both: 'ambos se estiran',
      'no-fit': 'no encaja',
      trap: 'encaja y está mal',
      images: 'imágenes y lotes',
      cost: 'lo que cuesta',
      attention: 'atención',
    },
    done: 'hecho',
    again: 'Pregúntame otra vez',
    open: 'Abrirla en Jugar',
    next: (lesson) => `Lección siguiente: ${lesson}`,
    goals: {
      rows: 'A es (5,2). Da a B un eje, de longitud mayor que 1, que encaje con A.',
      ones: 'A es (3,4) y B tiene 3 números. Da a B una forma que dé a cada fila de A su propio número.',
      both: 'A es (2,1). Da a B una forma con la que el resultado sea una tabla (2,7) de todas las parejas.',
      'no-fit':
        'A es (2,3,4) y B tiene 3 números. Da a B una forma que dé a cada fila de cada hoja su propio número.',
      trap: 'A es (77,1) y B tiene 77 números. Da a B una forma para que A − B sean 77 diferencias.',
      images:
        'A es un lote de imágenes, (8,3,32,32), con los canales en el eje 1. Da a B un número por canal.',
      cost: 'A es (60000,1). Da a B una forma de 60 000 elementos para que el resultado también tenga 60 000.',
      attention:
        'Las puntuaciones son (2,4,5,5): textos, cabezas, consultas, claves. Da a B un número por texto y clave.',
    },
  },
  challenge: {
    levels: [
      'Predice la forma.',
      '¿Funciona? Y si no, ¿qué eje?',
      'Arréglalo.',
      'Construye una forma.',
      'Traduce entre reglas.',
      'Encuentra el error silencioso.',
    ],
    level: (level, task) => `Nivel ${level}: ${task}`,
    puzzle: (puzzle) => `Reto ${puzzle}.`,
    puzzleOf: (puzzle, puzzles) => `Reto ${puzzle} de ${puzzles}.`,
    startOver: 'Empezar de nuevo',
    anotherSet: 'Otra serie',
    print: 'Imprimir una hoja de ejercicios',
    copySet: 'Copiar el enlace a esta serie',
    copyProgress: 'Copiar mi progreso',
    set: (set) => `Serie ${set}.`,
    score: (set, right, answered) => `Serie ${set}: ${right} de ${answered} correctos.`,
    inARow: (count) => `${count} seguidos`,
    streaks: 'Respuestas correctas seguidas, por idea errónea',
    worksheet: 'Hoja de ejercicios',
    sheetTitle: (set) => `Broadcasting, serie ${set}`,
    sheetAnswers: (set) => `Soluciones de la serie ${set}`,
    name: 'Nombre:',
    yourShape: 'Tu forma',
    anAnswerIs: (answer) => `Una respuesta es ${answer}.`,
    program: 'El programa',
    answerFirst: 'Responde primero.',
    next: 'Siguiente',
    hint: 'Pista',
    wouldDo: (shape) => `${shape} serviría.`,
    itHas: (elements, wanted) =>
      `Tiene ${plural(elements, { one: '# elemento', other: '# elementos' })}, no ${wanted}.`,
    withThat: (verdict) => `Con esa forma: ${verdict}`,
    noColumn: 'Ninguna columna tiene dos tamaños distintos.',
    ringed: (letter, sizes) => `Mira la columna marcada, ${letter}: ${sizes}.`,
    fromTheRight:
      'Alinea las formas a la derecha. En cada columna los tamaños deben ser iguales, o uno debe ser 1.',
    construct: {
      prompt: (shape, count) =>
        `A es ${shape}. Da a B una forma de ${count} elementos que con A dé los mismos valores en NumPy y en ncnn.`,
      lie: (letter) => `B puede estar en el eje marcado, ${letter}.`,
      hint: 'Una forma con tantos ejes como A significa lo mismo para ambos.',
      otherAxes: 'NumPy y ncnn la ponen en ejes distintos.',
    },
    findBug: {
      prompt: 'Esto se ejecuta sin error. ¿Qué línea está mal?',
      line: (line) => `línea ${line}`,
      first: 'Escribe las formas junto a cada línea en la que se encuentran dos arrays.',
      second:
        'Una columna y una fila dan todas las parejas; en una matriz cuadrada encajan ambos ejes, así que nada falla.',
      innocent: 'Esa línea hace lo que debe.',
    },
    repair: {
      prompt: (sum, count) =>
        `${sum} es un error. Redimensiona B, conservando sus ${count} elementos, para que el resultado tenga la forma de A.`,
      hint: 'Pon unos donde a B le falta un eje de A.',
      larger: 'Encaja con A, pero el resultado es mayor que A.',
    },
    translate: {
      prompt: (b, a) =>
        `ncnn suma B ${b} a A ${a}. ¿Qué forma debe tener B para que NumPy haga lo mismo?`,
      begins: (letter) => `ncnn conserva los ejes exteriores: B empieza en el marcado, ${letter}.`,
      hint: 'Escribe los unos detrás de los tamaños de B.',
      otherAxes: 'Con esa forma NumPy alinea B con otros ejes que ncnn.',
    },
    whichAxis: {
      runs: 'funciona',
      itRuns: 'Funciona.',
      prompt: (sum) => `${sum}: ¿funciona? Si no, ¿qué eje del resultado falla?`,
    },
  },
  clinic: {
    printed: 'Lo que imprime aquí cada biblioteca, más o menos',
    unknown:
      'No encuentro dos formas aquí. Pega el mensaje entero o, si no nombra ninguna, solo las formas: (3,4) (3,).',
    topics: {
      product:
        'Esto es un producto de matrices: sus tamaños interiores deben ser iguales, y el broadcasting no les afecta.',
      join: 'Esto une arrays: todos los ejes menos el de unión deben tener el mismo tamaño, y nada se repite.',
      memory:
        'Las formas encajan, pero el resultado es demasiado grande para la memoria. Calcula por bloques, o quita el eje que no necesitas.',
    },
    tooLarge: (operands, axes, size) =>
      `La página muestra como máximo ${operands} operandos, ${axes} ejes y tamaños de ${size}.`,
    read: (source, shapes) =>
      source === 'Shapes' ? `Las formas son ${shapes}.` : `${source}. Las formas son ${shapes}.`,
    open: ' El mensaje no da todos los tamaños; los que faltan son una suposición.',
    julia: ' Julia alinea las formas a la izquierda; aquí se alinean a la derecha.',
    output: (result, room) =>
      `El resultado es ${result}, y en la salida cabe ${room}. Quita el argumento out=, o dale la forma ${result}.`,
    whole: (axis, a, b) =>
      `El mensaje solo dice que ${axis === undefined ? 'un eje' : `el eje ${axis}`} tiene ${a} en un operando y ${b} en el otro. ¿Cuáles son las formas completas?`,
    fullShape: (name, size) => `Forma completa de ${name}, que tiene un ${size}`,
    show: 'Mostrarlas',
  },
  present: {
    title: 'Presentación',
    back: 'Atrás',
    next: 'Adelante',
    cover: 'Ocultar el resultado',
    uncover: 'Mostrar el resultado',
    blank: 'Vaciar la pantalla',
    full: 'Pantalla completa',
    window: 'Salir de pantalla completa',
    leave: 'Salir (Esc)',
    keys: 'La tecla C oculta el resultado, B o . vacía la pantalla',
    isCovered: 'El resultado está oculto.',
    isBlank: 'La pantalla está vacía.',
    isUncovered: 'Se ve la figura.',
    slide: (at, slides) => `Diapositiva ${at} de ${slides}`,
  },
  port: {
    title: 'Portar',
    titles: {
      'onnx-legacy': ['El nodo en opset 6', 'Desde opset 7'],
      ncnn: ['La capa en ncnn', 'Lo mismo en ONNX'],
    },
    reshape: (changed) => `Escribe los unos: redimensiona ${changed}.`,
    as: (name, shape) => `${name} a ${shape}`,
    asIs: 'Con la regla de NumPy las formas se alinean igual: no hay que redimensionar nada.',
    equal: (equal, of) =>
      equal === of
        ? `Iguales en ${of} valores, comprobado aquí`
        : `Iguales solo en ${equal} de ${of} valores`,
  },
  model: {
    about:
      'Enumera cada broadcasting de un modelo ONNX, lo dibuja en la escalera y marca los que opsets más nuevos ya no permiten o que ncnn alinearía de otro modo. El archivo no sale de tu navegador.',
    drop: 'Suelta aquí un archivo .onnx, o elige uno.',
    sample: 'O revisa la red de dígitos de abajo',
    reading: (name) => `Leyendo ${name} …`,
    unread: (name, reason) => `No se pudo revisar ${name}. ${reason}`,
    broadcasts: 'Sus broadcasts: elige uno para verlo en la escalera',
    uncertain: 'Nodos cuyas formas no se pudieron deducir, o contradicen las que declara el modelo',
    doesNotFit: 'no encajan',
    show: 'Mostrarlo en la figura',
    more: 'Más',
    nodes: (count) => plural(count, { one: '# nodo', other: '# nodos' }),
    count: (count) => plural(count, { one: '# broadcast', other: '# broadcasts' }),
    warnings: (count) => plural(count, { one: '# aviso', other: '# avisos' }),
    errors: (count) => plural(count, { one: '# error', other: '# errores' }),
  },
  digits: {
    draw: 'Dibuja un dígito',
    drawHint:
      'Dibuja con el ratón, un lápiz o un dedo. Con el teclado: las flechas mueven el lápiz, Espacio lo baja y lo levanta, Supr borra.',
    pad: 'área de dibujo',
    clear: 'Borrar',
    penUp: (row, column) => `fila ${row}, columna ${column}, lápiz arriba`,
    penDown: (row, column) => `fila ${row}, columna ${column}, lápiz abajo`,
    loading: 'La red se está cargando.',
    empty: 'Aún no hay nada dibujado.',
    unopened: (reason) => `No se pudo abrir la red: ${reason}`,
    sample: (digit) => `Muestra de un ${digit}`,
    samples: 'Muestras que la red no ha visto',
    orTake: 'O toma uno que la red no ha visto',
    seen: 'Lo que lee la red: 8×8 celdas, a escala y centradas',
    odds: 'Probabilidad de cada dígito',
    looksLike: (digit, percent) => `Parece un ${digit} (${percent}).`,
    times: { one: 'un dígito', ten: 'diez dígitos a la vez' },
    median: (samples) => `Mediana de ${samples} muestras, medida ahora en este navegador`,
    layers: 'Las capas, para',
    layersFor: { one: 'el dígito de arriba', ten: 'las diez muestras a la vez' },
    layer: (layer, operators) => `Capa ${layer}: ${operators}`,
    heatMap: 'mapa de calor',
    cells: (name, high, wide) => `${name}, ${high} por ${wide}; las flechas se mueven entre celdas`,
    maps: (name, maps, high, wide) =>
      `${name}, ${maps} mapas de ${high} por ${wide}; las flechas se mueven entre píxeles, Re Pág y Av Pág entre mapas`,
    what: {
      bias: 'Un sesgo',
      subtracted: 'Lo que se resta',
      factor: 'Un factor',
      divisor: 'Un divisor',
      slope: 'Una pendiente, por la que se multiplican los negativos',
    },
    perColumn: 'un número por columna, el mismo para cada dígito',
    perChannel: (pixels) => `un número por canal, el mismo para los ${pixels} píxeles de su mapa`,
    softmax:
      'A cada fila se le resta su número mayor; las exponenciales se dividen por la suma de la fila: un número por fila, estirado sobre toda ella.',
    largest: 'mayor',
    below: 'debajo',
    sum: 'suma',
    probability: 'probabilidad',
    convolution: (kernels, size) =>
      `${kernels} núcleos de ${size} pesos recorren la imagen: ${kernels} mapas, cada uno un canal. No hay broadcasting.`,
    convolutionOfMaps: (kernels, size, maps, name) =>
      `${kernels} núcleos de ${size} pesos por mapa recorren los ${maps} mapas de ${name}: ${kernels} mapas, cada uno un canal. No hay broadcasting.`,
    products: (products, maps, channel) =>
      `la suma de ${products} productos: píxeles de ${maps} mapas por los pesos del canal ${channel}`,
    noInk: 'no hay tinta bajo el núcleo',
    pooling: (window, from, to) =>
      `El número mayor de cada ${window} píxeles: mapas de ${from} pasan a ser de ${to}.`,
    largestOf: (numbers) => `el mayor de ${numbers}`,
    flattening: (from, to) =>
      `Los mapas uno tras otro: ${from} como ${to}. No se mueve ningún número.`,
    product: (shape, weights) =>
      `El producto de matrices de ${shape} y los pesos ${weights}: no hay broadcasting.`,
    rowTimesColumn: (numbers, row, name, column) =>
      `los ${numbers} números de la fila ${row} de ${name} por la columna ${column} de los pesos`,
  },
  engine: {
    numbers: { one: '# número', other: '# números' },
    axis: (axis) => `eje ${axis}`,
    axes: (axes) => `ejes ${axes}`,
    lastAxis: 'último eje',
    rules: {
      multidirectional: 'la regla de NumPy',
      unidirectional: 'la regla de un sentido de ONNX',
      legacy: 'la regla de ONNX hasta opset 6',
      legacyOff: 'la regla de ONNX hasta opset 6 con broadcast=0',
      ncnn: 'la regla de ncnn',
      expand: 'Expand',
      perChannel: 'la regla de PRelu hasta opset 6',
      equal: 'la regla de formas iguales',
      matMul: 'MatMul',
      scalars: 'la regla de Clip',
    },
    withAxis: (rule, axis) => `${rule} con axis=${axis}`,
    byRule: (rule) => ` según ${rule}`,
    operand: (name, shape, numbers) => `${name} tiene forma ${shape}: ${numbers}.`,
    target: (name, shape) => `${name} pide la forma ${shape}.`,
    placements: {
      right: (name, missing, aligned) =>
        `Alinéalas a la derecha. ${name} no tiene ${missing}, así que cuenta como ${aligned}.`,
      left: (name, missing, aligned, rule) =>
        `Según ${rule}, ${name} va a los ejes exteriores: no tiene ${missing}, así que cuenta como ${aligned}.`,
      axis: (name, missing, aligned, _, first) =>
        `${name} empieza en el eje ${first}: no tiene ${missing}, así que cuenta como ${aligned}.`,
      scalar: (name, _, aligned) => `${name} es un solo número, así que cuenta como ${aligned}.`,
      matrix: (name, missing, aligned) =>
        `${name} no tiene ${missing}, así que cuenta como ${aligned}.`,
      inner: (name, _, aligned, rule) =>
        `${name} no es tan largo como el eje más exterior, y según ${rule} va al más interior: cuenta como ${aligned}.`,
    },
    colon: ': ',
    comma: ', ',
    has: (name, size) => `${name} tiene ${size}`,
    hasAdded: (name, size) => `${name} no lo tiene y cuenta como ${size}`,
    outcomes: {
      equal: '. Forman parejas.',
      stretched: (names, count, uses) =>
        `, así que ${names} ${count === 1 ? 'se usa' : 'se usan'} ${times(uses)}.`,
      ones: '.',
      zero: ', así que el resultado tiene 0.',
      summed: '. Los productos se suman a lo largo de él, y el resultado no tiene ese eje.',
      conflict: (wanted) => `. Difieren, y ${wanted}.`,
      refused: (reason) => `. No se permite: ${reason}.`,
    },
    wanted: {
      two: 'ninguno es 1',
      many: 'solo se repite un 1',
      equal: (rule) => `según ${rule} deben ser iguales`,
    },
    result: (shape, numbers, stored) =>
      `Resultado: ${shape}. ${numbers}, calculados a partir de ${stored}.`,
    fits: (shapes, output, byRule) => `${shapes} encajan${byRule}: el resultado es ${output}.`,
    fitsAlone: (shape, output, byRule) => `${shape} da${byRule} ${output}.`,
    expands: (from, to, output) => `${from} extendido a ${to} da ${output}.`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} no encajan${byRule}. ${reason}`,
    cannotExpand: (from, to, reason) => `Expand no puede extender ${from} a ${to}. ${reason}`,
    likely: 'Arreglo probable: ',
    possible: 'Arreglo posible: ',
    wrongSize: (sizes, guess) =>
      `Ninguna forma empareja ${sizes.length === 2 ? `${sizes[0]} números con ${sizes[1]}` : 'los números uno a uno'}. Revisa los tamaños${guess}.`,
    allPairs: (pairs, name, shape) => ` (Para las ${pairs} parejas, haz ${name} ${shape}.)`,
    offByOne: ' (¿uno de más o de menos?)',
    rgba: ' (¿RGBA?)',
    matrices: (output) => `Como matrices se pueden multiplicar: matMul da ${output}.`,
    transposed: (name, output) =>
      `Con ${name} transpuesto se multiplican como matrices: matMul da ${output}.`,
    where: (axis, sizes) => `${axis}: ${sizes}`,
    ranksDiffer: 'El número de ejes difiere',
    needed: {
      two: 'Los tamaños deben coincidir, o uno debe ser 1',
      many: 'Los tamaños deben ser iguales o 1',
      target: (name) => `Los tamaños deben coincidir, o el de ${name} debe ser 1`,
    },
    neverStretched: (name) => `${name} nunca se estira`,
    onlyOuterOnes: (name) => `Solo pueden estirarse los unos iniciales y finales de ${name}`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}. ${needed}.`,
      target_would_grow: ({ where, needed }) => `${where}. ${needed}.`,
      interior_one: ({ where, needed }) => `${where}. ${needed}.`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} tiene ${rank} ejes y ${target} solo ${targetRank}, pero el resultado debe tener la forma de ${target}.`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} no deja sitio para ${operand}, que puede empezar en los ejes 0 a ${lastAxis}.`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} no se permite; el único eje negativo es -1, que alinea ${operand} a la derecha.`,
      broadcast_off: ({ where }) => `${where}. Sin broadcast=1 las formas deben ser iguales.`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} debe tener de 1 a 4 ejes, pero tiene ${rank}.`,
      zero_not_representable: ({ operand }) =>
        `${operand} tiene un tamaño 0, que esta regla no permite.`,
      too_many_elements: () => 'Habría más de 2^53 elementos.',
    },
    warnings: {
      outer_product: (side, are, isAll) =>
        `Esto compara todas las parejas: ${side} × ${side} = ${are} ${isAll ? 'resultados' : 'parejas'}, no ${side}.`,
      square_trap: (ways, used, rule, others) =>
        `Cuidado: ${ways}. Según ${rule} cuenta ${used}. ${others}`,
      rank_change: (names, missing, count) =>
        `El número de ejes difiere: ${names} no tenía ${missing}, y se ${count === 1 ? 'añadió un 1' : 'añadieron unos'}.`,
      ncnn_unchecked: (shape) => `ncnn no lo comprueba: devolvería ${shape} de todos modos.`,
      big_result: (bytes, stored) =>
        `El resultado ocupa ${bytes} (las entradas, ${stored}). Calcula por bloques.`,
    },
    matches: (size, axes) => `${size} encaja en ${axes}`,
    bothAxes: 'ambos ejes',
    moreChoices: (name) => `${name} encaja en más de una elección de ejes`,
    onePer: { row: 'un número por fila', column: 'un número por columna' },
    ifMeant: (meant, name, shape) => `Para ${meant}, haz ${name} ${shape}.`,
    fixes: {
      setAxis: (axis, output, grows) => `pon axis=${axis}, que da ${output}${grows}.`,
      reshape: (name, shape, output, grows) =>
        `redimensiona ${name} a ${shape}, que da ${output}${grows}.`,
      transpose: (name, shape, output, grows) =>
        `transpón ${name} a ${shape}, que da ${output}${grows}.`,
      swap: (output, grows) => `intercambia A y B, que da ${output}${grows}.`,
      otherPairs: (name, shape, output, grows) =>
        `redimensiona ${name} a ${shape}, que da ${output}${grows}, pero con otras parejas.`,
    },
    grows: ', un producto exterior',
  },
};
