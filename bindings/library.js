/** Replacements for functions of Emscripten that do not suit this module. */
addToLibrary({
  /**
   * How Embind calls a function of the table. For memories of more than 2 GiB Emscripten wraps every call
   * with a pointer, to convert a returned pointer to an unsigned number; only calls that return one need
   * that, and the wrapper costs as much as a small call.
   */
  $getDynCaller: (signature, place) => {
    const call = wasmTable.get(place);
    return signature[0] === 'p' ? (...args) => call(...args) >>> 0 : call;
  },

  /** Lists of numbers, as arrays (lists.hpp). */
  arrayOfInts__deps: ['$Emval'],
  arrayOfInts: (items, length) => {
    const array = [];
    const first = items >>> 2;
    for (let i = 0; i < length; i++) array.push(HEAP32[first + i]);
    return Emval.toHandle(array);
  },
  arrayOfDoubles__deps: ['$Emval'],
  arrayOfDoubles: (items, length) => {
    const array = [];
    const first = items >>> 3;
    for (let i = 0; i < length; i++) array.push(HEAPF64[first + i]);
    return Emval.toHandle(array);
  },

  /**
   * How memory grows, which makes every view stale: by a fifth, at most 96 MB more than requested, and by
   * exactly the request near the limit of the memory. Emscripten's own function only uses the limit that the
   * module was linked with, and fails within a twentieth of another one.
   */
  emscripten_resize_heap: (wanted) => {
    const page = 65536;
    const most = 2 ** 32 - page;
    const size = HEAPU8.length;
    const needed = wanted >>> 0;
    const ample = Math.min(size * 1.2, needed + 96 * 2 ** 20, most);
    for (const target of [Math.max(ample, needed), needed]) {
      if (target > most) return false;
      try {
        wasmMemory.grow(Math.ceil((target - size) / page));
        updateMemoryViews();
        return true;
      } catch {
        // This was more than the engine needs: the exact size may still fit.
      }
    }
    return false;
  },
});
