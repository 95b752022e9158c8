/** The repairs, drawn after the verdict is painted. Until then the previous ones cannot be pressed. */
import { h } from '../base/dom.ts';
import { afterPaint } from '../base/sight.ts';
import type { Model } from '../model/types.ts';
import { words } from '../state/words.ts';

export function createRepairs() {
  const element = h('div', { class: 'repairs-place' });
  let latest: Model | undefined;

  async function draw(model: Model): Promise<void> {
    try {
      const { repairs } = await import('./repairs.ts');
      if (model.trace !== latest?.trace) return;
      element.replaceChildren(...repairs(model));
      element.inert = false;
    } catch (error) {
      element.replaceChildren();
      model.act.notify(words.partMissing((error as Error).message));
    }
  }

  return {
    element,
    update(model: Model) {
      const same = model.trace === latest?.trace;
      latest = model;
      if (same) return;
      element.inert = !model.trace.ok;
      if (model.trace.ok) element.replaceChildren();
      else afterPaint(() => draw(model));
    },
  };
}
