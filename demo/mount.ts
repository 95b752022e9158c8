/** Puts the views into their containers; a lazy one once its container is shown. */
import type { Model, View } from './view.ts';

type Mounted = ReturnType<View>;
export type Views = Readonly<Record<string, View>>;
export type LazyViews = Readonly<Record<string, () => Promise<View>>>;

const isShown = (container: HTMLElement): boolean => container.closest('[hidden]') === null;

function mustFind<T>(table: Readonly<Record<string, T>>, name: string | undefined): T {
  const found = table[name ?? ''];
  if (found === undefined) throw new Error(`no view ${name}`);
  return found;
}

/** A view that is fetched when its container is first shown, and follows the model while it is. */
function createLazy(
  container: HTMLElement,
  load: () => Promise<View>,
  latest: () => Model,
  onFailure: (error: Error) => void,
) {
  let mounted: Mounted | undefined;
  let asked = false;
  const mount = async () => {
    try {
      const view = await load();
      mounted = view(container, latest());
      container.removeAttribute('aria-busy');
    } catch (error) {
      // A later showing tries again.
      asked = false;
      onFailure(error as Error);
    }
  };
  return {
    update(model: Model) {
      if (!isShown(container)) return;
      if (mounted) return mounted.update(model);
      if (asked) return;
      asked = true;
      container.setAttribute('aria-busy', 'true');
      void mount();
    },
  };
}

export function mountViews(
  root: ParentNode,
  first: Model,
  views: Views,
  lazyViews: LazyViews,
  onFailure: (error: Error) => void,
) {
  let model = first;
  const containers = (name: string) => [...root.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  const eager = containers('view').map((container) =>
    mustFind(views, container.dataset.view)(container, first),
  );
  const lazy = containers('lazy').map((container) =>
    createLazy(container, mustFind(lazyViews, container.dataset.lazy), () => model, onFailure),
  );
  const update = (next: Model) => {
    model = next;
    for (const view of eager) view.update(next);
    for (const view of lazy) view.update(next);
  };
  update(first);
  return { update };
}
