/** Reads only the required parts of a file. */
import { fileAt } from '../../base/addresses.js';
import { joined, type KnownSource, type OnProgress, partsOf } from './source.js';

/** Bytes of a file, from the first up to but excluding the last. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The bytes of an extent: fewer if the file ends before. */
export interface Slice {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Gaps between extents up to this size are read too, to save a request. */
const GAP = 2 ** 20;
/** Maximum number of bytes of joined extents. */
const MOST_JOINED = 2 ** 28;
/** Maximum number of bytes that Node reads at once. */
const MOST_READ = 2 ** 30;

/** Extents in the order of the file; those that are close to each other are joined. */
export function joinedExtents(extents: readonly Extent[]): Extent[] {
  const made: Extent[] = [];
  for (const { start, end } of [...extents].sort((a, b) => a.start - b.start)) {
    const last = made.at(-1) ?? { start: 0, end: 0 };
    const isNear = start - last.end <= GAP;
    const all = { start: last.start, end: Math.max(end, last.end) };
    if (isNear && (start < last.end || all.end - all.start <= MOST_JOINED || last.end === 0))
      made.splice(-1, 1, all);
    else made.push({ start, end });
  }
  return made;
}

/** The slices of a source for extents that do not overlap, in the order of the file. */
export async function slicesOf(
  source: KnownSource,
  extents: readonly Extent[],
  onProgress: OnProgress | undefined,
): Promise<Slice[]> {
  const total = extents.reduce((sum, { start, end }) => sum + end - start, 0);
  let loaded = 0;
  const arrived: Arrived = (count) => {
    loaded += count;
    onProgress?.({ loaded, total });
  };
  switch (source.kind) {
    case 'bytes':
      return extents.map(({ start, end }) => {
        const bytes = source.bytes.subarray(start, end);
        arrived(bytes.length);
        return { start, bytes };
      });
    case 'blob':
      return each(extents, async ({ start, end }) => {
        const bytes = new Uint8Array(await source.blob.slice(start, end).arrayBuffer());
        arrived(bytes.length);
        return { start, bytes };
      });
    case 'response':
      return streamed(source.response, 0, extents, arrived);
    case 'address':
      return atAddress(source.address, extents, arrived);
  }
}

/** Called with the number of bytes that have arrived. */
type Arrived = (count: number) => void;

async function each(
  extents: readonly Extent[],
  read: (extent: Extent) => Promise<Slice>,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  for (const extent of extents) slices.push(await read(extent));
  return slices;
}

async function atAddress(
  address: URL | string,
  extents: readonly Extent[],
  arrived: Arrived,
): Promise<Slice[]> {
  const found = fileAt(address);
  if (!found) return fetched(address, extents, arrived);
  const file = await found.files.open(found.path);
  try {
    const { size } = await file.stat();
    return await each(extents, async (extent) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(extent.end, size) - extent.start));
      for (let offset = 0; offset < bytes.length; ) {
        const length = Math.min(bytes.length - offset, MOST_READ);
        const position = extent.start + offset;
        const { bytesRead } = await file.read(bytes, { offset, length, position });
        if (bytesRead === 0) return { start: extent.start, bytes: bytes.subarray(0, offset) };
        offset += bytesRead;
        arrived(bytesRead);
      }
      return { start: extent.start, bytes };
    });
  } finally {
    await file.close();
  }
}

const PARTIAL = 206;
/** The file ends before the extent begins. */
const BEYOND = 416;

/** One request for each extent, or one for all if the server does not support ranges. */
async function fetched(
  address: URL | string,
  extents: readonly Extent[],
  arrived: Arrived,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  for (const [i, { start, end }] of extents.entries()) {
    const isWhole = start === 0 && extents.length === 1;
    const range = { headers: { range: `bytes=${start}-${end - 1}` } };
    // A server of another origin may not allow the header.
    const response = isWhole
      ? await fetch(address)
      : await fetch(address, range).catch(() => fetch(address));
    if (response.status === BEYOND) {
      slices.push({ start, bytes: new Uint8Array(0) });
      continue;
    }
    if (response.status !== PARTIAL)
      return [...slices, ...(await streamed(response, 0, extents.slice(i), arrived))];
    slices.push(...(await streamed(response, start, [{ start, end }], arrived)));
  }
  return slices;
}

/** The slices of a response whose first byte is that of the file at `from`. */
async function streamed(
  response: Response,
  from: number,
  extents: readonly Extent[],
  arrived: Arrived,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  let parts: Uint8Array[] = [];
  let at = from;
  const last = extents.at(-1)?.end ?? 0;
  const finish = ({ start }: Extent) => {
    slices.push({ start, bytes: joined(parts) });
    parts = [];
  };
  for await (const part of partsOf(response)) {
    for (let extent = extents[slices.length]; extent; extent = extents[slices.length]) {
      const [start, end] = [Math.max(extent.start, at), Math.min(extent.end, at + part.length)];
      if (start < end) {
        parts.push(part.subarray(start - at, end - at));
        arrived(end - start);
      }
      if (at + part.length < extent.end) break;
      finish(extent);
    }
    at += part.length;
    if (at >= last) break;
  }
  for (const extent of extents.slice(slices.length)) finish(extent);
  return slices;
}
