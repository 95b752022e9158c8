/** The external data files of a model's initializers. */

import { sizeOf } from '../../base/dims.js';
import { fileBytesOf } from '../../base/dtypes.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import { type Extent, joinedExtents, type Slice, slicesOf } from './slices.js';
import {
  addressOf,
  type KnownSource,
  knownSource,
  type ModelSource,
  type OnProgress,
  reasonOf,
} from './source.js';
import type { ExternalTensor } from './tensor-proto.js';

/** An external weight file: its name in the model, and its source. */
export interface ExternalFile {
  /** Its name in the model. */
  readonly path: string;
  /** Its contents, or their address. */
  readonly data: ModelSource;
}

/** External weight files: sources keyed by name, or an array of files and addresses. */
export type ExternalData =
  | Readonly<Record<string, ModelSource>>
  | readonly (ExternalFile | string)[];

/** The name of a file in a model, normalised. */
const nameOf = (location: string): string => location.replace(/^(?:\.\/+)+/, '');

/** The part of an address that may be the name of a file in a model. */
const lastOf = (address: string): string =>
  address
    .replace(/[?#].*$/, '')
    .split(/[\\/]/)
    .at(-1) ?? '';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The sources of files by their names. @throws ModelError */
export function externalSources(data: unknown): Map<string, ModelSource> {
  const wrong = () => new ModelError('invalid_option', onnxMessages.externalOption());
  if (data === undefined) return new Map();
  if (!isObject(data)) throw wrong();
  if (!Array.isArray(data))
    return new Map(Object.entries(data).map(([name, source]) => [nameOf(name), source]));
  return new Map(
    [...data].flatMap((one: unknown): [string, ModelSource][] => {
      if (typeof one === 'string') return [lastOf(one), nameOf(one)].map((name) => [name, one]);
      const { path, data: source } = (isObject(one) ? one : {}) as Partial<ExternalFile>;
      if (typeof path !== 'string' || source === undefined) throw wrong();
      return [[nameOf(path), source]];
    }),
  );
}

/** Whether a name may lead out of the model's folder. */
const leadsOut = (name: string): boolean =>
  /^(?:[\\/]|[a-z][a-z\d+.-]*:)/i.test(name) || name.split(/[\\/]/).includes('..');

/** The address of a file in the model's folder; undefined if the folder is unknown. */
function beside(model: URL | string, name: string): URL | string | undefined {
  if (typeof model === 'string') return model.replace(/[^\\/]*$/, '') + name;
  try {
    return new URL(name.split('/').map(encodeURIComponent).join('/'), model);
  } catch {
    return undefined;
  }
}

const bytesOf = ({ type, dims }: ExternalTensor): number => fileBytesOf(type, sizeOf(dims));

const extentOf = (tensor: ExternalTensor): Extent => ({
  start: tensor.offset,
  end: tensor.offset + bytesOf(tensor),
});

/** Locations in which files are searched for. */
export interface Places {
  /** The sources that the caller passed, by name. */
  readonly given: ReadonlyMap<string, ModelSource>;
  /** The source of the model. */
  readonly model: ModelSource;
}

export class ExternalFiles {
  /** Keyed by the names of the files. */
  readonly #slices: ReadonlyMap<string, readonly Slice[]>;

  private constructor(slices: ReadonlyMap<string, readonly Slice[]>) {
    this.#slices = slices;
  }

  /** For a model without external data, or if elements are not needed. */
  static readonly none = new ExternalFiles(new Map());

  /** Reads the parts that these tensors need. @throws ModelError if a file is missing */
  static async read(
    tensors: readonly ExternalTensor[],
    places: Places,
    report: () => OnProgress | undefined,
  ): Promise<ExternalFiles> {
    const files = new Map<string, ExternalTensor[]>();
    for (const tensor of tensors) {
      if (bytesOf(tensor) === 0) continue;
      const name = nameOf(tensor.location);
      files.set(name, [...(files.get(name) ?? []), tensor]);
    }
    const slices = new Map<string, readonly Slice[]>();
    for (const [name, held] of files)
      slices.set(name, await new Finder(places, name, held).slices(report()));
    return new ExternalFiles(slices);
  }

  /** The bytes of a tensor. @throws ModelError if the file ends before them. */
  bytesOf(tensor: ExternalTensor): Uint8Array {
    const { start, end } = extentOf(tensor);
    if (start === end) return new Uint8Array(0);
    const slices = this.#slices.get(nameOf(tensor.location)) ?? [];
    const slice = slices.filter((one) => one.start <= start).at(-1) as Slice;
    const last = slice.start + slice.bytes.length;
    if (end > last)
      throw new ModelError(
        'external_data',
        onnxMessages.externalShort(tensor.name, tensor.location, end, last),
      );
    return slice.bytes.subarray(start - slice.start, end - slice.start);
  }
}

/** Locates one file, and reads the parts that tensors need. */
class Finder {
  readonly #places: Places;
  readonly #name: string;
  readonly #tensors: readonly ExternalTensor[];

  constructor(places: Places, name: string, tensors: readonly ExternalTensor[]) {
    this.#places = places;
    this.#name = name;
    this.#tensors = tensors;
  }

  async slices(onProgress: OnProgress | undefined): Promise<readonly Slice[]> {
    const given = this.#places.given.get(this.#name);
    const source = given === undefined ? this.#beside() : knownSource(given);
    try {
      return await slicesOf(source, joinedExtents(this.#tensors.map(extentOf)), onProgress);
    } catch (error) {
      const about = [this.#tensor.name, this.#name, String(addressOf(source) ?? '')] as const;
      const reason = reasonOf(error);
      if (given !== undefined)
        throw this.#error('fetch_failed', onnxMessages.externalFetch(...about, reason), error);
      throw this.#error('external_data', onnxMessages.externalBeside(...about, reason), error);
    }
  }

  get #tensor(): ExternalTensor {
    return this.#tensors[0] as ExternalTensor;
  }

  #beside(): KnownSource {
    const { given, model } = this.#places;
    const { name } = this.#tensor;
    const base = addressOf(knownSource(model));
    if (base !== undefined && leadsOut(this.#name))
      throw this.#error('external_data', onnxMessages.externalOutside(name, this.#name));
    const address = base && beside(base, this.#name);
    if (address) return { kind: 'address', address };
    const message = onnxMessages.externalMissing(name, this.#name, [...given.keys()]);
    throw this.#error('external_data', message);
  }

  #error(code: 'fetch_failed' | 'external_data', message: string, cause?: unknown): ModelError {
    return new ModelError(code, message, [], cause);
  }
}
