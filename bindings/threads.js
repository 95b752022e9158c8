/** The imports of the module for several threads. */
addToLibrary({
  /** Sleeps for up to a tenth of a second while a word in memory has a value; a page polls. */
  waitBriefly: (address, seen) => {
    const place = address >>> 2;
    try {
      Atomics.wait(HEAP32, place, seen, 100);
    } catch {
      const end = performance.now() + 100;
      while (Atomics.load(HEAP32, place) === seen && performance.now() < end);
    }
  },

  /** Ends the workers: one took a part of a result and is gone. */
  endWorkers: () => Module.whenLost?.(),
});
