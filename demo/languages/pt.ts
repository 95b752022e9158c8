/** Portuguese, as written in Brazil. */
import { counting } from '../base/plural.ts';
import type { Catalogue } from './catalogue.ts';

const plural = counting('pt');
const number = (count: number): string => count.toLocaleString('pt');
const times = (count: number): string => plural(count, { one: '# vez', other: '# vezes' });

const verbs: Readonly<Record<string, string>> = {
  Add: 'Some',
  Sub: 'Subtraia',
  Mul: 'Multiplique',
  Div: 'Divida',
};

export const prerendered: Catalogue['prerendered'] = {
  document: {
    title: 'Broadcasting à vista · simdcast',
    description:
      'Como se combinam arrays de formas diferentes: mude as formas e veja os eixos se alinharem, esticarem ou não encaixarem, elemento por elemento.',
    skip: 'Ir para a figura',
    heading: 'Broadcasting <em>à vista</em>',
    idea: 'O broadcasting soma uma linha a cada linha de uma tabela, sem laço e sem cópia.',
    inShort: 'As formas se alinham à direita. Um tamanho 1, ou ausente, se repete até encaixar.',
    examples: 'Experimente',
    figure: 'A figura',
    ports: 'Portar',
    more: 'Mais sobre estas formas',
    settings: 'Configurações',
    allSettings: 'Configurações: formas, operador, regra, valores',
    model: 'Verificar um modelo',
    run: {
      title: 'Velocidade: subtrair uma média de 2 milhões de pixels',
      first:
        'Antes de uma imagem entrar em um modelo, cada canal de cor é normalizado: subtrai-se a média e divide-se pelo desvio padrão. A imagem tem forma (1080,1920,3) e as estatísticas têm forma (3,): três números servem a dois milhões de pixels, e nenhum é copiado.',
      second:
        'Aqui os dois passos rodam nos kernels de verdade, ao lado do laço simples que você escreveria à mão. Cada elemento é comparado.',
      code: 'O código da execução',
    },
    speed: 'Velocidade: estas formas',
    digits: {
      title: 'Uma rede que lê dígitos',
      about:
        'Uma pequena rede de convoluções, treinada com os operadores do simdcast em 1.438 dígitos manuscritos e em outros desenhados, lê corretamente 359 de outros 359. Aqui ela roda como sessão ONNX no motor desta página. Cada viés e cada inclinação é um número por canal, estendido a todo o mapa, e Softmax tem um número por linha.',
    },
    lessons: {
      rows: {
        title: 'Uma regra, lida da direita',
        first:
          'Escreva uma forma embaixo da outra, alinhadas à direita. Cada coluna é um eixo. Uma coluna encaixa se os tamanhos são iguais ou se um deles é 1; nada mais importa.',
        second:
          '(4,3) e (3,) se encontram em uma coluna, 3 com 3, então uma linha de três é somada a cada uma das quatro linhas. Nada procura outro eixo que talvez encaixe.',
      },
      ones: {
        title: 'Os 1s que você não escreveu',
        first:
          'Uma forma com menos eixos é lida com 1s nos lugares vazios à esquerda. (3,) vira (1,3), nunca (3,1). Por isso um vetor é uma linha, e por isso uma média sobre o último eixo, que já não tem esse eixo, não encaixa nos dados de onde saiu (ou, se eles forem quadrados, vai para o eixo errado).',
        second:
          'A solução é manter o eixo: <code>keepdims=True</code>, ou um 1 escrito à mão. Com (3,1), cada linha recebe o seu próprio número.',
      },
      both: {
        title: 'Ambos podem esticar',
        first:
          'Uma coluna (4,1) e uma linha (3,) esticam uma em direção à outra e formam uma tabela (4,3) de todos os pares. Nenhum operando tem a forma do resultado. De propósito, é um produto externo ou uma tabela de distâncias.',
        second:
          'Esticar não copia nada. O eixo recebe stride 0, e o mesmo elemento é lido de novo. Só o resultado é armazenado, e por inteiro.',
      },
      'no-fit': {
        title: 'Não encaixa',
        first:
          '(2,3) e (3,2) têm a mesma quantidade de números, e os mesmos tamanhos em outra ordem. A última coluna tem 3 e 2: diferentes, e nenhum é 1. A operação para aí. Um 2 também não se repete até virar 4; só um 1 se repete.',
        second:
          'Uma mensagem de erro cita as formas ou o eixo. Escreva as formas alinhadas à direita, ache a coluna e pergunte para que o operando menor tem um número cada. Esse eixo mantém o tamanho, e cada eixo depois dele recebe um 1: um número por linha é (3,1).',
      },
      trap: {
        title: 'Encaixa, e está errado',
        first:
          'Os erros caros não geram erro. Previsões de forma (77,1) menos alvos de forma (77,) deveriam ser 77 diferenças. São 5.929: cada previsão com cada alvo, e a média dos quadrados ainda parece uma perda.',
        second:
          'A armadilha do quadrado é mais silenciosa ainda. Em uma matriz (3,3), um vetor de 3 encaixa nos dois eixos; a regra fica com o último, qualquer que fosse a intenção.',
      },
      images: {
        title: 'Imagens e lotes',
        first:
          'O lugar dos canais decide o que três números significam. Em (32,32,3) eles vêm por último, como na maioria dos arquivos, e (3,) se alinha com eles. Em (3,32,32) se alinharia com a largura, então os canais precisam de dois 1s depois deles: (3,1,1).',
        second:
          'Um lote na frente não muda nada. Eixos ausentes recebem 1s, então o que encaixa em uma imagem encaixa também em (8,3,32,32): os mesmos três números servem a cada pixel de cada imagem.',
      },
      cost: {
        title: 'Quanto custa',
        first:
          'Um operando esticado não custa nada; o resultado custa o tamanho inteiro. 60.000 valores contra outros 60.000 são 480 kB de entrada e 14,4 GB de saída. Antes do broadcasting, multiplique os tamanhos do resultado.',
        second:
          'Se você só precisa de uma soma ou de um mínimo sobre os pares, calcule em blocos, ou use o produto de matrizes, que nunca armazena os pares.',
      },
      attention: {
        title: 'Atenção: máscaras e cabeças',
        first:
          'Os scores da atenção têm os eixos lote, cabeças, consultas e chaves. Uma máscara causal (5,5), consultas por chaves, se alinha com os dois últimos eixos e serve a cada cabeça de cada texto. Uma máscara de preenchimento tem uma linha por texto, (2,5): deve ser (2,1,1,5), ou os textos encontram as consultas.',
        second:
          'As cabeças compartilham chaves do mesmo jeito. Um produto de matrizes estende todos os eixos menos os dois últimos; com consultas (2,4,5,8), as chaves de uma só cabeça, (2,1,8,5), servem às quatro e são armazenadas uma vez.',
      },
    },
    rules: {
      title: 'As regras, lado a lado',
      numpy: {
        name: 'Regra do NumPy, também a do PyTorch e a do ONNX desde o opset 7',
        text: 'Formas mais curtas recebem 1s na frente. Em cada eixo, todos os tamanhos diferentes de 1 devem ser iguais, e esse é o tamanho do resultado. 0 com 1 dá 0.',
      },
      oneWay: {
        name: 'ONNX em um sentido',
        text: 'Só B é esticado, e o resultado tem a forma de A.',
      },
      legacy: {
        name: 'ONNX opset ≤ 6',
        text: 'Com <code>broadcast=1</code>, a forma de B corresponde a eixos seguidos de A a partir de <code>axis</code>. Padrão: os últimos eixos. O resultado tem a forma de A.',
      },
      ncnn: {
        name: 'ncnn, o seu BinaryOp',
        text: 'O operando com menos eixos fica com os externos, e 1s vêm depois; um vetor que não encaixa no eixo mais externo vai para o mais interno. O próprio ncnn não confere os tamanhos.',
      },
      results: 'Resultados com cada regra',
    },
    challenge: 'Desafios',
    footer: {
      pictures:
        'As figuras vêm da própria biblioteca. <code>a * b</code> calcula célula por célula; para matrizes, use <a href="{{matmul}}"><code>a @ b</code></a>.',
      sources: 'As regras vêm de',
      languages: 'Idiomas',
      package:
        'simdcast, licença Apache 2.0. Nada daqui é enviado a lugar nenhum. O pacote, <code>npm i simdcast</code>, tem uma <a href="{{root}}api/index.html">referência da API</a> (em inglês).',
    },
    keys: {
      title: 'Teclado',
      size: {
        name: 'Em um tamanho',
        text: '<kbd>↑</kbd> <kbd>↓</kbd> e <kbd>Page Up</kbd> <kbd>Page Down</kbd> o mudam, <kbd>Home</kbd> o põe em 1, <kbd>,</kbd> ou <kbd>Insert</kbd> adiciona um eixo e <kbd>Delete</kbd> o remove. Dá para arrastar para os lados; <kbd>Esc</kbd> desfaz.',
      },
      values: {
        name: 'Nos valores',
        text: 'Setas, <kbd>Home</kbd>, <kbd>End</kbd> e as duas com <kbd>Ctrl</kbd> movem; <kbd>Page Up</kbd> <kbd>Page Down</kbd> vão para outro painel ou corte. <kbd>Enter</kbd> fixa um elemento do resultado e <kbd>Esc</kbd> o solta. Em um operando, <kbd>Enter</kbd> ou um dígito edita; <kbd>Enter</kbd> desce, <kbd>Tab</kbd> vai para a direita. Dá para colar valores.',
      },
      presentation: {
        name: 'Em uma apresentação',
        text: '<kbd>→</kbd>, <kbd>Espaço</kbd> e <kbd>Page Down</kbd> vão para o próximo passo e a próxima figura, <kbd>←</kbd> e <kbd>Page Up</kbd> voltam, <kbd>Home</kbd> e <kbd>End</kbd> vão para as pontas, e <kbd>Esc</kbd> sai. <kbd>C</kbd> esconde o resultado e <kbd>B</kbd> ou <kbd>.</kbd> limpa a tela; essas teclas podem ser desligadas.',
      },
      pad: {
        name: 'Na área de desenho',
        text: 'As setas movem a caneta, <kbd>Espaço</kbd> a abaixa e a levanta, <kbd>Delete</kbd> apaga.',
      },
      tabs: {
        name: 'Nas abas e na descrição',
        text: 'Setas, <kbd>Home</kbd> e <kbd>End</kbd> movem; <kbd>Enter</kbd> abre.',
      },
    },
    access: {
      title: 'Acessibilidade',
      text: 'A página busca cumprir as WCAG 2.2 AA e é testada com axe-core, só com o teclado, em cores forçadas, com 320 pixels e sem scripts. Lacunas conhecidas: nem todo leitor de tela foi testado; tensores de 7 e 8 eixos são descritos só pelos eixos; a prévia da execução é uma imagem com legenda.',
    },
  },
  printed: {
    gallery: {
      P02: 'uma linha',
      P07: 'uma coluna',
      P03: 'ambos',
      P06: 'não encaixa',
      P08: 'armadilha',
      P05: 'uma imagem',
      P11: 'um lote',
    },
    golden: 'As mesmas formas A B com cada regra; — onde ela recusa',
    onAxes: (axes) => `B em ${axes}`,
  },
};

