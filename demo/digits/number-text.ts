/** Numbers and elements of the network as text. */
import type { NetworkValue } from '../data/digit-reader.ts';
import { valueText } from '../state/format.ts';
import { indexAt } from '../state/indices.ts';

const numberText = (value: number): string => valueText(Number(value.toPrecision(3)), 'float32');

/** The number at a position in C order. */
export const numberAt = ({ data }: NetworkValue, position: number): string =>
  numberText(data[position] ?? 0);

/** `h1[0,3,2,5]` */
export const elementText = ({ name, dims }: NetworkValue, position: number): string =>
  `${name}[${indexAt(position, dims).join(',')}]`;

/** `h1[0,3,2,5] = 0.84 + −0.2 = 0.64` */
export const sumText = (result: NetworkValue, at: number, sum: string): string =>
  `${elementText(result, at)} = ${sum} = ${numberAt(result, at)}`;
