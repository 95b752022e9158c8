/** Headers for pages with threads: browsers allow shared memory on cross-origin isolated pages. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  server: { headers },
  preview: { headers },
  // In development Vite would bundle the package away from its worker and its modules.
  optimizeDeps: { exclude: ['simdcast'] },
  build: { target: 'es2022' },
};
