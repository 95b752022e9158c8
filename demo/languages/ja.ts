/** Japanese. */
import type { Catalogue } from './catalogue.ts';

const number = (count: number): string => count.toLocaleString('ja');

const verbs: Readonly<Record<string, string>> = {
  Add: '足す',
  Sub: '引く',
  Mul: '掛ける',
  Div: '割る',
};

export const prerendered: Catalogue['prerendered'] = {
  document: {
    title: '見てわかるブロードキャスト · simdcast',
    description:
      '形状の異なる配列の計算のしくみ：形状を変え、軸がそろい、伸び、食い違う様子を要素ごとに見られます。',
    skip: '図へ',
    heading: '<em>見てわかる</em>ブロードキャスト',
    idea: 'ブロードキャストは、ループもコピーもなしに、表のすべての行に 1 行を足します。',
    inShort: '形状は右でそろえます。サイズ 1 や欠けた軸は、合うまで繰り返されます。',
    examples: '例',
    figure: '図',
    ports: '移植',
    more: 'この形状についてさらに',
    settings: '設定',
    allSettings: '設定：形状、演算子、規則、値',
    model: 'モデルを調べる',
    run: {
      title: '速度：200 万ピクセルから平均を引く',
      first:
        '画像をモデルに入れる前に、色チャネルごとに正規化します。平均を引き、標準偏差で割ります。画像の形状は (1080,1920,3)、統計量の形状は (3,)。3 つの数が 200 万ピクセルに使われ、どれもコピーされません。',
      second:
        'ここでは両方の手順を本物のカーネルで動かし、手で書くような単純なループと並べます。すべての要素を比べます。',
      code: '実行するコード',
    },
    speed: '速度：この形状',
    digits: {
      title: '数字を読むネットワーク',
      about:
        '小さな畳み込みネットワークです。simdcast 自身の演算子で、手書き数字 1,438 個と描いた数字から学習し、ほかの 359 個をすべて正しく読みます。ここではこのページのエンジン上で ONNX セッションとして動きます。バイアスと傾きはチャネルごとに 1 つの数で、マップ全体にブロードキャストされます。Softmax は行ごとに 1 つの数です。',
    },
    lessons: {
      rows: {
        title: '右から読む 1 つの規則',
        first:
          '2 つの形状を右でそろえて上下に書きます。各列が 1 つの軸です。サイズが等しいか、どちらかが 1 なら、その列は合います。ほかは関係ありません。',
        second:
          '(4,3) と (3,) は 1 列で出会い、3 と 3。3 つの数の行が 4 つの行それぞれに足されます。ほかに合いそうな軸を探すことはありません。',
      },
      ones: {
        title: '書いていない 1',
        first:
          '軸の少ない形状は、左の空きを 1 として読みます。(3,) は (1,3) になり、(3,1) にはなりません。だからベクトルは行であり、最後の軸の平均はその軸がもうないので、元のデータに合いません（正方なら、別の軸に合ってしまいます）。',
        second:
          '直すには軸を残します。<code>keepdims=True</code> か、1 を自分で書きます。(3,1) なら、行ごとに自分の数を持ちます。',
      },
      both: {
        title: '両方が伸びてもよい',
        first:
          '列 (4,1) と行 (3,) は互いに向かって伸び、すべての組の (4,3) の表になります。どちらのオペランドも結果の形状ではありません。意図して使えば、外積や距離の表です。',
        second:
          '伸ばしてもコピーはしません。軸のストライドが 0 になり、同じ要素がまた読まれます。格納されるのは結果だけで、こちらは全部格納されます。',
      },
      'no-fit': {
        title: '合わない',
        first:
          '(2,3) と (3,2) は数の個数が同じで、サイズの順が違います。最後の列は 3 と 2。異なり、どちらも 1 ではありません。そこで演算は止まります。2 が 4 に敷き詰められることもなく、繰り返すのは 1 だけです。',
        second:
          'エラーメッセージは形状か軸を示します。形状を右でそろえて書き、その列を見つけ、小さいほうのオペランドが何ごとに 1 つの数を持つのかを考えます。その軸はサイズを保ち、後ろの軸は 1 になります。行ごとに 1 つなら (3,1) です。',
      },
      trap: {
        title: '合うのに間違い',
        first:
          '高くつく間違いはエラーになりません。形状 (77,1) の予測から形状 (77,) の目標を引けば、差は 77 個のはずです。実際は 5,929 個。すべての予測とすべての目標の組で、その二乗の平均はなお損失らしく見えます。',
        second:
          '正方の罠はさらに静かです。(3,3) の行列には、長さ 3 のベクトルがどちらの軸にも合います。何を意図しても、規則は最後の軸を取ります。',
      },
      images: {
        title: '画像とバッチ',
        first:
          'チャネルの位置で、3 つの数の意味が決まります。(32,32,3) では多くのファイルと同じく最後で、(3,) がそこにそろいます。(3,32,32) では幅にそろってしまうので、チャネルの後ろに 1 が 2 つ要ります：(3,1,1)。',
        second:
          '前にバッチが付いても変わりません。欠けた軸は 1 になるので、1 枚の画像に合うものは (8,3,32,32) にも合います。同じ 3 つの数が、すべての画像のすべてのピクセルに使われます。',
      },
      cost: {
        title: 'コスト',
        first:
          '伸ばしたオペランドは何も使いません。結果は全サイズを使います。60,000 個の値と別の 60,000 個なら、入力 480 kB、出力 14.4 GB です。ブロードキャストの前に、結果のサイズを掛けてみましょう。',
        second:
          '組の和や最小値だけが要るなら、ブロックに分けて計算するか、組を格納しない行列積を使います。',
      },
      attention: {
        title: 'アテンション：マスクとヘッド',
        first:
          'アテンションのスコアの軸は、バッチ、ヘッド、クエリ、キーです。因果マスク (5,5)（クエリ × キー）は最後の 2 軸にそろい、すべてのテキストのすべてのヘッドに使われます。パディングマスクはテキストごとに 1 行 (2,5) で、(2,1,1,5) としなければ、テキストがクエリに当たります。',
        second:
          'ヘッドも同じようにキーを共有します。行列積は最後の 2 軸以外をブロードキャストするので、クエリが (2,4,5,8) なら、1 つのヘッドのキー (2,1,8,5) が 4 つのヘッドすべてに使われ、格納は 1 度だけです。',
      },
    },
    rules: {
      title: '規則の比較',
      numpy: {
        name: 'NumPy の規則（PyTorch と ONNX opset 7 以降も）',
        text: '短い形状は前に 1 を補います。各軸で 1 以外のサイズはすべて等しくなければならず、それが結果のサイズです。0 と 1 は 0 になります。',
      },
      oneWay: { name: 'ONNX 片方向', text: 'B だけが伸び、結果の形状は A と同じです。' },
      legacy: {
        name: 'ONNX opset ≤ 6',
        text: '<code>broadcast=1</code> のとき、B の形状は <code>axis</code> から始まる A の連続した軸に対応します。既定は最後の軸です。結果の形状は A と同じです。',
      },
      ncnn: {
        name: 'ncnn の BinaryOp',
        text: '軸の少ないオペランドは外側の軸に置かれ、後ろに 1 が付きます。最も外側の軸に合わないベクトルは最も内側に置かれます。ncnn 自身はサイズを確かめません。',
      },
      results: '各規則での結果',
    },
    challenge: 'チャレンジ',
    footer: {
      pictures:
        '図はライブラリ自身が作ります。<code>a * b</code> はセルごとの計算です。行列には <a href="{{matmul}}"><code>a @ b</code></a> を使います。',
      sources: '規則の出典：',
      languages: '言語',
      package:
        'simdcast、Apache ライセンス 2.0。ここからは何も送信されません。パッケージ <code>npm i simdcast</code> には <a href="{{root}}api/index.html">API リファレンス</a>（英語）があります。',
    },
    keys: {
      title: 'キーボード',
      size: {
        name: 'サイズで',
        text: '<kbd>↑</kbd> <kbd>↓</kbd> と <kbd>Page Up</kbd> <kbd>Page Down</kbd> で変更、<kbd>Home</kbd> で 1、<kbd>,</kbd> か <kbd>Insert</kbd> で軸を追加、<kbd>Delete</kbd> で削除。横にドラッグもでき、<kbd>Esc</kbd> で取り消します。',
      },
      values: {
        name: '値で',
        text: '矢印、<kbd>Home</kbd>、<kbd>End</kbd>、<kbd>Ctrl</kbd> との組み合わせで移動し、<kbd>Page Up</kbd> <kbd>Page Down</kbd> で別のパネルやスライスへ。<kbd>Enter</kbd> で結果の要素を固定、<kbd>Esc</kbd> で解除。オペランドでは <kbd>Enter</kbd> か数字で編集し、<kbd>Enter</kbd> で下、<kbd>Tab</kbd> で右へ。値は貼り付けられます。',
      },
      presentation: {
        name: 'プレゼンテーションで',
        text: '<kbd>→</kbd>、<kbd>スペース</kbd>、<kbd>Page Down</kbd> で次のステップと次の図へ、<kbd>←</kbd> と <kbd>Page Up</kbd> で戻り、<kbd>Home</kbd> と <kbd>End</kbd> で両端へ、<kbd>Esc</kbd> で終了。<kbd>C</kbd> で結果を隠し、<kbd>B</kbd> か <kbd>.</kbd> で画面を空にします。これらのキーは切れます。',
      },
      pad: {
        name: '描画パッドで',
        text: '矢印でペンを動かし、<kbd>スペース</kbd> で下ろす・上げる、<kbd>Delete</kbd> で消去。',
      },
      tabs: {
        name: 'タブと説明で',
        text: '矢印、<kbd>Home</kbd>、<kbd>End</kbd> で移動、<kbd>Enter</kbd> で開きます。',
      },
    },
    access: {
      title: 'アクセシビリティ',
      text: 'WCAG 2.2 AA を目指し、axe-core、キーボードのみ、強制カラー、320 ピクセル幅、スクリプトなしで試験しています。既知の不足：すべてのスクリーンリーダーでは試していません。軸が 7 と 8 のテンソルは軸だけで説明されます。実行のプレビューは説明付きの画像です。',
    },
  },
  printed: {
    gallery: {
      P02: '行',
      P07: '列',
      P03: '両方',
      P06: '合わない',
      P08: '罠',
      P05: '画像',
      P11: 'バッチ',
    },
    golden: '同じ形状 A B を各規則で。— は拒否',
    onAxes: (axes) => `B は ${axes}`,
  },
};

