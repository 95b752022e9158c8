export default {
  // A missing file is an error, not index.html: transformers.js requests files that a model may lack.
  appType: 'mpa',
  resolve: {
    preserveSymlinks: true,
    // The build without WebGPU, which nothing here uses, is smaller by half.
    alias: { 'onnxruntime-web/webgpu': 'onnxruntime-web/wasm' },
  },
  worker: { format: 'es' },
  optimizeDeps: {
    include: ['@huggingface/transformers', 'onnxruntime-web/wasm'],
    // In development Vite would bundle the package away from its files.
    exclude: ['simdcast'],
  },
  build: {
    target: 'es2022',
    rollupOptions: { input: ['index.html', 'embeddings.html', 'chat.html'] },
  },
};
