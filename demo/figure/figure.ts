/**
 * The figure: the ladder, the values, the player of the steps, and the sentence about an element. It is
 * drawn as a whole from a scene, and a step forward plays the tracks that lead there.
 */
import { watchScrolling } from '../base/a11y.ts';
import { h, setAttributes } from '../base/dom.ts';
import type { Fix } from '../base/engine.ts';
import { createSheet } from '../base/patch.ts';
import type { Model, View } from '../model/types.ts';
import { stepOf, withFix } from '../state/state.ts';
import { words } from '../state/words.ts';
import { createCommentary } from './commentary.ts';
import { sketchLadder } from './draw-ladder.ts';
import { boxesOf, type Motion, play, still } from './motion.ts';
import { createPlayer } from './player.ts';
import { createRepairs } from './repairs-place.ts';
import type { createRungBar } from './rung-bar.ts';
import { type Scene, sceneOf } from './scene.ts';
import { tracksOf } from './tracks.ts';
import { createValues } from './values.ts';

export const figure: View = (container, first) => {
  const ladder = h('div', {
    class: 'scroll',
    role: 'group',
    'aria-label': words.alignment,
  });
  const commentary = createCommentary();
  const values = createValues(first, commentary);
  const repairs = createRepairs();
  const showLadder = createSheet(ladder);
  let bar: ReturnType<typeof createRungBar> | undefined;
  let scene: Scene | undefined;
  let shown: Model | undefined;
  let motion: Motion = still;
  const player = createPlayer(first, () => motion.finished);
  const below = h('div', { class: 'below' }, values.fan, commentary.element);
  container.replaceChildren(
    player.element,
    h('div', { class: 'ladder-place' }, ladder, below),
    values.element,
    repairs.element,
  );
  const scrolling = [watchScrolling(ladder), watchScrolling(values.element)];
  globalThis.addEventListener?.('resize', values.fit);

  const elementOf = (key: string): HTMLElement | undefined =>
    values.elementOf(key) ??
    container.querySelector<HTMLElement>(`[data-key="${key}"]`) ??
    undefined;

  const onPoint = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-axis]');
    first.act.pointAxis(cell ? Number(cell.dataset.axis) : null);
  };
  ladder.addEventListener('pointerover', onPoint);
  ladder.addEventListener('pointerleave', () => first.act.pointAxis(null));

  /** The ladder's editor is fetched when a size is first pressed. */
  async function edit({ target }: Event): Promise<void> {
    if (!bar) {
      const { createRungBar } = await import('./rung-bar.ts');
      bar ??= createRungBar(ladder, first);
      ladder.after(bar.element);
      if (shown) bar.update(shown, scene);
    }
    bar.press(target);
  }
  ladder.addEventListener('click', (event) => {
    edit(event).catch((error: Error) => first.act.notify(words.partMissing(error.message)));
  });

  const isSame = (model: Model): boolean =>
    shown !== undefined &&
    shown.trace === model.trace &&
    shown.step === model.step &&
    shown.state.present === model.state.present &&
    shown.operands === model.operands &&
    shown.moment.fix === model.moment.fix &&
    shown.moment.slice === model.moment.slice;

  function draw(model: Model): void {
    const { fix } = model.moment;
    if (fix && !model.trace.ok) preview(model, fix);
    else show(model, sceneOf({ ...model, slice: model.moment.slice }));
  }

  /** Previews a fix in the figure. */
  function preview({ act, ask, state }: Model, fix: Fix): void {
    const model = ask.look(withFix(state, fix));
    for (const step of [stepOf.add, stepOf.stretch]) {
      const next = sceneOf({ ...model, step, result: undefined, slice: [] });
      show({ ...model, act, step, result: undefined }, next);
    }
  }

  function show(model: Model, next: Scene): void {
    const tracks = scene ? tracksOf(scene, next) : [];
    motion.finish();
    const before = boxesOf(tracks, elementOf);
    scene = next;
    showLadder([sketchLadder(next.ladder)]);
    values.update(model, next);
    for (const each of scrolling) each.check();
    motion = play(tracks, before, elementOf, model.moment.preferences.pace, (at) =>
      model.act.point(at && { at }),
    );
    setAttributes(container, { '--lasts': `${motion.lasts}ms` });
  }

  function update(model: Model): void {
    if (isSame(model)) values.update(model, undefined);
    else draw(model);
    repairs.update(model);
    bar?.update(model, scene);
    shown = model;
    setAttributes(container, { 'data-fits': String(model.trace.ok) });
    player.update(model);
  }

  update(first);
  return {
    update,
    dispose() {
      motion.finish();
      player.dispose();
      bar?.dispose();
      for (const each of scrolling) each.dispose();
      removeEventListener('resize', values.fit);
      container.replaceChildren();
    },
  };
};