export const words: Catalogue['words'] = {
  page: {
    noEngine: (reason) =>
      `エンジンが起動しなかったため、最初の例は読めますが変更できません。（${reason}）`,
    partMissing: (reason) => `ページの一部を読み込めませんでした。（${reason}）`,
    examples: '例',
    loadingEngine: 'エンジン全体を読み込み中',
    newVersion: 'このページの新しい版があります。再読み込みしてください。',
    valuesDropped: '値が多すぎてリンクに入りません。アドレスには形状だけが残ります。',
    typedLetGo: '入力した値は新しい形状に合わないため、破棄しました。',
    otherOperator: (rule, op, now) => `${rule}に ${op} はありません。演算子は ${now} です。`,
    tooManyToType: '値を入力できるのは 1,024 要素までです。',
    make: (names, shape) => `${names} を ${shape} にする`,
    transpose: (name, shape) => `${name} を ${shape} に転置`,
    swap: 'A と B を入れ替える',
    setAxis: (axis) => `axis=${axis} にする`,
    seeDifference: '規則の違いを見る',
    modes: { play: '試す', learn: '学ぶ', challenge: 'チャレンジ', porting: '移植', lab: 'ラボ' },
    tabs: { why: 'なぜ合うか', rules: '規則の比較', memory: 'メモリ', code: 'コード' },
    whyNot: 'なぜ合わないか',
    themes: { system: 'テーマ：システム', light: 'テーマ：ライト', dark: 'テーマ：ダーク' },
    steps: {
      written: ['書いたまま', '書いたとおりの 2 つの配列です。'],
      align: ['そろえる', '形状を右でそろえます。数はそのままです。'],
      add: ['1 を補う', '短い形状は前に 1 が付きます。'],
      stretch: [
        '伸ばす',
        () => 'サイズ 1 は軸いっぱいに繰り返します。同じ数をまた読むだけで、コピーはしません。',
      ],
      compute: [
        '計算',
        (op, operation) =>
          verbs[op]
            ? `同じ位置のセルどうしを${verbs[op]}。`
            : `同じ位置のセルで ${operation} を計算する。`,
      ],
    },
    watch: '見る',
    watchFail: '失敗を見る',
    sizeBar: 'サイズを変える',
    rungs: {
      added: '未記入：1',
      stretched: (size) => `${number(size)} 回使用`,
      disagrees: '合わない',
      refused: 'ここでは不可',
    },
    asWritten: '形状、書いたまま',
    coveredLadder: '与えられたサイズ。結果は隠れています',
    placements: {
      right: '形状、右でそろえる',
      left: '形状、左でそろえる',
      axis: '形状、選んだ軸からそろえる',
      scalar: '形状：1 つの値をすべての軸に',
      target: '形状、望みの形状にそろえる',
      matrix: '形状、右でそろえる（行列の行と列つき）',
    },
    inNcnn: (shapes) => `ncnn の書き方：${shapes.join('、')}`,
    noPartner: 'ここには足す数がない',
    withoutPartner: (count) => `相手のない数が ${number(count)} 個`,
    oneSheet: (counts) => `${counts.map(number).join(' × ')} 枚のうちの 1 枚`,
    square: (side) => `1 マスは ${side} × ${side} 個の数`,
    noFit: '合わない',
    doNotFit: 'この形状は合いません。',
    fitsHere: (size) => `${size} はここに合う`,
    fan: 'シートを広げる',
    door: 'エラーか形状を入力：(3,4) (3,)',
    menu: 'メニュー',
    pace: (pace) => `速さ：${pace === 0.5 ? '½' : pace}`,
    onlySizes: '形状だけを使い、値は使いません。',
    noElements: '要素がありません。サイズの 1 つが 0 です。',
    tooDeep: '軸が多くて描けません。はしごの図にすべてあります。',
    picture: (name, rows, columns) => `画像としての ${name}：${rows} 行 × ${columns} ピクセル`,
    storesNothing: '何も格納しない',
    noNumbers: '数がない：サイズの 1 つが 0',
    used: (stored, count, times) =>
      `${stored}、${count === 1 ? '' : 'それぞれ '}${number(times)} 回使用`,
    toCome: 'これから',
    covered: '隠れています',
    newValue: (name, index) => `${name} の ${index.join(', ')} の新しい値`,
    warning: '注意。',
    close: '閉じる',
    share: '共有',
    parts: 'ページの各部',
    moreAbout: 'この形状についてさらに',
    alignment: '軸のそろえ方',
    more: (count) => `ほか ${number(count)}`,
    notDrawn: (count) => `ほか ${number(count)}（描画なし）`,
    step: 'ステップ',
    allSteps: 'ステップ',
    stepOf: (step, steps, heading) => `${step} / ${steps}：${heading}`,
    pause: '一時停止',
    previousIndex: (letter, name) => `${name} の軸 ${letter}、前のインデックス`,
    nextIndex: (letter, name) => `${name} の軸 ${letter}、次のインデックス`,
    axis: (axis) => `軸 ${axis}`,
    orFromEnd: (axis, fromEnd) => `${axis} または ${fromEnd}`,
    shape: '形状',
    noResult: '結果なし',
    copyOf: (element) => `${element} のコピー（格納なし）`,
    fewer: (label) => `${label}：1 減らす`,
    oneMore: (label) => `${label}：1 増やす`,
    remove: (label) => `${label}：削除`,
    gridOf: (name) => `${name}、値`,
    valuesOf: (name) => `${name} の値`,
    sizesOf: (name) => `${name} のサイズ`,
    anAxis: '軸',
    addAxis: (name) => `${name} に軸を追加`,
    addAxisKey: 'キー：コンマ',
    removeAxis: (name) => `${name} の最初の軸を削除`,
    removeAxisKey: 'キー（サイズで）：Delete',
    numbers: (count) => `数 ${number(count)} 個`,
    quoted: (text) => `「${text}」`,
    meaning: {
      transpose: (name) => `${name} を転置`,
      swap: 'A と B が入れ替わる',
      otherPairs: '別の数どうしが組になる',
      allPairs: 'すべての組',
      each: '数ごとに',
      one: '全体に 1 つの数',
      per: {
        column: '列ごとに 1 つの数',
        row: '行ごとに 1 つの数',
        sheet: 'シートごとに 1 つの数',
      },
      perIndex: (letter) => `${letter} のインデックスごとに 1 つの数`,
      perIndices: (letters) => `${letters} の組ごとに 1 つの数`,
    },
    offsetOf: (name) => `${name} のオフセット`,
    gradientOf: (name, letters) => `${name} の勾配は ${letters} にわたって足される`,
    usedOften: (element, count) => `${element} は 1 度格納され、${number(count)} 回使われます。`,
    tooManyElements: (most) => `形状のみ：${number(most)} 要素を超えると値は計算しません。`,
    shapesOnly: (reason) => `形状のみ：${reason}`,
    shapes: {
      symbol: (symbol) => `「${symbol}」は後で決まるサイズです。2 のような数を書いてください。`,
      early: (missing) => `形状が途中で終わっています：${missing}がありません。`,
      character: (at, character) => `${at} 文字目の「${character}」は形状に使えません。`,
      size: 'サイズ',
      sizeOrScalar: 'サイズか「scalar」',
      tooLarge: (digits, most) => `${digits} は大きすぎます。サイズは ${most} までです。`,
      tooMany: (most) => `ここでは形状の軸は ${most} 個までです。`,
    },
    links: {
      unreadable: 'このリンクは読めません。代わりに最初の例を示します。',
      slide: (slide, notice) => `スライド ${slide}：${notice}`,
      leftOut: (parts) => `リンク中の${parts}は読めないため、省きました。`,
    },
    why: {
      equal: '等しいサイズは 1 対 1 で組になります。',
      stretched: '1 は軸に沿って値が 1 つなので、また読んでも曖昧になりません。',
      ones: 'この軸にはそれぞれ要素が 1 つで、その 2 つが組になります。',
      zero: '1 はもう一方のサイズ 0 に合います。この軸には計算するものがありません。',
      summed: 'この軸に沿って A の行と B の列を掛け、積を足します。',
      conflict: '異なる 2 つのサイズでどちらも 1 でなければ、要素は組になりません。',
      refused: 'NumPy の規則なら許されますが、ここでは一方のオペランドを伸ばせません。',
    },
    whyPlacement: 'データは動かずコピーもされません。変わるのはインデックスの付け方だけです。',
  },
  later: {
    pasted: (name) => `貼り付けた値で ${name} を埋めました。`,
    notPasted: '貼り付けたテキストは数の並びではありません。',
    reshapeOffer: (values, name, shape) => `${values}は ${name} ${shape} に合いません。`,
    reshape: (name, shape) => `${name} を ${shape} に変形`,
    values: (count) => `${number(count)} 個の値`,
    toTop: '式へ',
    offsetsAre: 'インデックス × ストライドの和。伸ばした軸のストライドは 0：何も動きません。',
    copy: 'コピー',
    outcomes: {
      equal: '等しい',
      stretched: '伸ばす',
      ones: 'ともに 1',
      zero: '0',
      summed: '足す',
      conflict: '衝突',
      refused: '拒否',
    },
    matlab: 'MATLAB：右に 1',
    fills: { addr: '連番', arange: '0, 1, 2 …', ones: 'すべて 1', random: 'ランダム' },
    pictureFill: '画像',
    warnRank: '軸が補われたら注意する',
    figureOfAnswer: '答えの図',
    figureOf: (operation) => `${operation} の図`,
    inYourCode: 'コードでは',
    library: 'ライブラリ',
    needs: (name, count) =>
      `その場合 ${name} には ${number(count)} 個の数が必要です。サイズを確かめてください。`,
    otherFixes: 'ほかの直し方',
  },
  base: { copied: 'コピーしました', blocked: 'ブラウザーが拒否：選択してコピー' },
  rules: {
    numpy: { label: 'NumPy の規則', of: 'NumPy、PyTorch、ONNX' },
    'onnx-uni': { label: 'ONNX 片方向', of: 'ONNX、B から A へ' },
    'onnx-legacy': { label: 'ONNX opset ≤ 6', of: 'ONNX、axis と broadcast つき' },
    ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
  },
  views: {
    shapeOf: (name) => `${name} の形状`,
    operand: 'オペランド',
    addOperand: 'オペランドを追加',
    removeOperand: '最後のオペランドを削除',
    fromTheRight: '右から',
    values: '値',
    others: '別の値',
    operator: '演算子',
    rule: '規則',
    type: '要素の型',
    allExamples: (count) => `例をすべて見る（${count}）`,
    presets: {
      P01: 'スカラー',
      P02: '行列に行を足す',
      P03: '両方が伸びる',
      P04: '4 つの軸',
      P05: '画像とそのチャネル',
      P06: '行ごとに 1 つの値：衝突',
      P07: '直し方：軸を残す',
      P08: '正方の罠',
      P09: '損失に潜む静かな間違い',
      P10: 'チャネルごとのバイアス',
      P11: 'どこでも使えるバイアス',
      P12: 'チャネル軸のないマスク',
      P13: '大きさ 1 のバッチ（ncnn）',
      P14: '内側の軸のベクトル',
      P15: 'opset 6 で指定した軸',
      P16: '小さいオペランドが先',
      P17: '要素がまったくない',
      P18: '0 は 1 ではない',
      P19: '3 つのオペランド',
      P20: '4 つのオペランド',
      P21: '大きすぎる結果',
      P22: 'すべての組の差',
    },
  },
  tabs: {
    running: '実行中…',
    failed: (reason) => `実行に失敗しました：${reason}`,
    dialect: '書き方',
    asCode: '演算のコード',
    axes: {
      insert: (name, axis) => `${name} の軸 ${axis} の前に 1 を挿入`,
      drop: (name, axis) => `${name} の軸 ${axis} を除く`,
      dropShort: '除く',
      swap: (name, a, b) => `${name} の軸 ${a} と ${b} を入れ替える`,
      of: (name) => `${name} の軸`,
      reset: '元に戻す',
      title: '転置、または軸を追加',
    },
    describe: {
      title: 'この図を説明する',
      tree: '言葉による図の説明',
      axis: (letter, outcome) => `軸 ${letter}：${outcome}`,
      element: (element, value) => `${element} は ${value}`,
      elements: (shown, count) => `要素：${number(count)} 個中 ${shown} 個`,
    },
    frame: {
      frame: '画像',
      landscape: '夕方の風景：低い太陽の前の丘',
      normalised: '正規化後',
      normalisedLandscape: '同じ風景を正規化したもの',
      mean: '平均',
      deviation: '標準偏差',
      run: 'ここで実行',
      again: 'もう一度実行',
      outcome: (milliseconds, ratio, equal, elements) =>
        `${milliseconds.toFixed(1)} ms、単純なループの ${ratio} 倍速、${number(elements)} 個中 ${number(equal)} 個が一致`,
      measured: (runs, milliseconds) =>
        `${runs} 回の中央値、このブラウザーで今測定。単純なループは ${milliseconds.toFixed(1)} ms。一致はビット単位です。`,
    },
    histogram: {
      names: { red: '赤', green: '緑', blue: '青' },
      channel: (name, mean, deviation) => `${name}：平均 ${mean}、標準偏差 ${deviation}`,
      mean: (means) => `平均 ${means}`,
    },
    memory: {
      bytes: 'バイト',
      stored: 'オペランド（格納）',
      copied: 'オペランド（コピーした場合）',
      result: '結果',
      reused: '再利用',
      strides: 'バイト単位のストライド：軸に沿った次の要素までの距離',
      width: '要素あたりのバイト数',
      about:
        '伸ばした軸のストライドは 0 です。同じ要素をまた読むだけで、コピーはしません。ブロードキャストが省くのはコピーで、結果は全部格納されます。伸ばしたビューへの書き込みは危険です。多くの要素が同じ場所を共有しています。',
    },
    tape: {
      title: 'テープとしてのメモリ',
      about: 'テープとしてのメモリ：格納された数ごとに 1 マス、バイト単位のアドレスつき',
      row: (name, count, byte) => `${name}：並んだ ${count} 個の数。ヘッドはバイト ${byte}`,
      along: (name, letters) => `${name}（${letters} 方向）`,
      at: (name, byte) => `${name} の ${byte}`,
      heads: 'ヘッドの動作',
      element: (name) => `${name} の要素`,
      walk: (name) => `${name} をたどる`,
      reading: {
        label: (result) => `読む（${result} のため）`,
        moves: (element, bytes) => `${element} は${bytes} から作られます。`,
        stands: (where) => `ストライド 0：${where} でヘッドは止まったままです。`,
      },
      backwards: {
        label: () => '足す（勾配のため）',
        moves: (element, bytes) => `${element} の勾配（ここでは 1）が${bytes} に足されます。`,
        stands: (where) => `こうして ${where} で和になります。`,
      },
    },
    rules: {
      relations: {
        identical: 'NumPy と同一',
        'other alignment': '形状は同じ、そろえ方が違う',
        'other shape': '形状が違う',
      },
      reference: '基準',
      noValues: '比べる値がありません。',
      differ: (count) => `${number(count)} 個の要素が違います。`,
      shapesDiffer: '形状が違います。',
      orders: { numpy: 'NumPy の順 (c,h,w) で書く', ncnn: 'ncnn の順 [w,h,c] で書く' },
      legacy: 'ONNX opset ≤ 6 の broadcast と axis',
      gives: (shape) => `${shape} になる`,
      axesOf: (rule) => `${rule}：軸`,
      show: '違いを表示',
      why: '理由',
      pairs: 'NumPy と ncnn がともに受け入れる小さな形状の組 5,276 のうち、1,312 は形状が違い、',
      otherNumbers: '344 は形状が同じで数が違います。',
      count: 'ここで数える',
      counting: '数えています…',
      counted: ({ pairs, both, identical, otherAlignment, otherShape }) =>
        `今数えた結果：${number(pairs)} 組のうち両規則が受け入れるのは ${number(both)}。${number(identical)} は同じ、${number(otherAlignment)} はそろえ方が違い、${number(otherShape)} は形状が違います。`,
      onlyTwo: 'ほかの規則のオペランドは 2 つです。2 つずつ規則を適用しても同じ形状になります。',
    },
    speed: {
      ways: {
        nested: '入れ子の配列と map',
        odometer: '型付き配列、ストライドのカウンター',
        divmod: '型付き配列、商と余り',
        copy: '行をコピーしてから足す',
        tuned: '型付き配列、二重ループ、4 個ずつ',
        simd: 'simdcast、SIMD128',
        relaxed: 'simdcast、Relaxed SIMD',
        threads: 'simdcast、複数スレッド',
      },
      about:
        '行列に行を足す計算を float32 で、本物のカーネルと、自分で書くようなループで行います。ボタンを押すまで何も動きません。まずすべての結果をビット単位で比べ、それから順に実行します。キャッシュに収まるうちは計算が速さを決め、それを超えるとどの方法もメモリを待つため、比は下がります。',
      threads:
        '複数スレッドも加わります。このページはクロスオリジン分離されているので、メモリを共有できます。',
      noThreads:
        'スレッドは使えません。このページはクロスオリジン分離されていません。Cross-Origin-Opener-Policy: same-origin と Cross-Origin-Embedder-Policy: require-corp のヘッダーを付けて配信すると使えます。',
      machine: (processors, browser) => `プロセッサー ${processors} 個、${browser}`,
      headline: (way, ratio) => `${way}：調整したループの ${ratio} 倍の速さ（今測定）。`,
      row: (way, time, range, rate) => `${way}：要素あたり ${time} ns（${range}）、${rate} GB/s`,
      caption: (operation, samples) =>
        `${operation}：要素あたりのナノ秒、${samples} 回の中央値と中央の半分`,
      run: (size) => `${size} を実行`,
      copy: '結果をコピー',
      round: (done, samples) => `${number(samples)} 回中 ${done} 回目`,
      unequal: (ways) => `測定しません：${ways} の結果が違います。`,
      starting: '開始中…',
      noWorker: 'ワーカーを読み込めませんでした',
    },
  },
  share: {
    title: '見てわかるブロードキャスト',
    link: 'リンクをコピー',
    embed: '埋め込みコードをコピー',
    picture: '画像をコピー',
    pictureCopied: '画像をクリップボードに入れました。',
    svg: 'SVG で保存',
    png: 'PNG で保存',
    forum: 'フォーラム用にコピー',
    alternative: '代替テキストをコピー',
    present: 'プレゼンテーション',
    failed: (file, reason) => `${file} を作れませんでした：${reason}`,
    several: '複数の図を見せる',
    links: 'リンク（1 行に 1 つ）',
    addFigure: 'この図を追加',
    presentAll: '見せる',
    notALink: (text) => `「${text}」は図へのリンクではないため、省きました。`,
    noLinks: '先に見せる図のリンクを貼り付けてください。',
    added: '補',
    lineUp: (shapes, result) => `${shapes}のそろい方：${result}。`,
    example: (equation) => `例：${equation}。`,
  },
  quiz: {
    error: 'エラー',
    itIs: (answer) => `答えは ${answer}。`,
    answerIs: (answer) => `正解は ${answer}。`,
    right: '正解：',
    sureAndRight: '自信があり、正解：',
    notQuite: '惜しい：',
    onlyIf: (idea) => `が正しいのは、${idea}場合だけです。`,
    yourAlignment: 'あなたのそろえ方、左から',
    similar: '似た問題を試す',
    chooseFirst: '先に答えを選んでください。',
    check: '確認',
    show: '答えを見る',
    sure: '自信がある',
    shapeOf: (operation) => `${operation} の形状は？`,
    yes: 'そのとおり。',
    notYet: 'まだです。',
    ideas: {
      M1: {
        name: 'B が合う軸ならどこへでも行く',
        feedback:
          '合う軸を探すことはありません。左のサイズに関係なく、最後の軸どうしが出会います。',
      },
      M2: {
        name: '(N) と (N,1) が同じ意味である',
        feedback: '(N) は行 (1,N) と読まれます。(N,1) は列で、行と組むと表になります。',
      },
      M3: {
        name: '結果が大きいほうのオペランドの形状になる',
        feedback: '両方のオペランドが伸びうるので、結果はどちらよりも大きくなりえます。',
      },
      M4: {
        name: 'B が書いたまま合う',
        feedback:
          '欠けた軸が補われるのは左だけです。ほかの場所では自分で 1 を書くか、keepdims を使います。',
      },
      M5: {
        name: '形状を左でそろえる',
        feedback: '形状は右でそろえ、欠けた軸は左で 1 になります。',
      },
      M6: {
        name: 'ncnn が NumPy と同じことをする',
        feedback: '軸の少ないオペランドを、ncnn は外側の軸に、NumPy は内側の軸にそろえます。',
      },
      M8: {
        name: '伸ばすことも結果も無料である',
        feedback: '伸ばしたオペランドは何も使いませんが、結果は全部格納されます。',
      },
      M9: {
        name: '短い軸が合うまで繰り返される',
        feedback: '繰り返すのは 1 だけです。2 が 4 に敷き詰められることはありません。',
      },
      M12: {
        name: 'どの軸でも大きいサイズが勝つ',
        feedback: '異なる 2 つのサイズは、一方が 1 でない限り衝突します。0 と 1 は 0 です。',
      },
      M13: {
        name: '2 つの形状がつなげられる',
        feedback: '結果の軸の数は、軸の最も多いオペランドと同じです。',
      },
      M15: {
        name: '形状が違えば必ずエラーになる',
        feedback:
          '形状は違ってもかまいません。サイズ 1 はどのサイズにも合い、欠けた軸は 1 と数えます。',
      },
    },
  },
  learn: {
    path: 'レッスン',
    rule: '形状は右でそろえます。サイズは等しいか、どちらかが 1 でなければなりません。',
    lessons: {
      rows: '行',
      ones: '欠けた 1',
      both: '両方が伸びる',
      'no-fit': '合わない',
      trap: '合うのに間違い',
      images: '画像とバッチ',
      cost: 'コスト',
      attention: 'アテンション',
    },
    done: '完了',
    again: 'もう一度問題から',
    open: '「試す」で開く',
    next: (lesson) => `次のレッスン：${lesson}`,
    goals: {
      rows: 'A は (5,2) です。A とブロードキャストできる、長さが 1 より大きい 1 つの軸を B に与えてください。',
      ones: 'A は (3,4)、B は数が 3 個です。A の行ごとに自分の数が付く形状を B に与えてください。',
      both: 'A は (2,1) です。結果がすべての組の (2,7) の表になる形状を B に与えてください。',
      'no-fit':
        'A は (2,3,4)、B は数が 3 個です。各シートの行ごとに自分の数が付く形状を B に与えてください。',
      trap: 'A は (77,1)、B は数が 77 個です。A − B が 77 個の差になる形状を B に与えてください。',
      images:
        'A は画像のバッチ (8,3,32,32) で、チャネルは軸 1 です。B にチャネルごとに 1 つの数を与えてください。',
      cost: 'A は (60000,1) です。結果も 60,000 要素になるように、60,000 要素の形状を B に与えてください。',
      attention:
        'スコアは (2,4,5,5)：テキスト、ヘッド、クエリ、キー。テキストとキーごとに 1 つの数を B に与えてください。',
    },
  },
  challenge: {
    levels: [
      '形状を予想する。',
      '動くか。動かないなら、どの軸か。',
      '直す。',
      '形状を作る。',
      '規則を移し替える。',
      '静かな間違いを見つける。',
    ],
    level: (level, task) => `レベル ${level}：${task}`,
    puzzle: (puzzle) => `問題 ${puzzle}。`,
    puzzleOf: (puzzle, puzzles) => `問題 ${puzzle} / ${puzzles}。`,
    startOver: '最初から',
    anotherSet: '別のセット',
    print: 'ワークシートを印刷',
    copySet: 'このセットのリンクをコピー',
    copyProgress: '進み具合をコピー',
    set: (set) => `セット ${set}。`,
    score: (set, right, answered) => `セット ${set}：${answered} 問中 ${right} 問正解。`,
    inARow: (count) => `${count} 回連続`,
    streaks: '連続正解の数（思い違いごと）',
    worksheet: 'ワークシート',
    sheetTitle: (set) => `ブロードキャスト、セット ${set}`,
    sheetAnswers: (set) => `セット ${set} の答え`,
    name: '名前：',
    yourShape: 'あなたの形状',
    anAnswerIs: (answer) => `答えの 1 つは ${answer}。`,
    program: 'プログラム',
    answerFirst: '先に答えてください。',
    next: '次へ',
    hint: 'ヒント',
    wouldDo: (shape) => `${shape} でできます。`,
    itHas: (elements, wanted) => `要素は ${number(elements)} 個で、${wanted} 個ではありません。`,
    withThat: (verdict) => `その形状では：${verdict}`,
    noColumn: '異なる 2 つのサイズを持つ列はありません。',
    ringed: (letter, sizes) => `囲んだ列 ${letter} を見てください：${sizes}。`,
    fromTheRight: '形状を右でそろえます。各列でサイズが等しいか、一方が 1 でなければなりません。',
    construct: {
      prompt: (shape, count) =>
        `A は ${shape} です。NumPy と ncnn で A と同じ値にブロードキャストされる、${count} 要素の形状を B に与えてください。`,
      lie: (letter) => `B は囲んだ軸 ${letter} に置けます。`,
      hint: 'A と同じ数の軸を持つ形状は、両方で同じ意味になります。',
      otherAxes: 'NumPy と ncnn はそれを別の軸に置きます。',
    },
    findBug: {
      prompt: 'エラーなしで動きます。間違っているのはどの行ですか。',
      line: (line) => `${line} 行目`,
      first: '2 つの配列が出会う行の横に、形状を書きます。',
      second: '列と行はすべての組を作ります。正方行列はどちらの軸にも合うので、失敗しません。',
      innocent: 'その行は正しく動いています。',
    },
    repair: {
      prompt: (sum, count) =>
        `${sum} はエラーです。${count} 個の要素を保って B を変形し、結果が A の形状になるようにしてください。`,
      hint: 'A の軸が B にない場所に 1 を置きます。',
      larger: 'A とブロードキャストできますが、結果が A より大きくなります。',
    },
    translate: {
      prompt: (b, a) =>
        `ncnn は A ${a} に B ${b} を足します。NumPy で同じことをするには、B の形状は何ですか。`,
      begins: (letter) => `ncnn は外側の軸を保ちます。B は囲んだ軸 ${letter} から始まります。`,
      hint: 'B のサイズの後ろに 1 を書きます。',
      otherAxes: 'その形状では、NumPy は ncnn と別の軸に B をそろえます。',
    },
    whichAxis: {
      runs: '動く',
      itRuns: '動きます。',
      prompt: (sum) => `${sum}：動きますか。動かないなら、結果のどの軸が原因ですか。`,
    },
  },
  clinic: {
    printed: 'ここで各ライブラリが表示するおよその内容',
    unknown:
      '形状が 2 つ見つかりません。メッセージ全体を貼り付けるか、形状がなければ形状だけを書いてください：(3,4) (3,)。',
    topics: {
      product:
        'これは行列積です。内側のサイズは等しくなければならず、ブロードキャストは当てはまりません。',
      join: 'これは配列の連結です。つなぐ軸以外のサイズは等しくなければならず、何も繰り返されません。',
      memory:
        '形状は合いますが、結果がメモリに対して大きすぎます。ブロックに分けて計算するか、不要な軸を除いてください。',
    },
    tooLarge: (operands, axes, size) =>
      `このページで示せるのは、オペランド ${operands} 個、軸 ${axes} 個、サイズ ${size} までです。`,
    read: (source, shapes) =>
      source === 'Shapes' ? `形状は${shapes}です。` : `${source}。形状は${shapes}です。`,
    open: ' メッセージにないサイズは推測です。',
    julia: ' Julia は形状を左でそろえますが、ここでは右でそろえます。',
    output: (result, room) =>
      `結果は ${result} ですが、出力には ${room} しか入りません。引数 out= を外すか、形状を ${result} にしてください。`,
    whole: (axis, a, b) =>
      `メッセージからわかるのは、${axis === undefined ? 'ある軸' : `軸 ${axis}`}が一方で ${a}、他方で ${b} ということだけです。全体の形状は何ですか。`,
    fullShape: (name, size) => `${size} を含む ${name} の全体の形状`,
    show: '表示',
  },
  present: {
    title: 'プレゼンテーション',
    back: '戻る',
    next: '進む',
    cover: '結果を隠す',
    uncover: '結果を見せる',
    blank: '画面を空にする',
    full: '全画面',
    window: '全画面を終える',
    leave: '終了（Esc）',
    keys: 'C キーで結果を隠し、B か . で画面を空にする',
    isCovered: '結果を隠しました。',
    isBlank: '画面を空にしました。',
    isUncovered: '図を表示しました。',
    slide: (at, slides) => `スライド ${at} / ${slides}`,
  },
  port: {
    title: '移植',
    titles: {
      'onnx-legacy': ['opset 6 のノード', 'opset 7 以降'],
      ncnn: ['ncnn のレイヤー', 'ONNX で同じもの'],
    },
    reshape: (changed) => `1 を書き出します。変形：${changed}。`,
    as: (name, shape) => `${name} を ${shape} に`,
    asIs: 'NumPy の規則でも形状は同じようにそろいます。変形は不要です。',
    equal: (equal, of) =>
      equal === of ? `${of} 個の値がすべて一致（ここで確認）` : `${of} 個中 ${equal} 個だけ一致`,
  },
  model: {
    about:
      'ONNX モデルのブロードキャストをすべて挙げ、はしごの図に描き、新しい opset で許されないものや ncnn でそろえ方が違うものに印を付けます。ファイルはブラウザーの外に出ません。',
    drop: '.onnx ファイルをここにドロップするか、選んでください。',
    sample: 'または下の数字ネットワークを調べる',
    reading: (name) => `${name} を読み込み中…`,
    unread: (name, reason) => `${name} を調べられませんでした。${reason}`,
    broadcasts: 'ブロードキャスト：選ぶとはしごの図に示します',
    uncertain: '形状を推論できない、またはモデルの宣言と矛盾するノード',
    doesNotFit: '合わない',
    show: '図に表示',
    more: 'さらに',
    nodes: (count) => `ノード ${number(count)} 個`,
    count: (count) => `ブロードキャスト ${number(count)} 個`,
    warnings: (count) => `警告 ${number(count)} 件`,
    errors: (count) => `エラー ${number(count)} 件`,
  },
  digits: {
    draw: '数字を描く',
    drawHint:
      'マウス、ペン、指で描きます。キーボードでは、矢印でペンを動かし、スペースで下ろす・上げる、Delete で消去します。',
    pad: '描画パッド',
    clear: '消去',
    penUp: (row, column) => `${row} 行 ${column} 列、ペンは上`,
    penDown: (row, column) => `${row} 行 ${column} 列、ペンは下`,
    loading: 'ネットワークを読み込み中です。',
    empty: 'まだ何も描かれていません。',
    unopened: (reason) => `ネットワークを開けませんでした：${reason}`,
    sample: (digit) => `${digit} の見本`,
    samples: 'ネットワークが見たことのない見本',
    orTake: 'または、ネットワークが見たことのない見本を選ぶ',
    seen: 'ネットワークが読むもの：8×8 のセル、拡大縮小して中央に',
    odds: '各数字の確率',
    looksLike: (digit, percent) => `${digit} のようです（${percent}）。`,
    times: { one: '数字 1 つ', ten: '数字 10 個を一度に' },
    median: (samples) => `${samples} 回の中央値、このブラウザーで今測定`,
    layers: '層の対象',
    layersFor: { one: '上の数字', ten: '10 個の見本を一度に' },
    layer: (layer, operators) => `層 ${layer}：${operators}`,
    heatMap: 'ヒートマップ',
    cells: (name, high, wide) => `${name}、${high} × ${wide}。矢印キーでセルを移動`,
    maps: (name, maps, high, wide) =>
      `${name}、${high} × ${wide} のマップ ${maps} 枚。矢印キーでピクセルを、Page Up と Page Down でマップを移動`,
    what: {
      bias: 'バイアス',
      subtracted: '引く数',
      factor: '掛ける数',
      divisor: '割る数',
      slope: '負の数に掛ける傾き',
    },
    perColumn: '列ごとに 1 つの数、どの数字にも同じ',
    perChannel: (pixels) => `チャネルごとに 1 つの数、マップの ${pixels} ピクセルすべてに同じ`,
    softmax:
      '各行からその行の最大の数を引き、指数を行の和で割ります。行ごとに 1 つの数を、行全体に伸ばします。',
    largest: '最大',
    below: '差',
    sum: '和',
    probability: '確率',
    convolution: (kernels, size) =>
      `重み ${size} のカーネル ${kernels} 個が画像の上を滑り、マップ ${kernels} 枚（それぞれ 1 チャネル）ができます。ブロードキャストはありません。`,
    convolutionOfMaps: (kernels, size, maps, name) =>
      `マップごとに重み ${size} のカーネル ${kernels} 個が ${name} のマップ ${maps} 枚の上を滑り、マップ ${kernels} 枚（それぞれ 1 チャネル）ができます。ブロードキャストはありません。`,
    products: (products, maps, channel) =>
      `${products} 個の積の和：マップ ${maps} 枚のピクセル × チャネル ${channel} の重み`,
    noInk: 'カーネルの下にインクがない',
    pooling: (window, from, to) =>
      `${window} ピクセルごとの最大の数：${from} のマップが ${to} に。`,
    largestOf: (numbers) => `${numbers} のうち最大`,
    flattening: (from, to) => `マップを一列に：${from} を ${to} に。数は動きません。`,
    product: (shape, weights) =>
      `${shape} と重み ${weights} の行列積。ブロードキャストはありません。`,
    rowTimesColumn: (numbers, row, name, column) =>
      `${name} の行 ${row} の ${numbers} 個の数 × 重みの列 ${column}`,
  },
  engine: {
    numbers: { other: '数 # 個' },
    axis: (axis) => `軸 ${axis}`,
    axes: (axes) => `軸 ${axes}`,
    lastAxis: '最後の軸',
    rules: {
      multidirectional: 'NumPy の規則',
      unidirectional: 'ONNX の片方向の規則',
      legacy: 'ONNX opset 6 までの規則',
      legacyOff: 'ONNX opset 6 までの規則（broadcast=0）',
      ncnn: 'ncnn の規則',
      expand: 'Expand',
      perChannel: 'PRelu opset 6 までの規則',
      equal: '等しい形状の規則',
      matMul: 'MatMul',
      scalars: 'Clip の規則',
    },
    withAxis: (rule, axis) => `${rule}（axis=${axis}）`,
    byRule: (rule) => `（${rule}）`,
    operand: (name, shape, numbers) => `${name} の形状は ${shape}：${numbers}。`,
    target: (name, shape) => `${name} が求める形状は ${shape}。`,
    placements: {
      right: (name, missing, aligned) =>
        `右でそろえます。${name} には${missing} がないので、${aligned} と数えます。`,
      left: (name, missing, aligned, rule) =>
        `${rule}では ${name} を外側の軸に置きます。${missing} がないので、${aligned} と数えます。`,
      axis: (name, missing, aligned, _, first) =>
        `${name} は軸 ${first} から始まります。${missing} がないので、${aligned} と数えます。`,
      scalar: (name, _, aligned) => `${name} は 1 つの数なので、${aligned} と数えます。`,
      matrix: (name, missing, aligned) =>
        `${name} には${missing} がないので、${aligned} と数えます。`,
      inner: (name, _, aligned, rule) =>
        `${name} の長さは最も外側の軸と違うので、${rule}では最も内側に置かれ、${aligned} と数えます。`,
    },
    colon: '：',
    comma: '、',
    has: (name, size) => `${name} は ${size}`,
    hasAdded: (name, size) => `${name} にはなく ${size} と数える`,
    outcomes: {
      equal: '。組になります。',
      stretched: (names, _, times) => `。${names} は ${times} 回使われます。`,
      ones: '。',
      zero: '。結果は 0 です。',
      summed: '。この軸に沿って積を足し、結果にこの軸はありません。',
      conflict: (wanted) => `。異なり、${wanted}。`,
      refused: (reason) => `。許されません：${reason}。`,
    },
    wanted: {
      two: 'どちらも 1 ではありません',
      many: '繰り返すのは 1 だけです',
      equal: (rule) => `${rule}では等しくなければなりません`,
    },
    result: (shape, numbers, stored) => `結果：${shape}。${numbers}、${stored} 個から計算。`,
    fits: (shapes, output, byRule) => `${shapes} は合います${byRule}。結果は ${output}。`,
    fitsAlone: (shape, output, byRule) => `${shape} は ${output} になります${byRule}。`,
    expands: (from, to, output) => `${from} を ${to} に広げると ${output} になります。`,
    doesNotFit: (shapes, byRule, reason) => `${shapes} は合いません${byRule}。${reason}`,
    cannotExpand: (from, to, reason) => `Expand は ${from} を ${to} に広げられません。${reason}`,
    likely: 'おそらくの直し方：',
    possible: '直し方の一つ：',
    wrongSize: (sizes, guess) =>
      `${sizes.length === 2 ? `どう変形しても ${sizes[0]} 個の数は ${sizes[1]} 個と組になりません` : 'どう変形しても 1 対 1 の組になりません'}。サイズを確かめてください${guess}。`,
    allPairs: (pairs, name, shape) => `（${pairs} の組すべてなら、${name} を ${shape} にします。）`,
    offByOne: '（1 つ違い？）',
    rgba: '（RGBA？）',
    matrices: (output) => `行列としてなら掛けられます：matMul で ${output}。`,
    transposed: (name, output) =>
      `${name} を転置すれば行列として掛けられます：matMul で ${output}。`,
    where: (axis, sizes) => `${axis}：${sizes}`,
    ranksDiffer: '軸の数が違います',
    needed: {
      two: 'サイズは等しいか、どちらかが 1 でなければなりません',
      many: 'サイズは等しいか 1 でなければなりません',
      target: (name) => `サイズは等しいか、${name} が 1 でなければなりません`,
    },
    neverStretched: (name) => `${name} は伸びません`,
    onlyOuterOnes: (name) => `伸びるのは ${name} の先頭と末尾の 1 だけです`,
    errors: {
      size_conflict: ({ where, needed }) => `${where}。${needed}。`,
      target_would_grow: ({ where, needed }) => `${where}。${needed}。`,
      interior_one: ({ where, needed }) => `${where}。${needed}。`,
      rank_exceeds_target: ({ operand, rank, target, targetRank }) =>
        `${operand} の軸は ${rank} 個、${target} は ${targetRank} 個だけですが、結果は ${target} の形状でなければなりません。`,
      axis_out_of_range: ({ axis, operand, lastAxis }) =>
        `axis=${axis} では ${operand} が入りません。軸 0 から ${lastAxis} まで使えます。`,
      negative_axis: ({ axis, operand }) =>
        `axis=${axis} は使えません。負の軸は -1 だけで、${operand} を右でそろえます。`,
      broadcast_off: ({ where }) =>
        `${where}。broadcast=1 がなければ形状は等しくなければなりません。`,
      rank_not_representable: ({ operand, rank }) =>
        `${operand} の軸は 1 から 4 個でなければなりませんが、${rank} 個です。`,
      zero_not_representable: ({ operand }) =>
        `${operand} にサイズ 0 がありますが、この規則では許されません。`,
      too_many_elements: () => '要素が 2^53 個を超えます。',
    },
    warnings: {
      outer_product: (side, are, isAll) =>
        `すべての組を比べています：${side} × ${side} = ${are} 個の${isAll ? '結果' : '組'}で、${side} 個ではありません。`,
      square_trap: (ways, used, rule, others) =>
        `注意：${ways}。${rule}では${used} になります。${others}`,
      rank_change: (names, missing) =>
        `軸の数が違います。${names} に${missing} がなく、1 を補いました。`,
      ncnn_unchecked: (shape) => `ncnn はこれを確かめず、それでも ${shape} を返します。`,
      big_result: (bytes, stored) =>
        `結果は ${bytes} になります（入力は ${stored}）。ブロックに分けて計算してください。`,
    },
    matches: (size, axes) => `${size} は${axes}に合います`,
    bothAxes: '両方の軸',
    moreChoices: (name) => `${name} が合う軸の選び方は 1 つではありません`,
    onePer: { row: '行ごとに 1 つの数', column: '列ごとに 1 つの数' },
    ifMeant: (meant, name, shape) => `${meant}なら、${name} を ${shape} にします。`,
    fixes: {
      setAxis: (axis, output, grows) => `axis=${axis} にすると ${output}${grows}。`,
      reshape: (name, shape, output, grows) =>
        `${name} を ${shape} に変形すると ${output}${grows}。`,
      transpose: (name, shape, output, grows) =>
        `${name} を ${shape} に転置すると ${output}${grows}。`,
      swap: (output, grows) => `A と B を入れ替えると ${output}${grows}。`,
      otherPairs: (name, shape, output, grows) =>
        `${name} を ${shape} に変形すると ${output}${grows}。ただし要素の組は変わります。`,
    },
    grows: '（外積）',
  },
};
