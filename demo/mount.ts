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

/** Calls back once the reader comes near; at once where the browser cannot tell. */
function whenNear(container: HTMLElement, act: () => void): void {
  if (typeof IntersectionObserver === 'undefined') {
    act();
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '50%' },
  );
  observer.observe(container);
}

/**
 * A view that is fetched when its container is first shown, or near if it has `data-near`, and
 * follows the model while it is shown.
 */
function createLazy(
  container: HTMLElement,
  load: () => Promise<View>,
  latest: () => Model,
  onFailure: (error: Error) => void,
) {
  let mounted: Mounted | undefined;
  let asked = false;
  let near = container.dataset.near === undefined;
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
  const update = (model: Model) => {
    if (!near || !isShown(container)) return;
    if (mounted) return mounted.update(model);
    if (asked) return;
    asked = true;
    container.setAttribute('aria-busy', 'true');
    void mount();
  };
  if (!near) {
    whenNear(container, () => {
      near = true;
      update(latest());
    });
  }
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