export const words: Catalogue['words'] = {
  page: {
    noEngine: (reason) =>
      `O motor não iniciou: o primeiro exemplo pode ser lido, mas não alterado. (${reason})`,
    partMissing: (reason) => `Não foi possível carregar uma parte da página. (${reason})`,
    examples: 'Exemplos',
    loadingEngine: 'Carregando o motor completo',
    newVersion: 'Há uma versão mais nova desta página: recarregue-a.',
    valuesDropped: 'Valores demais para um link: o endereço guarda só as formas.',
    typedLetGo: 'Os valores digitados não encaixam na nova forma e foram descartados.',
    otherOperator: (rule, op, now) => `${rule} não tem ${op}: o operador agora é ${now}.`,
    tooManyToType: 'É possível digitar valores para até 1.024 elementos.',
    make: (names, shape) => `Fazer ${names} ${shape}`,
    transpose: (name, shape) => `Transpor ${name} para ${shape}`,
    swap: 'Trocar A e B',
    setAxis: (axis) => `Definir axis=${axis}`,
    seeDifference: 'Ver em que as regras diferem',
    modes: {
      play: 'Brincar',
      learn: 'Aprender',
      challenge: 'Desafios',
      porting: 'Portar',
      lab: 'Laboratório',
    },
    tabs: {
      why: 'Por que encaixa',
      rules: 'Regras comparadas',
      memory: 'Na memória',
      code: 'Código',
    },
    whyNot: 'Por que não encaixa',
    themes: { system: 'Tema: sistema', light: 'Tema: claro', dark: 'Tema: escuro' },
    steps: {
      written: ['Como escrito', 'Dois arrays, como você os escreveu.'],
      align: ['Alinhar', 'Alinhe as formas à direita. Os números ficam onde estão.'],
      add: ['Pôr 1s', 'A forma mais curta recebe 1s na frente.'],
      stretch: [
        'Esticar',
        () => 'Um tamanho 1 se repete: o mesmo número é lido de novo, e nada é copiado.',
      ],
      compute: [
        'Calcular',
        (op, operation) =>
          verbs[op]
            ? `${verbs[op]} as células no mesmo lugar.`
            : `Calcule ${operation} para as células no mesmo lugar.`,
      ],
    },
    watch: 'Assistir',
    watchFail: 'Ver falhar',
    sizeBar: 'Mudar um tamanho',
    rungs: {
      added: 'não escrito: 1',
      stretched: (size) => `usado ${times(size)}`,
      disagrees: 'não encaixa',
      refused: 'não permitido aqui',
    },
    asWritten: 'As formas, como escritas',
    coveredLadder: 'Os tamanhos dados; o resultado está coberto',
    placements: {
      right: 'Formas, alinhadas à direita',
      left: 'Formas, alinhadas à esquerda',
      axis: 'Formas, alinhadas a partir do eixo escolhido',
      scalar: 'Formas: um valor para todos os eixos',
      target: 'Formas, alinhadas com a desejada',
      matrix: 'Formas, alinhadas à direita, com linhas e colunas das matrizes',
    },
    inNcnn: (shapes) => `ncnn escreve ${shapes.join(' e ')}`,
    noPartner: 'nada para somar aqui',
    withoutPartner: (count) =>
      plural(count, { one: '# número sem par', other: '# números sem par' }),
    oneSheet: (counts) => `uma das suas ${counts.map(number).join(' × ')} folhas`,
    square: (side) => `um quadrado são ${side} × ${side} números`,
    noFit: 'não encaixa',
    doNotFit: 'Estas formas não encaixam.',
    fitsHere: (size) => `o ${size} encaixa aqui`,
    fan: 'Abrir as folhas',
    door: 'Cole um erro ou formas: (3,4) (3,)',
    menu: 'Menu',
    pace: (pace) => `Velocidade: ${pace === 0.5 ? '½' : pace}`,
    onlySizes: 'Só a forma importa; os valores não são usados.',
    noElements: 'Sem elementos: um dos tamanhos é 0.',
    tooDeep: 'Eixos demais para desenhar: a escada tem todos.',
    picture: (name, rows, columns) => `${name} como imagem: ${rows} linhas de ${columns} pixels`,
    storesNothing: 'não armazena nada',
    noNumbers: 'sem números: um tamanho é 0',
    used: (stored, count, uses) =>
      `${stored}, ${count === 1 ? 'usado' : 'cada um usado'} ${times(uses)}`,
    toCome: 'ainda por vir',
    covered: 'coberto',
    newValue: (name, index) => `Novo valor de ${name} em ${index.join(', ')}`,
    warning: 'Atenção.',
    close: 'fechar',
    share: 'Compartilhar',
    parts: 'Partes da página',
    moreAbout: 'Mais sobre estas formas',
    alignment: 'Alinhamento dos eixos',
    more: (count) => `mais ${number(count)}`,
    notDrawn: (count) => `mais ${number(count)}, sem desenhar`,
    step: 'Passo',
    allSteps: 'Passos',
    stepOf: (step, steps, heading) => `${step} de ${steps}: ${heading}`,
    pause: 'Pausar',
    previousIndex: (letter, name) => `Eixo ${letter} de ${name}, índice anterior`,
    nextIndex: (letter, name) => `Eixo ${letter} de ${name}, próximo índice`,
    axis: (axis) => `eixo ${axis}`,
    orFromEnd: (axis, fromEnd) => `${axis} ou ${fromEnd}`,
    shape: 'forma',
    noResult: 'sem resultado',
    copyOf: (element) => `cópia de ${element}, não armazenada`,
    fewer: (label) => `${label}: um a menos`,
    oneMore: (label) => `${label}: um a mais`,
    remove: (label) => `${label}: remover`,
    gridOf: (name) => `${name}, valores`,
    valuesOf: (name) => `Valores de ${name}`,
    sizesOf: (name) => `Tamanhos de ${name}`,
    anAxis: 'eixo',
    addAxis: (name) => `Adicionar um eixo a ${name}`,
    addAxisKey: 'Tecla: vírgula',
    removeAxis: (name) => `Remover o primeiro eixo de ${name}`,
    removeAxisKey: 'Tecla, em um tamanho: Delete',
    numbers: (count) => plural(count, { one: '# número', other: '# números' }),
    quoted: (text) => `“${text}”`,
    meaning: {
      transpose: (name) => `transpor ${name}`,
      swap: 'A e B trocam de lugar',
      otherPairs: 'outros números se encontram',
      allPairs: 'todos os pares',
      each: 'número por número',
      one: 'um número para tudo',
      per: {
        column: 'um número por coluna',
        row: 'um número por linha',
        sheet: 'um número por folha',
      },
      perIndex: (letter) => `um número por índice de ${letter}`,
      perIndices: (letters) => `um número para cada ${letters}`,
    },
    offsetOf: (name) => `deslocamento de ${name}`,
    gradientOf: (name, letters) => `o gradiente de ${name} é somado sobre ${letters}`,
    usedOften: (element, count) => `${element} é armazenado uma vez e usado ${times(count)}.`,
    tooManyElements: (most) =>
      `Só formas: acima de ${number(most)} elementos a página não calcula valores.`,
    shapesOnly: (reason) => `Só formas: ${reason}`,
    shapes: {
      symbol: (symbol) =>
        `“${symbol}” é um tamanho que só se sabe depois: escreva um número no lugar, como 2.`,
      early: (missing) => `A forma termina cedo demais: falta ${missing}.`,
      character: (at, character) => `O caractere ${at}, “${character}”, não cabe em uma forma.`,
      size: 'um tamanho',
      sizeOrScalar: 'um tamanho, ou “scalar”',
      tooLarge: (digits, most) => `${digits} é grande demais: um tamanho é no máximo ${most}.`,
      tooMany: (most) => `Uma forma tem aqui no máximo ${most} eixos.`,
    },
    links: {
      unreadable: 'Não foi possível ler este link. Aqui está o primeiro exemplo.',
      slide: (slide, notice) => `Slide ${slide}: ${notice}`,
      leftOut: (parts) => `Não foi possível ler ${parts} neste link, que ficou de fora.`,
    },
    why: {
      equal: 'Tamanhos iguais formam pares, um a um.',
      stretched: 'Um 1 tem um só valor ao longo do eixo; lê-lo de novo não é ambíguo.',
      ones: 'Cada um tem um elemento neste eixo, e os dois se encontram.',
      zero: 'O 1 encaixa no outro tamanho, que é 0: não há nada a calcular neste eixo.',
      summed:
        'Ao longo deste eixo, uma linha de A é multiplicada por uma coluna de B e os produtos são somados.',
      conflict: 'Com dois tamanhos diferentes, nenhum deles 1, os elementos não formam pares.',
      refused: 'A regra do NumPy permitiria, mas aqui um operando não pode ser esticado.',
    },
    whyPlacement: 'Nenhum dado é movido nem copiado; só muda a indexação.',
  },
  later: {
    pasted: (name) => `Os valores colados preenchem ${name}.`,
    notPasted: 'O texto colado não é uma lista de números.',
    reshapeOffer: (values, name, shape) => `${values} não encaixam em ${name} ${shape}.`,
    reshape: (name, shape) => `Redimensionar ${name} para ${shape}`,
    values: (count) => plural(count, { one: '# valor', other: '# valores' }),
    toTop: 'Ir para a fórmula',
    offsetsAre: 'Soma de índice vezes stride. O stride de um eixo esticado é 0: nada se move.',
    copy: 'copiar',
    outcomes: {
      equal: 'igual',
      stretched: 'esticado',
      ones: 'uns',
      zero: 'zero',
      summed: 'somado',
      conflict: 'conflito',
      refused: 'recusado',
    },
    matlab: 'MATLAB: 1s à direita',
    fills: { addr: 'numerados', arange: '0, 1, 2 …', ones: 'uns', random: 'aleatórios' },
    pictureFill: 'uma imagem',
    warnRank: 'Avisar quando um eixo é adicionado',
    figureOfAnswer: 'A figura da resposta',
    figureOf: (operation) => `A figura de ${operation}`,
    inYourCode: 'No seu código',
    library: 'Biblioteca',
    needs: (name, count) => `Então ${name} precisa de ${number(count)} números: confira o tamanho.`,
    otherFixes: 'Outras correções',
  },
  base: { copied: 'copiado', blocked: 'Bloqueado pelo navegador: selecione e copie' },
  rules: {
    numpy: { label: 'Regra do NumPy', of: 'NumPy, PyTorch, ONNX' },
    'onnx-uni': { label: 'ONNX em um sentido', of: 'ONNX, de B para A' },
    'onnx-legacy': { label: 'ONNX opset ≤ 6', of: 'ONNX, com axis e broadcast' },
    ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
  },
  views: {
    shapeOf: (name) => `Forma de ${name}`,
    operand: 'operando',
    addOperand: 'Adicionar um operando',
    removeOperand: 'Remover o último operando',
    fromTheRight: 'a partir da direita',
    values: 'Valores',
    others: 'Outros',
    operator: 'Operador',
    rule: 'Regra',
    type: 'Tipo de elemento',
    allExamples: (count) => `todos os ${count} exemplos`,
    presets: {
      P01: 'um escalar',
      P02: 'uma linha sobre uma matriz',
      P03: 'ambos esticam',
      P04: 'quatro eixos',
      P05: 'uma imagem e seus canais',
      P06: 'um valor por linha: um conflito',
      P07: 'a correção: manter o eixo',
      P08: 'a armadilha do quadrado',
      P09: 'um erro silencioso em uma perda',
      P10: 'um viés por canal',
      P11: 'um viés que serve sempre',
      P12: 'uma máscara sem o eixo dos canais',
      P13: 'um lote de um, no ncnn',
      P14: 'um vetor no eixo interno',
      P15: 'um eixo indicado no opset 6',
      P16: 'o operando menor primeiro',
      P17: 'nenhum elemento',
      P18: '0 não é 1',
      P19: 'três operandos',
      P20: 'quatro operandos',
      P21: 'um resultado grande demais',
      P22: 'diferenças aos pares',
    },
  },
  tabs: {
    running: 'Rodando…',
    failed: (reason) => `A execução falhou: ${reason}`,
    dialect: 'Dialeto',
    asCode: 'A operação como código',
    axes: {
      insert: (name, axis) => `Inserir um 1 em ${name} antes do eixo ${axis}`,
      drop: (name, axis) => `Remover o eixo ${axis} de ${name}`,
      dropShort: 'remover',
      swap: (name, a, b) => `Trocar os eixos ${a} e ${b} de ${name}`,
      of: (name) => `Eixos de ${name}`,
      reset: 'Restaurar',
      title: 'Transpor ou adicionar um eixo',
    },
    describe: {
      title: 'Descrever esta figura',
      tree: 'A figura em palavras',
      axis: (letter, outcome) => `Eixo ${letter}: ${outcome}`,
      element: (element, value) => `${element} é ${value}`,
      elements: (shown, count) => `Elementos: ${shown} de ${number(count)}`,
    },
    frame: {
      frame: 'Imagem',
      landscape: 'Uma paisagem ao entardecer: colinas diante de um sol baixo',
      normalised: 'Normalizada',
      normalisedLandscape: 'A mesma paisagem, normalizada',
      mean: 'média',
      deviation: 'desvio',
      run: 'Rodar aqui',
      again: 'Rodar de novo',
      outcome: (milliseconds, ratio, equal, elements) =>
        `${milliseconds.toFixed(1)} ms, ${ratio}× o laço simples, ${number(equal)} de ${number(elements)} iguais`,
      measured: (runs, milliseconds) =>
        `Mediana de ${runs} execuções, medida agora neste navegador. O laço simples levou ${milliseconds.toFixed(1)} ms; iguais quer dizer bit a bit.`,
    },
    histogram: {
      names: { red: 'vermelho', green: 'verde', blue: 'azul' },
      channel: (name, mean, deviation) => `${name}: média ${mean}, desvio ${deviation}`,
      mean: (means) => `média ${means}`,
    },
    memory: {
      bytes: 'Bytes',
      stored: 'operandos, como armazenados',
      copied: 'operandos, se copiados',
      result: 'resultado',
      reused: 'reutilizado',
      strides: 'Strides em bytes: a distância até o próximo elemento ao longo de um eixo',
      width: 'Bytes por elemento',
      about:
        'Um eixo esticado tem stride 0: o mesmo elemento é lido de novo, e nada é copiado. O broadcasting poupa as cópias, não o resultado, que é armazenado por inteiro. Escrever através de uma vista esticada é perigoso: muitos dos seus elementos dividem o mesmo lugar da memória.',
    },
    tape: {
      title: 'A memória como fita',
      about: 'A memória como fita: uma célula por número armazenado, com o endereço em bytes',
      row: (name, count, byte) =>
        `${name}: ${count} números em sequência; a cabeça está no byte ${byte}`,
      along: (name, letters) => `${name} ao longo de ${letters}`,
      at: (name, byte) => `${name} em ${byte}`,
      heads: 'O que as cabeças fazem',
      element: (name) => `Elemento de ${name}`,
      walk: (name) => `Percorrer ${name}`,
      reading: {
        label: (result) => `Ler, para ${result}`,
        moves: (element, bytes) => `${element} vem de ${bytes}.`,
        stands: (where) => `Stride 0: a cabeça fica parada em ${where}.`,
      },
      backwards: {
        label: () => 'Somar, para o gradiente',
        moves: (element, bytes) => `O gradiente de ${element}, aqui 1, é somado a ${bytes}.`,
        stands: (where) => `Assim ele se acumula em ${where}.`,
      },
    },
    rules: {
      relations: {
        identical: 'idêntico ao NumPy',
        'other alignment': 'mesma forma, outro alinhamento',
        'other shape': 'outra forma',
      },
      reference: 'referência',
      noValues: 'Não há valores para comparar.',
      differ: (count) =>
        plural(count, { one: '# elemento difere.', other: '# elementos diferem.' }),
      shapesDiffer: 'As formas diferem.',
      orders: {
        numpy: 'Escrever na ordem do NumPy (c,h,w)',
        ncnn: 'Escrever na ordem do ncnn [w,h,c]',
      },
      legacy: 'broadcast e axis do ONNX opset ≤ 6',
      gives: (shape) => `dá ${shape}`,
      axesOf: (rule) => `${rule}: os eixos`,
      show: 'Mostrar a diferença',
      why: 'Por quê',
      pairs:
        'De 5.276 pares de formas pequenas que NumPy e ncnn aceitam, 1.312 resultam em outra forma e',
      otherNumbers: '344 na mesma forma, mas com outros números.',
      count: 'Contar aqui',
      counting: 'Contando…',
      counted: ({ pairs, both, identical, otherAlignment, otherShape }) =>
        `Contado agora: de ${number(pairs)} pares, as duas regras aceitam ${number(both)}; ${number(identical)} saem iguais, ${number(otherAlignment)} se alinham de outro modo, ${number(otherShape)} têm outra forma.`,
      onlyTwo:
        'As outras regras aceitam dois operandos. Aplicar a regra de dois em dois dá a mesma forma.',
    },
    speed: {
      ways: {
        nested: 'arrays aninhados e map',
        odometer: 'arrays tipados, um contador de strides',
        divmod: 'arrays tipados, divisão e resto',
        copy: 'copiar a linha e somar',
        tuned: 'arrays tipados, laço duplo, de quatro em quatro',
        simd: 'simdcast, SIMD128',
        relaxed: 'simdcast, Relaxed SIMD',
        threads: 'simdcast, várias threads',
      },
      about:
        'Uma matriz mais uma linha, em float32, com os kernels de verdade e com laços que você mesmo poderia escrever. Nada roda antes de você apertar um botão. Primeiro todos os resultados são comparados bit a bit; depois as variantes rodam em turnos. Enquanto tudo cabe no cache, a aritmética dita o ritmo; além disso, toda variante espera a memória, e a razão cai.',
      threads:
        'Várias threads também participam: esta página é isolada de outras origens, então elas podem dividir memória.',
      noThreads:
        'Threads indisponíveis: esta página não é isolada de outras origens. Para ativá-las, sirva-a com os cabeçalhos Cross-Origin-Opener-Policy: same-origin e Cross-Origin-Embedder-Policy: require-corp.',
      machine: (processors, browser) => `${processors} processadores, ${browser}`,
      headline: (way, ratio, isFaster) =>
        `${way}: ${isFaster ? `${ratio} vezes a velocidade` : `${ratio} da velocidade`} do laço otimizado, medido agora.`,
      row: (way, time, range, rate) => `${way}: ${time} ns por elemento (${range}), ${rate} GB/s`,
      caption: (operation, samples) =>
        `${operation}: nanossegundos por elemento, mediana de ${samples} amostras e a metade central delas`,
      run: (size) => `Rodar ${size}`,
      copy: 'copiar o resultado',
      round: (done, samples) => `Rodada ${done} de ${number(samples)}`,
      unequal: (ways) => `Sem medir: os resultados de ${ways} diferem.`,
      starting: 'Iniciando…',
      noWorker: 'não foi possível carregar o worker',
    },
  },
  share: {
    title: 'Broadcasting à vista',
    link: 'Copiar link',
    embed: 'Copiar código de incorporação',
    picture: 'Copiar imagem',
    pictureCopied: 'A imagem está na área de transferência.',
    svg: 'Salvar como SVG',
    png: 'Salvar como PNG',
    forum: 'Copiar para um fórum',
    alternative: 'Copiar texto alternativo',
    present: 'Apresentar',
    failed: (file, reason) => `Não foi possível criar ${file}: ${reason}`,
    several: 'Apresentar várias figuras',
    links: 'Links, um por linha',
    addFigure: 'Adicionar esta figura',
    presentAll: 'Apresentar',
    notALink: (text) => `“${text}” não é um link para uma figura e ficou de fora.`,
    noLinks: 'Cole primeiro os links das figuras.',
    added: 'adicionado',
    lineUp: (shapes, result) => `Como ${shapes} se alinham: ${result}.`,
    example: (equation) => `Por exemplo, ${equation}.`,
  },
  quiz: {
    error: 'um erro',
    itIs: (answer) => `É ${answer}.`,
    answerIs: (answer) => `A resposta é ${answer}.`,
    right: 'Certo:',
    sureAndRight: 'Com certeza, e certo:',
    notQuite: 'Não exatamente:',
    onlyIf: (idea) => `só está certo se ${idea}.`,
    yourAlignment: 'O seu alinhamento, da esquerda',
    similar: 'Tentar uma parecida',
    chooseFirst: 'Escolha primeiro uma resposta.',
    check: 'Conferir',
    show: 'Só me mostre',
    sure: 'Tenho certeza',
    shapeOf: (operation) => `Qual é a forma de ${operation}?`,
    yes: 'Sim.',
    notYet: 'Ainda não.',
    ideas: {
      M1: {
        name: 'B vai para qualquer eixo que encaixe',
        feedback:
          'Nada procura coincidências: os últimos eixos se encontram, quaisquer que sejam os tamanhos à esquerda.',
      },
      M2: {
        name: '(N) e (N,1) significam o mesmo',
        feedback:
          '(N) é lido como uma linha, (1,N). (N,1) é uma coluna, e com uma linha forma uma tabela.',
      },
      M3: {
        name: 'o resultado tem a forma do operando maior',
        feedback: 'Os dois operandos podem esticar, então o resultado pode ser maior que ambos.',
      },
      M4: {
        name: 'B encaixa como está escrito',
        feedback:
          'Eixos ausentes só são adicionados à esquerda. Em outro lugar, escreva você o 1 ou use keepdims.',
      },
      M5: {
        name: 'as formas se alinham à esquerda',
        feedback: 'Elas se alinham à direita, e eixos ausentes viram 1s à esquerda.',
      },
      M6: {
        name: 'ncnn faz o que NumPy faz',
        feedback: 'ncnn alinha o operando com menos eixos aos eixos externos; NumPy, aos internos.',
      },
      M8: {
        name: 'esticar é grátis, e o resultado também',
        feedback: 'O operando esticado não custa nada; o resultado é armazenado por inteiro.',
      },
      M9: {
        name: 'um eixo mais curto se repete até encaixar',
        feedback: 'Só um 1 se repete. Um 2 nunca se repete até virar 4.',
      },
      M12: {
        name: 'o maior tamanho vence em cada eixo',
        feedback: 'Dois tamanhos diferentes conflitam, a menos que um seja 1; e 0 com 1 dá 0.',
      },
      M13: {
        name: 'as duas formas são emendadas',
        feedback: 'O resultado só tem tantos eixos quanto o operando com mais eixos.',
      },
      M15: {
        name: 'formas diferentes são sempre um erro',
        feedback:
          'As formas podem diferir: um tamanho 1 encaixa em qualquer um, e um eixo ausente conta como 1.',
      },
    },
  },
  learn: {
    path: 'Lições',
    rule: 'As formas se alinham à direita. Os tamanhos devem ser iguais, ou um deles deve ser 1.',
    lessons: {
      rows: 'linhas',
      ones: '1s ausentes',
      both: 'ambos esticam',
      'no-fit': 'não encaixa',
      trap: 'encaixa e está errado',
      images: 'imagens e lotes',
      cost: 'quanto custa',
      attention: 'atenção',
    },
    done: 'feita',
    again: 'Pergunte-me de novo',
    open: 'Abrir em Brincar',
    next: (lesson) => `Próxima lição: ${lesson}`,
    goals: {
      rows: 'A é (5,2). Dê a B um eixo, maior que 1, que encaixe em A.',
      ones: 'A é (3,4) e B tem 3 números. Dê a B uma forma que dê a cada linha de A o seu próprio número.',
      both: 'A é (2,1). Dê a B uma forma que faça do resultado uma tabela (2,7) de todos os pares.',
      'no-fit':
        'A é (2,3,4) e B tem 3 números. Dê a B uma forma que dê a cada linha de cada folha o seu próprio número.',
      trap: 'A é (77,1) e B tem 77 números. Dê a B uma forma para que A − B sejam 77 diferenças.',
      images:
        'A é um lote de imagens, (8,3,32,32), com os canais no eixo 1. Dê a B um número por canal.',
      cost: 'A é (60000,1). Dê a B uma forma de 60.000 elementos para que o resultado também tenha 60.000.',
      attention:
        'Os scores são (2,4,5,5): textos, cabeças, consultas, chaves. Dê a B um número por texto e chave.',
    },
  },
  challenge: {
    levels: [
      'Preveja a forma.',
      'Funciona? Se não, qual eixo?',
      'Corrija.',
      'Construa uma forma.',
      'Traduza entre regras.',
      'Ache o erro silencioso.',
    ],
    level: (level, task) => `Nível ${level}: ${task}`,
    puzzle: (puzzle) => `Desafio ${puzzle}.`,
    puzzleOf: (puzzle, puzzles) => `Desafio ${puzzle} de ${puzzles}.`,
    startOver: 'Recomeçar',
    anotherSet: 'Outra série',
    print: 'Imprimir uma folha de exercícios',
    copySet: 'Copiar o link desta série',
    copyProgress: 'Copiar o meu progresso',
    set: (set) => `Série ${set}.`,
    score: (set, right, answered) => `Série ${set}: ${right} de ${answered} certas.`,
    inARow: (count) => `${count} seguidas`,
    streaks: 'Respostas certas seguidas, por ideia errada',
    worksheet: 'Folha de exercícios',
    sheetTitle: (set) => `Broadcasting, série ${set}`,
    sheetAnswers: (set) => `Respostas da série ${set}`,
    name: 'Nome:',
    yourShape: 'A sua forma',
    anAnswerIs: (answer) => `Uma resposta é ${answer}.`,
    program: 'O programa',
    answerFirst: 'Responda primeiro.',
    next: 'Próximo',
    hint: 'Dica',
    wouldDo: (shape) => `${shape} serviria.`,
    itHas: (elements, wanted) =>
      `Tem ${plural(elements, { one: '# elemento', other: '# elementos' })}, não ${wanted}.`,
    withThat: (verdict) => `Com essa forma: ${verdict}`,
    noColumn: 'Nenhuma coluna tem dois tamanhos diferentes.',
    ringed: (letter, sizes) => `Veja a coluna marcada, ${letter}: ${sizes}.`,
    fromTheRight:
      'Alinhe as formas à direita. Em cada coluna os tamanhos devem ser iguais, ou um deve ser 1.',
    construct: {
      prompt: (shape, count) =>
        `A é ${shape}. Dê a B uma forma de ${count} elementos que com A dê os mesmos valores no NumPy e no ncnn.`,
      lie: (letter) => `B pode ficar no eixo marcado, ${letter}.`,
      hint: 'Uma forma com tantos eixos quanto A significa o mesmo para os dois.',
      otherAxes: 'NumPy e ncnn a põem em eixos diferentes.',
    },
    findBug: {
      prompt: 'Isto roda sem erro. Qual linha está errada?',
      line: (line) => `linha ${line}`,
      first: 'Escreva as formas ao lado de cada linha em que dois arrays se encontram.',
      second:
        'Uma coluna e uma linha dão todos os pares; em uma matriz quadrada os dois eixos encaixam, então nada falha.',
      innocent: 'Essa linha faz o que deve.',
    },
    repair: {
      prompt: (sum, count) =>
        `${sum} é um erro. Redimensione B, mantendo os seus ${count} elementos, para que o resultado tenha a forma de A.`,
      hint: 'Ponha 1s onde falta a B um eixo de A.',
      larger: 'Encaixa em A, mas o resultado é maior que A.',
    },
    translate: {
      prompt: (b, a) =>
        `ncnn soma B ${b} a A ${a}. Que forma B deve ter para o NumPy fazer o mesmo?`,
      begins: (letter) => `ncnn mantém os eixos externos: B começa no marcado, ${letter}.`,
      hint: 'Escreva os 1s depois dos tamanhos de B.',
      otherAxes: 'Com essa forma o NumPy alinha B a outros eixos que o ncnn.',
    },
    whichAxis: {
      runs: 'funciona',
      itRuns: 'Funciona.',
      prompt: (sum) => `${sum}: funciona? Se não, qual eixo do resultado falha?`,
    },
  },
  clinic: {
    printed: 'O que cada biblioteca imprime aqui, mais ou menos',
    unknown:
      'Não encontro duas formas aqui. Cole a mensagem inteira ou, se ela não citar nenhuma, só as formas: (3,4) (3,).',
    topics: {
      product:
        'Isto é um produto de matrizes: os tamanhos internos devem ser iguais, e o broadcasting não se aplica a eles.',
      join: 'Isto junta arrays: todos os eixos menos o da junção devem ter o mesmo tamanho, e nada se repete.',
      memory:
        'As formas encaixam, mas o resultado é grande demais para a memória. Calcule em blocos, ou tire o eixo de que não precisa.',
    },
    tooLarge: (operands, axes, size) =>
      `A página mostra no máximo ${operands} operandos, ${axes} eixos e tamanhos de ${size}.`,
    read: (source, shapes) =>
      source === 'Shapes' ? `As formas são ${shapes}.` : `${source}. As formas são ${shapes}.`,
    open: ' A mensagem não dá todos os tamanhos; os que faltam são palpites.',
    julia: ' Julia alinha as formas à esquerda; aqui elas se alinham à direita.',
    output: (result, room) =>
      `O resultado é ${result}, e a saída tem lugar para ${room}. Tire o argumento out=, ou dê a ele a forma ${result}.`,
    whole: (axis, a, b) =>
      `A mensagem só diz que ${axis === undefined ? 'um eixo' : `o eixo ${axis}`} tem ${a} em um operando e ${b} no outro. Quais são as formas completas?`,
    fullShape: (name, size) => `Forma completa de ${name}, que tem um ${size}`,
    show: 'Mostrar',
  },
  present: {
    title: 'Apresentação',
    back: 'Voltar',
    next: 'Avançar',
    cover: 'Esconder o resultado',
    uncover: 'Mostrar o resultado',
    blank: 'Limpar a tela',
    full: 'Tela cheia',
    window: 'Sair da tela cheia',
    leave: 'Sair (Esc)',
    keys: 'A tecla C esconde o resultado, B ou . limpa a tela',
    isCovered: 'O resultado está escondido.',
    isBlank: 'A tela está limpa.',
    isUncovered: 'A figura está à vista.',
    slide: (at, slides) => `Slide ${at} de ${slides}`,
  },
  port: {
    title: 'Portar',
    titles: {
      'onnx-legacy': ['O nó no opset 6', 'Desde o opset 7'],
      ncnn: ['A camada no ncnn', 'A mesma no ONNX'],
    },
    reshape: (changed) => `Escreva os 1s: redimensione ${changed}.`,
    as: (name, shape) => `${name} para ${shape}`,
    asIs: 'Com a regra do NumPy as formas se alinham igual: nada precisa ser redimensionado.',
    equal: (equal, of) =>
      equal === of
        ? `Iguais em ${of} valores, conferido aqui`
        : `Iguais só em ${equal} de ${of} valores`,
  },
  model: {
    about:
      'Lista cada broadcast de um modelo ONNX, o desenha na escada e marca os que opsets mais novos não permitem mais ou que o ncnn alinharia de outro modo. O arquivo não sai do seu navegador.',
    drop: 'Solte um arquivo .onnx aqui, ou escolha um.',
    sample: 'Ou verifique a rede de dígitos abaixo',
    reading: (name) => `Lendo ${name} …`,
    unread: (name, reason) => `Não foi possível verificar ${name}. ${reason}`,
    broadcasts: 'Os seus broadcasts: escolha um para vê-lo na escada',
    uncertain: 'Nós cujas formas não puderam ser inferidas, ou contradizem as que o modelo declara',
    doesNotFit: 'não encaixam',
    show: 'Mostrar na figura',
    more: 'Mais',
    nodes: (count) => plural(count, { one: '# nó', other: '# nós' }),
    count: (count) => plural(count, { one: '# broadcast', other: '# broadcasts' }),
    warnings: (count) => plural(count, { one: '# aviso', other: '# avisos' }),
    errors: (count) => plural(count, { one: '# erro', other: '# erros' }),
  },
  digits: {
    draw: 'Desenhe um dígito',
    drawHint:
      'Desenhe com o mouse, uma caneta ou um dedo. Com o teclado: as setas movem a caneta, Espaço a abaixa e a levanta, Delete apaga.',
    pad: 'área de desenho',
    clear: 'Apagar',
    penUp: (row, column) => `linha ${row}, coluna ${column}, caneta no alto`,
    penDown: (row, column) => `linha ${row}, coluna ${column}, caneta embaixo`,
    loading: 'A rede está carregando.',
    empty: 'Nada desenhado ainda.',
    unopened: (reason) => `Não foi possível abrir a rede: ${reason}`,
    sample: (digit) => `Amostra de um ${digit}`,
    samples: 'Amostras que a rede não viu',
    orTake: 'Ou pegue um que a rede não viu',
    seen: 'O que a rede lê: 8×8 células, em escala e centralizadas',
    odds: 'Probabilidade de cada dígito',
    looksLike: (digit, percent) => `Parece um ${digit} (${percent}).`,
    times: { one: 'um dígito', ten: 'dez dígitos de uma vez' },
    median: (samples) => `Mediana de ${samples} amostras, medida agora neste navegador`,
    layers: 'As camadas, para',
    layersFor: { one: 'o dígito acima', ten: 'as dez amostras de uma vez' },
    layer: (layer, operators) => `Camada ${layer}: ${operators}`,
    heatMap: 'mapa de calor',
    cells: (name, high, wide) => `${name}, ${high} por ${wide}; as setas movem entre células`,
    maps: (name, maps, high, wide) =>
      `${name}, ${maps} mapas de ${high} por ${wide}; as setas movem entre pixels, Page Up e Page Down entre mapas`,
    what: {
      bias: 'Um viés',
      subtracted: 'O que se subtrai',
      factor: 'Um fator',
      divisor: 'Um divisor',
      slope: 'Uma inclinação, pela qual os negativos são multiplicados',
    },
    perColumn: 'um número por coluna, o mesmo para cada dígito',
    perChannel: (pixels) => `um número por canal, o mesmo para todos os ${pixels} pixels do mapa`,
    softmax:
      'De cada linha se subtrai o seu maior número; as exponenciais são divididas pela soma da linha: um número por linha, esticado sobre ela toda.',
    largest: 'maior',
    below: 'abaixo',
    sum: 'soma',
    probability: 'probabilidade',
    convolution: (kernels, size) =>
      `${kernels} kernels de ${size} pesos deslizam sobre a imagem: ${kernels} mapas, cada um um canal. Não há broadcasting.`,
    convolutionOfMaps: (kernels, size, maps, name) =>
      `${kernels} kernels de ${size} pesos por mapa deslizam sobre os ${maps} mapas de ${name}: ${kernels} mapas, cada um um canal. Não há broadcasting.`,
    products: (products, maps, channel) =>
      `a soma de ${products} produtos: pixels de ${maps} mapas vezes os pesos do canal ${channel}`,
    noInk: 'sem tinta sob o kernel',
    pooling: (window, from, to) =>
      `O maior número de cada ${window} pixels: mapas de ${from} viram mapas de ${to}.`,
    largestOf: (numbers) => `o maior de ${numbers}`,
    flattening: (from, to) => `Os mapas em sequência: ${from} como ${to}. Nenhum número é movido.`,
    product: (shape, weights) =>
      `O produto de matrizes de ${shape} e dos pesos ${weights}: não há broadcasting.`,
    rowTimesColumn: (numbers, row, name, column) =>
      `os ${numbers} números da linha ${row} de ${name} vezes a coluna ${column} dos pesos`,
  },
  engine: {
    numbers: { one: '# número', other: '# números' },
    axis: (axis) => `eixo ${axis}`,
    axes: (axes) => `eixos ${axes}`,
    lastAxis: 'último eixo',
    rules: {
      multidirectional: 'a regra do NumPy',
      unidirectional: 'a regra de um sentido do ONNX',
      legacy: 'a regra do ONNX até o opset 6',
      legacyOff: 'a regra do ONNX até o opset 6 com broadcast=0',
      ncnn: 'a regra do ncnn',
      expand: 'Expand',
      perChannel: 'a regra do PRelu até o opset 6',
      equal: 'a regra de formas iguais',
      matMul: 'MatMul',
      scalars: 'a regra do Clip',
    },
    withAxis: (rule, axis) => `${rule} com axis=${axis}`,
    byRule: (rule) => ` segundo ${rule}`,
    operand: (name, shape, numbers) => `${name} tem forma ${shape}: ${numbers}.`,
    target: (name, shape) => `${name} pede a forma ${shape}.`,
    placements: {
      right: (name, missing, aligned) =>
        `Alinhe-as à direita. ${name} não tem ${missing}, então conta como ${aligned}.`,
      left: (name, missing, aligned, rule) =>
        `Segundo ${rule}, ${name} vai para os eixos externos: não tem ${missing}, então conta como ${aligned}.`,
      axis: (name, missing, aligned, _, first) =>
        `${name} começa no eixo ${first}: não tem ${missing}, então conta como ${aligned}.`,
      scalar: (name, _, aligned) => `${name} é um só número, então conta como ${aligned}.`,
      matrix: (name, missing, aligned) =>
        `${name} não tem ${missing}, então conta como ${aligned}.`,
      inner: (name, _, aligned, rule) =>
        `${name} não é tão longo quanto o eixo mais externo e, segundo ${rule}, vai para o mais interno: conta como ${aligned}.`,
    },
    colon: ': ',
    comma: ', ',
    has: (name, size) => `${name} tem ${size}`,
    hasAdded: (name, size) => `${name} não tem e conta como ${size}`,
    outcomes: {
      equal: '. Formam pares.',
      stretched: (names, count, uses) =>
        `, então ${names} ${count === 1 ? 'é usado' : 'são usados'} ${times(uses)}.`,
      ones: '.',
      zero: ', então o resultado tem 0.',
      summed: '. Os produtos são somados ao longo dele, e o resultado não tem esse eixo.',
      conflict: (wanted) => `. Eles diferem, e ${wanted}.`,
      refused: (reason) => `. Não permitido: ${reason}.`,
    },
    wanted: {
      two: 'nenhum é 1',
      many: 'só um 1 se repete',
      equal: (rule) => `segundo ${rule} devem ser iguais`,
    },
    result: (shape, numbers, stored) =>
      `Resultado: ${shape}. ${numbers}, calculados a partir de ${stored}.`,
    fits: (shapes, output, byRule) => `${shapes} encaixam${byRule}: o resultado é ${output}.`,
    fitsAlone: (shape, output, byRule) => `${shape} dá${byRule} ${output}.`,
    expands: (from, to, output) => `${from} expandido para ${to} dá ${output}.`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} não encaixam${byRule}. ${reason}`,
    cannotExpand: (from, to, reason) =>
      `Expand não consegue expandir ${from} para ${to}. ${reason}`,
    likely: 'Correção provável: ',
    possible: 'Correção possível: ',
    wrongSize: (sizes, guess) =>
      `Nenhuma forma junta ${sizes.length === 2 ? `${sizes[0]} números com ${sizes[1]}` : 'os números um a um'}. Confira os tamanhos${guess}.`,
    allPairs: (pairs, name, shape) => ` (Para todos os ${pairs} pares, faça ${name} ${shape}.)`,
    offByOne: ' (um a mais ou a menos?)',
    rgba: ' (RGBA?)',
    matrices: (output) => `Como matrizes, elas se multiplicam: matMul dá ${output}.`,
    transposed: (name, output) =>
      `Com ${name} transposto, elas se multiplicam como matrizes: matMul dá ${output}.`,
    where: (axis, sizes) => `${axis}: ${sizes}`,
    ranksDiffer: 'O número de eixos difere',
    needed: {
      two: 'Os tamanhos devem ser iguais, ou um deve ser 1',
      many: 'Os tamanhos devem ser iguais ou 1',
      target: (name) => `Os tamanhos devem ser iguais, ou o de ${name} deve ser 1`,
    },
    neverStretched: (name) => `${name} nunca é esticado`,
    onlyOuterOnes: (name) => `Só os 1s do começo e do fim de ${name} podem esticar`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}. ${needed}.`,
      target_would_grow: ({ where, needed }) => `${where}. ${needed}.`,
      interior_one: ({ where, needed }) => `${where}. ${needed}.`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} tem ${rank} eixos e ${target} só ${targetRank}, mas o resultado deve ter a forma de ${target}.`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} não deixa lugar para ${operand}, que pode começar nos eixos 0 a ${lastAxis}.`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} não é permitido; o único eixo negativo é -1, que alinha ${operand} à direita.`,
      broadcast_off: ({ where }) => `${where}. Sem broadcast=1 as formas devem ser iguais.`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} deve ter de 1 a 4 eixos, mas tem ${rank}.`,
      zero_not_representable: ({ operand }) =>
        `${operand} tem um tamanho 0, que esta regra não permite.`,
      too_many_elements: () => 'Haveria mais de 2^53 elementos.',
    },
    warnings: {
      outer_product: (side, are, isAll) =>
        `Isto compara todos os pares: ${side} × ${side} = ${are} ${isAll ? 'resultados' : 'pares'}, não ${side}.`,
      square_trap: (ways, used, rule, others) =>
        `Cuidado: ${ways}. Segundo ${rule}, vale ${used}. ${others}`,
      rank_change: (names, missing, count) =>
        `O número de eixos difere: ${names} não tinha ${missing}, então ${count === 1 ? 'um 1 foi adicionado' : '1s foram adicionados'}.`,
      ncnn_unchecked: (shape) => `ncnn não confere isso: devolveria ${shape} mesmo assim.`,
      big_result: (bytes, stored) =>
        `O resultado ocupa ${bytes} (as entradas, ${stored}). Calcule em blocos.`,
    },
    matches: (size, axes) => `${size} encaixa em ${axes}`,
    bothAxes: 'ambos os eixos',
    moreChoices: (name) => `${name} encaixa em mais de uma escolha de eixos`,
    onePer: { row: 'um número por linha', column: 'um número por coluna' },
    ifMeant: (meant, name, shape) => `Para ${meant}, faça ${name} ${shape}.`,
    fixes: {
      setAxis: (axis, output, grows) => `defina axis=${axis}, que dá ${output}${grows}.`,
      reshape: (name, shape, output, grows) =>
        `redimensione ${name} para ${shape}, que dá ${output}${grows}.`,
      transpose: (name, shape, output, grows) =>
        `transponha ${name} para ${shape}, que dá ${output}${grows}.`,
      swap: (output, grows) => `troque A e B, que dá ${output}${grows}.`,
      otherPairs: (name, shape, output, grows) =>
        `redimensione ${name} para ${shape}, que dá ${output}${grows}, mas com outros pares.`,
    },
    grows: ', um produto externo',
  },
};
