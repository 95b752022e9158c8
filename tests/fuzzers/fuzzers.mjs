/** The fuzzers by name; each is made in the process that runs it. */
export const fuzzers = {
  calls: async () => (await import('./calls.mjs')).makeCalls(),
  models: async () => (await import('./models.mjs')).makeModels(),
  checker: async () => (await import('./models.mjs')).makeCheckerModels(),
};
