/** The views that the document names in `data-lazy`, each with its style sheet. */
import type { LazyViews } from '../app/mount.ts';

/** The views that are fetched when they are first shown or, if the document requests it, come near. */
export const lazyViews: LazyViews = {
  prints: async () => (await import('../clinic/view.ts')).clinic,
  async rules({ act }) {
    const found = await Promise.all([import('../tabs/rules.ts'), act.compareRules()]);
    return found[0].createRules(found[1]);
  },
  memory: async () => (await import('../tabs/memory.ts')).memory,
  code: async () => (await import('../tabs/code.ts')).code,
  speed: async () => (await import('../tabs/speed.ts')).speed,
  controls: async () => (await import('../views/controls.ts')).controls,
  examples: async () => (await import('../views/examples.ts')).examples,
  axes: async () => (await import('../tabs/axes.ts')).axes,
  formula: async () => (await import('../views/formula-bar.ts')).formulaBar,
  describe: async () => (await import('../tabs/describe.ts')).describe,
  present: async () => (await import('../present/view.ts')).present,
  ports: async () => (await import('../porting/node-card.ts')).nodeCard,
  model: async () => (await import('../porting/model-check.ts')).modelCheck,
  learn: async () => (await import('../learn/view.ts')).learn,
  challenge: async () => (await import('../challenge/view.ts')).challenge,
  frame: async () => (await import('../tabs/frame.ts')).frame,
  digits: async () => (await import('../digits/view.ts')).digits,
};
