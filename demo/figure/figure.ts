/**
 * The figure: the ladder, the values, the player of the steps, and what is said about an element. It is
 * drawn as one from a scene, and a step forward plays the tracks that lead there.
 */
import { watchScrolling } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import type { Fix } from '../base/engine.ts';
import { createSheet } from '../base/patch.ts';
import type { Model, View } from '../model/types.ts';
import { stepOf, withFix } from '../state/state.ts';
import { createCommentary } from './commentary.ts';
import { sketchLadder } from './draw-ladder.ts';
import { boxesOf, type Motion, play, still } from './motion.ts';
import { createPlayer } from './player.ts';
import { createRepairs } from './repairs-place.ts';
import { createRungBar } from './rung-bar.ts';
import { type Scene, sceneOf } from './scene.ts';
import { tracksOf } from './tracks.ts';
import { createValues } from './values.ts';

export const figure: View = (container, first) => {
  const ladder = h('div', {
    class: 'scroll',
    role: 'group',
    'aria-label': 'Alignment of the axes',
  });
  const commentary = createCommentary();
  const values = createValues(first, commentary);
  const repairs = createRepairs(preview);
  const showLadder = createSheet(ladder);
  const bar = createRungBar(ladder, first);
  let scene: Scene | undefined;
  let shown: Model | undefined;
  let motion: Motion = still;
  let previewed: Fix | undefined;
  const player = createPlayer(first, () => motion.finished);
  container.replaceChildren(
    player.element,
    h('div', { class: 'ladder-place' }, ladder, bar.element),
    values.element,
    repairs.element,
    commentary.element,
  );
  const scrolling = [watchScrolling(ladder), watchScrolling(values.element)];

  const elementOf = (key: string): HTMLElement | undefined =>
    values.elementOf(key) ?? ladder.querySelector<HTMLElement>(`[data-key="${key}"]`) ?? undefined;

  const onPoint = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-axis]');
    first.act.pointAxis(cell ? Number(cell.dataset.axis) : null);
  };
  ladder.addEventListener('pointerover', onPoint);
  ladder.addEventListener('pointerleave', () => first.act.pointAxis(null));

  const isSame = (model: Model): boolean =>
    shown !== undefined &&
    shown.trace === model.trace &&
    shown.step === model.step &&
    shown.operands === model.operands &&
    shown.moment.slice === model.moment.slice;

  function draw(model: Model): void {
    previewed = undefined;
    values.hold(undefined);
    show(model, sceneOf({ ...model, slice: model.moment.slice }));
  }

  /** What a repair would make of the operands, in the place that they have: the result comes with it. */
  function preview(fix: Fix | undefined): void {
    if (!shown || fix === previewed) return;
    if (!fix) {
      draw(shown);
      return;
    }
    // What is pointed at stays under the pointer.
    values.hold(repairs.element);
    previewed = fix;
    const { act, ask, state } = shown;
    const stacked = scene?.stacked ?? false;
    const model = ask.look(withFix(state, fix));
    for (const step of [stepOf.add, stepOf.stretch]) {
      const next = sceneOf({ ...model, step, result: undefined, slice: [] });
      show({ ...model, act, step, result: undefined }, { ...next, stacked });
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
    motion = play(tracks, before, elementOf, player.pace());
  }

  function update(model: Model): void {
    if (isSame(model)) values.update(model, undefined);
    else draw(model);
    repairs.update(model);
    bar.update(model, scene);
    shown = model;
    player.update(model);
  }

  update(first);
  return {
    update,
    dispose() {
      motion.finish();
      player.dispose();
      bar.dispose();
      for (const each of scrolling) each.dispose();
      container.replaceChildren();
    },
  };
};
