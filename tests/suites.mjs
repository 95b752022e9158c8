/**
 * The test suites, in the order in which they run.
 *
 * @typedef {{title: string, folders?: string[], preset?: string, builds?: ('package' | 'page')[],
 *   needs?: 'browser' | 'firefox' | 'fuzzer', outside?: string[]}} Suite
 *   folders are those beside this file that `node --test` runs, in the order in which their files start, the
 *   longest first, so that no processor is left alone at the end; a suite without folders is the ctest of
 *   its preset; builds is what it tests besides; needs is a part of set-up that a machine may lack;
 *   outside is what it takes that git does not know.
 */

/** @type {Record<string, Suite>} */
export const suites = {
  tools: { title: 'Tools', folders: ['tools'] },
  native: { title: 'C++, native, ASan and UBSan', preset: 'native' },
  'native-clang': {
    title: "C++, native, Clang's ASan and UBSan",
    preset: 'native-clang',
    needs: 'fuzzer',
  },
  fuzz: { title: 'Fuzzing, ASan and UBSan', preset: 'fuzz', needs: 'fuzzer' },
  wasm: { title: 'C++, wasm in Node', preset: 'wasm-tests' },
  package: {
    title: 'Package in Node',
    folders: ['rules', 'package', 'cli', 'expression', 'onnx', 'oracle'],
    builds: ['package'],
  },
  operators: {
    title: 'Operators against their references',
    folders: ['differential', 'functions', 'operators', 'conformance', 'accuracy', 'tensor'],
    builds: ['package'],
    outside: ['tests/differential/node_modules/.package-lock.json', '../shared/onnx-node-tests'],
  },
  examples: {
    title: 'Examples',
    folders: ['examples'],
    builds: ['package'],
    preset: 'library',
  },
  bench: { title: 'Benchmark', folders: ['bench'] },
  browser: {
    title: 'Browser',
    folders: ['browser'],
    builds: ['package', 'page'],
    needs: 'browser',
  },
  firefox: {
    title: 'Firefox',
    folders: ['firefox'],
    builds: ['package', 'page'],
    needs: 'firefox',
  },
};
