/** The text of the document, `index.html`, by the keys there; HTML where words are marked. */
import { inLanguage } from '../base/language.ts';

const english = {
  lessons: {
    rows: {
      title: 'One rule, read from the right',
      first:
        'Write one shape below the other, flush right. Each column is an axis. A column fits when its sizes are equal, or when one of them is 1; nothing else matters.',
      second:
        '(4,3) and (3,) meet in one column, 3 with 3, so a row of three is added to each of the four rows. Nothing looks for another axis that might fit.',
    },
    ones: {
      title: 'The 1s that you did not write',
      first:
        'A shape with fewer axes is read with 1s in the empty places on its left. (3,) becomes (1,3), never (3,1). That is why a vector is a row, and why a mean over the last axis, which no longer has that axis, does not fit the data it was taken from (or, if that is square, goes to the wrong axis).',
      second:
        'The fix is to keep the axis: <code>keepdims=True</code>, or a 1 written by hand. With (3,1) each row gets its own number.',
    },
    both: {
      title: 'Both may stretch',
      first:
        'A column (4,1) and a row (3,) stretch towards each other and make a (4,3) table of every pair. Neither operand has the shape of the result. Used on purpose it is an outer product, or a table of distances.',
      second:
        'Stretching copies nothing. The axis gets stride 0, so the same element is read again. Only the result is stored, and it is stored in full.',
    },
    'no-fit': {
      title: 'It doesn’t fit',
      first:
        '(2,3) and (3,2) have as many numbers, and the same sizes in another order. Their last column has 3 and 2: different, and neither is 1. That stops the operation. A 2 is never tiled into a 4 either; only a 1 repeats.',
      second:
        'An error message names the shapes or the axis. Write the shapes down flush right, find the column, and ask what the smaller operand has one number for. That axis keeps its size and each axis behind it gets a 1: one number per row is (3,1).',
    },
    trap: {
      title: 'It fits, and is wrong',
      first:
        'The expensive mistakes raise no error. Predictions of shape (77,1) minus targets of shape (77,) should be 77 differences. They are 5,929: every prediction with every target, and the mean of their squares still looks like a loss.',
      second:
        'The square trap is quieter still. On a (3,3) matrix a vector of 3 fits both axes; the rule takes the last one, whatever you meant.',
    },
    images: {
      title: 'Images and batches',
      first:
        'Where the channels are decides what three numbers mean. In (32,32,3) they come last, as in most files, and (3,) lines up with them. In (3,32,32) it would line up with the width, so the channels need two 1s behind them: (3,1,1).',
      second:
        'A batch in front changes nothing. Missing axes get 1s, so what fits one image fits (8,3,32,32) too: the same three numbers serve every pixel of every image.',
    },
    cost: {
      title: 'What it costs',
      first:
        'A stretched operand costs nothing; the result costs its full size. 60,000 values against 60,000 others are 480 kB in and 14.4 GB out. Before you broadcast, multiply the sizes of the result.',
      second:
        'If all you need is a sum or a minimum over the pairs, work through them in blocks, or use the matrix product, which never stores the pairs.',
    },
    attention: {
      title: 'Attention: masks and heads',
      first:
        'The scores of attention have the axes batch, heads, queries and keys. A causal mask of (5,5), queries by keys, lines up with the last two axes and serves every head of every text. A padding mask has a row per text, (2,5): it must be (2,1,1,5), or its texts meet the queries.',
      second:
        'Heads share keys in the same way. A matrix product broadcasts all axes but the last two, so with queries of (2,4,5,8) the keys of a single head, (2,1,8,5), serve all four heads, and are stored once.',
    },
  },
  title: 'Broadcasting, seen · simdcast',
  description:
    'How arrays of different shapes are combined: change the shapes, and see the axes line up, stretch or disagree, element by element.',
  skip: 'To the figure',
  heading: 'Broadcasting, <em>seen</em>',
  idea: 'Broadcasting adds a row to every row of a table, without a loop and without a copy.',
  inShort: 'Shapes line up on the right. A size of 1, or a missing one, repeats to fit.',
  examples: 'Try one',
  figure: 'The figure',
  ports: 'Port it',
  more: 'More about these shapes',
  settings: 'Settings',
  allSettings: 'Settings: shapes, operator, rule, values',
  model: 'Check a model',
  run: {
    title: 'Speed: subtract a mean from 2 million pixels',
    first:
      'Before an image enters a model, each colour channel is normalised: subtract its mean, divide by its standard deviation. The frame has shape (1080,1920,3) and the statistics have shape (3,): three numbers serve two million pixels, and none is copied.',
    second:
      'Here both steps run on the real kernels, beside the plain loop you would write by hand. Every element is compared.',
    code: 'The code of the run',
  },
  speed: 'Speed: these shapes',
  digits: {
    title: 'A network that reads digits',
    about:
      "A small network of convolutions, trained with simdcast's own operators on 1,438 handwritten digits and on drawn ones, reads 359 of 359 others correctly. Here it runs as an ONNX session on the engine of this page. Each bias and slope is one number per channel, broadcast over the whole map, and Softmax has one number per row.",
  },
  rules: {
    title: 'The rules, side by side',
    numpy: {
      name: "NumPy rule, also PyTorch's and ONNX's from opset 7 on",
      text: "Shorter shapes get 1s in front. On each axis, all sizes other than 1 must be equal, and that size is the result's. 0 with 1 gives 0.",
    },
    oneWay: {
      name: 'ONNX one-way',
      text: 'Only B is stretched, and the result has the shape of A.',
    },
    legacy: {
      name: 'ONNX opset ≤ 6',
      text: "With <code>broadcast=1</code>, the shape of B matches a run of A's axes that starts at <code>axis</code>. Default: the last axes. The result has the shape of A.",
    },
    ncnn: {
      name: 'ncnn, its BinaryOp',
      text: 'The operand of lower rank keeps the outer axes, and 1s go behind them; a vector that does not fit the outermost axis goes to the innermost one. ncnn itself does not check sizes.',
    },
    results: 'Results under each rule',
  },
  challenge: 'Challenge',
  footer: {
    pictures:
      'The pictures come from the library itself. <code>a * b</code> works cell by cell; for matrices use <a href="{{matmul}}"><code>a @ b</code></a>.',
    sources: 'The rules are read from',
    package:
      'simdcast, Apache License 2.0. Nothing here is sent anywhere. The package, <code>npm i simdcast</code>, has an <a href="{{root}}api/index.html">API reference</a>.',
    languages: 'Languages',
  },
  keys: {
    title: 'Keyboard',
    size: {
      name: 'In a size',
      text: '<kbd>↑</kbd> <kbd>↓</kbd> and <kbd>Page Up</kbd> <kbd>Page Down</kbd> change it, <kbd>Home</kbd> makes it 1, <kbd>,</kbd> or <kbd>Insert</kbd> adds an axis and <kbd>Delete</kbd> removes it. It can be dragged sideways; <kbd>Esc</kbd> undoes that.',
    },
    values: {
      name: 'In the values',
      text: 'Arrows, <kbd>Home</kbd>, <kbd>End</kbd> and both with <kbd>Ctrl</kbd> move, <kbd>Page Up</kbd> <kbd>Page Down</kbd> go to another panel or slice. <kbd>Enter</kbd> pins an element of the result and <kbd>Esc</kbd> unpins it. In an operand <kbd>Enter</kbd> or a digit edits; <kbd>Enter</kbd> goes down, <kbd>Tab</kbd> goes right. Values can be pasted.',
    },
    presentation: {
      name: 'In a presentation',
      text: '<kbd>→</kbd>, <kbd>Space</kbd> and <kbd>Page Down</kbd> go on to the next step and the next figure of a deck, <kbd>←</kbd> and <kbd>Page Up</kbd> go back, <kbd>Home</kbd> and <kbd>End</kbd> go to its ends, and <kbd>Esc</kbd> leaves. <kbd>C</kbd> hides the result and <kbd>B</kbd> or <kbd>.</kbd> blanks the screen; these keys can be switched off.',
    },
    pad: {
      name: 'On the drawing pad',
      text: 'Arrows move the pen, <kbd>Space</kbd> puts it down and lifts it, <kbd>Delete</kbd> clears.',
    },
    tabs: {
      name: 'In the tabs and the description',
      text: 'Arrows, <kbd>Home</kbd> and <kbd>End</kbd> move; <kbd>Enter</kbd> opens.',
    },
  },
  access: {
    title: 'Accessibility',
    text: 'The page aims at WCAG 2.2 AA and is tested with axe-core, with the keyboard alone, in forced colours, at 320 pixels and without scripts. Known gaps: it has not been tried with every screen reader; tensors of rank 7 and 8 are described by their axes only; the preview of the run is a picture with a caption.',
  },
};
export const words = inLanguage('document', english);
