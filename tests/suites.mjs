/**
 * The test suites, in the order in which they start, two at a time: long ones first, those of browsers last.
 * `npm test` runs the quick ones, some of them in part; `npm run test:all` runs everything.
 *
 * @typedef {{title: string, folders?: string[], preset?: string, program?: string,
 *   ctest?: string, env?: Record<string, string>, builds?: ('package' | 'page' | 'reference')[],
 *   needs?: 'browser' | 'firefox' | 'fuzzer', quick?: boolean, only?: string[], except?: string[],
 *   later?: string[], partly?: boolean, fewest: {part?: number, whole: number}}} Suite
 *   folders: the folders of tests for `node --test`. Long files start first, so all processors finish together.
 *   program: the Catch2 program of a preset; ctest: a preset of ctest; env: environment variables of the tests.
 *   builds: artifacts that the suite tests in addition; needs: a part of set-up that a machine may lack.
 *   only, except: the files of the folders to run or omit, by the ends of their paths; later: files that
 *   `npm test` omits; partly: whether files do less under EXTENT=part.
 *   fewest: minimum number of tests in the whole suite, and in its part under `npm test` if that has fewer. It is
 *   just below the actual number, and lower only if a machine may lack something. It detects lost tests.
 */

const ofPackage = ['package', 'cli', 'onnx', 'ort'];
// Memory up to 4 GiB, tensors beyond 2 GiB, thousands of calls, large arrays, damaged models; layout, colours
// and mistakes on the command line; the recipes, and the reproducibility of the package.
const slowOfPackage = [
  ...['limits.test.mjs', 'soak.test.mjs', 'slabs.test.mjs', 'onnx/fuzz.test.mjs'],
  ...['cli/colour.test.mjs', 'cli/ladder.test.mjs', 'cli/mistakes.test.mjs'],
  ...['package/recipes.test.mjs', 'package/reproducible.test.mjs'],
  'package/beyond-2gib.test.mjs',
];

