/** Puts the views into their containers; lazy ones when their container is first shown. */
import { createSight, isShown } from '../base/sight.ts';
import type { Model, View } from '../model/types.ts';

type Mounted = ReturnType<View>;
export type Views = Readonly<Record<string, View>>;
export type LazyViews = Readonly<Record<string, (model: Model) => Promise<View>>>;

function mustFind<T>(table: Readonly<Record<string, T>>, name: string | undefined): T {
  const found = table[name ?? ''];
  if (found === undefined) throw new Error(`no view ${name}`);
  return found;
}

/**
 * A view that is fetched when its container is first shown, and follows the model while it is shown.
 */
function createLazy(
  container: HTMLElement,
  load: LazyViews[string],
  latest: () => Model,
  onFailure: (error: Error) => void,
): Omit<Mounted, 'dispose'> {
  let mounted: Mounted | undefined;
  let asked = false;
  const mount = async () => {
    try {
      const view = await load(latest());
      mounted = view(container, latest());
      container.removeAttribute('aria-busy');
    } catch (error) {
      // The next time it is shown, it is fetched again.
      asked = false;
      onFailure(error as Error);
    }
  };
  const update = (model: Model) => {
    if (!isShown(container)) return;
    if (mounted) return mounted.update(model);
    if (asked) return;
    asked = true;
    container.setAttribute('aria-busy', 'true');
    void mount();
  };
  return { update };
}

export function mountViews(
  root: ParentNode,
  first: Model,
  views: Views,
  lazyViews: LazyViews,
  onFailure: (error: Error) => void,
) {
  let model = first;
  const sight = createSight();
  const containers = (name: string) => [...root.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  const parts = [
    ...containers('view').map((container) => ({
      view: mustFind(views, container.dataset.view)(container, first),
      follow: sight(container),
    })),
    ...containers('lazy').map((container) => ({
      view: createLazy(
        container,
        mustFind(lazyViews, container.dataset.lazy),
        () => model,
        onFailure,
      ),
      follow: sight(container),
    })),
  ];
  const update = (next: Model) => {
    model = next;
    for (const { view, follow } of parts) follow(() => view.update(model));
  };
  update(first);
  return { update };
}
