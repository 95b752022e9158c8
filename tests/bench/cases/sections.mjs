/** The sections of the benchmark, as grouped in the tables. */
import { elementTypes } from '../values.mjs';
import { alongAxes, axes, expand, expandShapes, unary } from './axes.mjs';
import {
  awkward,
  awkwardValues,
  floats,
  layouts,
  numeric,
  operators,
  sizes,
  wide,
} from './elementwise.mjs';
import { chain, chains, frame } from './expressions.mjs';
import { product, products } from './products.mjs';
import { everyday, task } from './tasks.mjs';

const squares = ['same', 'row', 'col'];
/** The patterns that the performance targets name. */
const patterns = ['same', 'row', 'col', 'one', 'outer', 'middle', 'rgb', 'tiny'];
/** Operators that are limited by computation, not by memory. */
const costly = ['Div', 'Mod', 'Pow', 'BitShift'];
const every = Object.keys(layouts);
const resident = ['resident'];

/** How tensors are passed and returned, in the words of the tables. */
export const modes = {
  resident: 'resident tensors, a new result',
  'resident-out': 'resident tensors, into `out`',
  arrays: 'arrays in, a new array out',
  'arrays-out': 'arrays in, into an array given as `out`',
};

/**
 * The sections. A field that lists several values is crossed with the others; `make` builds cases from
 * `items` that are not elementwise operators. `quick` replaces fields in the short run, and a section whose
 * `when` is 'full' only exists in the full run. Cases that two sections would share belong to the first, so
 * nothing is measured twice.
 */
export const sections = [
  {
    section: 'layouts',
    title: 'float32 Add, every layout',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: every,
    modes: ['resident', 'resident-out'],
    quick: {
      layouts: ['same', 'row', 'col', 'outer', 'rgb', 'tiny', 'short-row'],
      modes: resident,
    },
  },
  {
    section: 'arithmetic',
    title: 'Sub, Mul, Div',
    ops: ['Sub', 'Mul', 'Div'],
    types: ['float32', 'int32'],
    sizes: ['1M'],
    layouts: squares,
    modes: resident,
    quick: { sizes: ['64k'], layouts: ['row'] },
  },
  {
    section: 'types',
    title: 'Add, every other type',
    ops: ['Add'],
    types: numeric.filter((type) => type !== 'float32'),
    sizes: ['1M'],
    layouts: patterns,
    modes: resident,
    quick: { sizes: ['64k'], layouts: ['row'] },
  },
  {
    section: 'operators',
    title: 'the other operators',
    ops: Object.keys(operators).filter((op) => !['Add', 'Sub', 'Mul', ...costly].includes(op)),
    types: ['float32', 'int32', 'bool', 'uint8'],
    sizes: ['1M'],
    layouts: patterns,
    modes: resident,
    quick: { sizes: ['64k'], types: ['float32', 'bool', 'uint8'], layouts: ['col'] },
  },
  {
    section: 'costly',
    title: 'quotients, remainders, powers and shifts of small numbers',
    ops: costly,
    types: ['float32', 'int32', 'uint8'],
    sizes: ['1M'],
    layouts: ['same', 'col'],
    modes: resident,
    quick: { sizes: ['64k'], types: ['float32', 'uint8'], layouts: ['col'] },
  },
  {
    section: 'values',
    title: 'values that take the slow paths',
    make: awkward,
    items: awkwardValues,
    types: [...floats, 'int32', ...wide],
    modes: resident,
    quick: { types: ['float32', 'int64'], sizes: ['64k'] },
  },
  {
    section: 'sizes',
    title: 'float32 Add from 16 to 4M elements',
    ops: ['Add'],
    types: ['float32'],
    sizes: Object.keys(sizes),
    layouts: squares,
    modes: resident,
    quick: { sizes: ['4k'], layouts: ['same'] },
  },
  {
    section: 'small',
    title: '16 elements',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: ['tiny'],
    modes: Object.keys(modes),
  },
  {
    section: 'arrays',
    title: 'float32 Add',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: ['same', 'row', 'col', 'one', 'outer', 'middle', 'short-row'],
    modes: ['arrays', 'arrays-out'],
    quick: { layouts: ['same', 'row'] },
  },
  {
    section: 'array-types',
    title: 'Add of other types, as arrays',
    ops: ['Add'],
    types: numeric.filter((type) => type !== 'float32'),
    sizes: ['1M'],
    layouts: ['same', 'row'],
    modes: ['arrays'],
    quick: { sizes: ['64k'], types: ['int32', 'uint8'], layouts: ['row'] },
  },
  {
    section: 'array-operators',
    title: 'other operators, as arrays',
    ops: ['Mul', 'Div', 'Pow', 'Max', 'Greater', 'Where'],
    types: ['float32', 'int32'],
    sizes: ['1M'],
    layouts: ['same', 'col'],
    modes: ['arrays'],
    quick: { sizes: ['64k'], types: ['float32'], layouts: ['col'] },
  },
  {
    section: 'tasks',
    title: 'everyday tasks',
    make: task,
    items: everyday,
    modes: ['resident', 'arrays'],
    quick: { modes: resident },
  },
  {
    section: 'frame',
    title: 'a 1080p RGB frame, normalised',
    make: frame,
    items: [null],
    modes: Object.keys(modes),
    quick: { modes: resident },
  },
  {
    section: 'chain',
    title: 'five operators as one expression',
    make: chain,
    items: chains,
    types: ['float32', 'float64'],
    modes: ['resident', 'resident-out'],
    quick: { items: chains.slice(0, 1), types: ['float32'] },
  },
  {
    section: 'expand',
    title: 'Expand',
    make: expand,
    items: expandShapes,
    types: ['float32', 'uint8'],
    modes: resident,
    quick: { items: expandShapes.slice(0, 2), types: ['float32'] },
  },
  {
    section: 'unary',
    title: 'functions of one operand',
    make: unary,
    items: ['Exp', 'Tanh', 'Erf'],
    types: ['float32', 'float64'],
    modes: resident,
    quick: { items: ['Erf'], types: ['float32'] },
  },
  {
    section: 'axes',
    title: 'reductions and concat',
    make: axes,
    items: alongAxes,
    types: ['float32'],
    modes: resident,
    quick: { items: alongAxes.slice(0, 1) },
  },
  {
    section: 'gemm',
    title: 'Gemm and MatMul',
    make: product,
    items: products,
    types: ['float32', 'float64'],
    modes: resident,
    quick: { items: products.slice(0, 2), types: ['float32'] },
  },
  {
    section: 'all',
    title: 'every operator, type, size and layout',
    when: 'full',
    ops: Object.keys(operators),
    types: Object.keys(elementTypes),
    sizes: Object.keys(sizes),
    layouts: every,
    modes: resident,
  },
];