/** @type {Record<string, Suite>} */
export const suites = {
  native: {
    title: 'C++, native, the library under ASan and UBSan',
    preset: 'native',
    program: 'tests/cpp/simdcast_tests',
    quick: true,
    fewest: { whole: 788 },
  },
  tools: { title: 'Tools', folders: ['tools'], quick: true, fewest: { whole: 103 } },
  'native-clang': {
    title: "C++, native, Clang's ASan and UBSan",
    preset: 'native-clang',
    program: 'tests/cpp/simdcast_tests',
    needs: 'fuzzer',
    fewest: { whole: 970 },
  },
  'native-tsan': {
    title: 'C++, native, threads and engine under ThreadSanitizer',
    preset: 'native-tsan',
    program: 'tests/cpp/simdcast_tests',
    fewest: { whole: 42 },
  },
  'node-tests': {
    title: "ONNX’s node tests in C++, Clang's ASan and UBSan",
    folders: ['native'],
    env: { PRESET: 'native-clang' },
    preset: 'native-clang',
    needs: 'fuzzer',
    // The runner's own tests.
    fewest: { whole: 4 },
  },
  fuzz: {
    title: "Fuzzing, Clang's ASan and UBSan",
    preset: 'native-clang',
    ctest: 'fuzz',
    needs: 'fuzzer',
    fewest: { whole: 4 },
  },
  fuzzers: {
    title: 'Random calls and models',
    folders: ['fuzzers'],
    builds: ['package'],
    fewest: { whole: 3 },
  },
  wasm: {
    title: 'C++, wasm in Node',
    // The tests are linked with its library.
    builds: ['package'],
    preset: 'wasm-tests',
    program: 'tests/cpp/simdcast_tests.cjs',
    fewest: { whole: 950 },
  },
  operators: {
    title: 'Operators against their references',
    folders: ['functions', 'operators', 'tensor', 'expression'],
    builds: ['package'],
    quick: true,
    // A quarter of many cases (support/extent.mjs); what multiplies no matrices in one flavour
    // (support/flavours.mjs).
    partly: true,
    // Fused expressions and powers of random operands, layers with invalid inputs, and enormous sizes.
    later: [
      'functions/fuse.test.mjs',
      'operators/pow.test.mjs',
      'hostile-layers.test.mjs',
      'enormous.test.mjs',
    ],
    fewest: { part: 3093, whole: 3343 },
  },
  package: {
    title: 'Package in Node',
    folders: ofPackage,
    except: slowOfPackage,
    builds: ['package'],
    quick: true,
    fewest: { whole: 1810 },
  },
  'package-slow': {
    title: 'Package in Node, what takes long',
    folders: ofPackage,
    only: slowOfPackage,
    builds: ['package'],
    fewest: { whole: 120 },
  },
  rules: {
    title: 'Rules against their oracle',
    folders: ['rules', 'oracle'],
    builds: ['package'],
    quick: true,
    // One in 64 of the pairs of shapes (rules/walk.mjs).
    partly: true,
    fewest: { whole: 625 },
  },
  threads: {
    title: 'Several threads',
    folders: ['threads'],
    builds: ['package'],
    quick: true,
    // Models of others, and what keeps workers busy or late for seconds.
    later: ['threads/models.test.mjs', 'threads/soak.test.mjs'],
    // Three threads only (threads/support.mjs).
    partly: true,
    fewest: { part: 72, whole: 100 },
  },
  'threads-operators': {
    title: 'Operators on several threads',
    folders: ['tensor', 'operators', 'expression'],
    // In addition to an engine of one thread (support/flavours.mjs).
    env: { THREADS: '2,3,8' },
    builds: ['package'],
    fewest: { whole: 2636 },
  },
  page: {
    title: 'The page, briefly',
    folders: ['smoke'],
    builds: ['package', 'page'],
    needs: 'browser',
    quick: true,
    fewest: { whole: 3 },
  },
  peers: {
    title: 'Against onnxruntime-web, ONNX’s node tests and exact arithmetic',
    folders: ['differential', 'accuracy', 'conformance'],
    builds: ['package'],
    fewest: { whole: 1074 },
  },
  clients: {
    title: 'Clients of onnxruntime-web on simdcast/ort',
    folders: ['clients'],
    builds: ['package'],
    needs: 'browser',
    fewest: { whole: 184 },
  },
  examples: {
    title: 'Examples',
    folders: ['examples'],
    builds: ['package'],
    preset: 'library',
    fewest: { whole: 16 },
  },
  bench: {
    title: 'Benchmark',
    folders: ['bench'],
    builds: ['package'],
    quick: true,
    fewest: { whole: 74 },
  },
  browser: {
    title: 'Browser',
    folders: ['browser'],
    builds: ['package', 'page', 'reference'],
    needs: 'browser',
    fewest: { whole: 704 },
  },
  firefox: {
    title: 'Firefox',
    folders: ['firefox'],
    builds: ['package', 'page', 'reference'],
    needs: 'firefox',
    fewest: { whole: 29 },
  },
};

/**
 * The skips that a machine may have a reason for. Any other skip fails with CI=true. A suite with skips is
 * remembered as passed only while its reasons hold: `waits` is a missing path from the top of the repository,
 * `module` a Python module, and `machine` marks reasons that the suite's state includes anyway.
 * @type {{reason: RegExp, waits?: string, module?: string, machine?: boolean}[]}
 */
export const expectedSkips = [
  { reason: /onnx-node-tests is not beside the repository/, waits: '../shared/onnx-node-tests' },
  {
    reason: /onnx-node-tests\/more\.tgz is not beside the repository/,
    waits: '../shared/onnx-node-tests/more.tgz',
  },
  { reason: /shared\/models is not beside the repository/, waits: '../shared/models' },
  { reason: /^no numpy for any python3/, module: 'numpy' },
  { reason: /^no torch for any python3/, module: 'torch' },
  { reason: /^no jax for any python3/, module: 'jax' },
  { reason: /^no tensorflow for any python3/, module: 'tensorflow' },
  { reason: /^no onnx for any python3/, module: 'onnx' },
  { reason: /has no relaxed SIMD$/, machine: true },
  { reason: /^only on x64 can V8/, machine: true },
  { reason: /^there is no \/dev\/full here/, machine: true },
  // Other fonts, or another release of Chromium than those of the screenshots.
  { reason: /^letters are drawn otherwise here/ },
];
