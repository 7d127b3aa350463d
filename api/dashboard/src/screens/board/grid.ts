/* A wrapper of gridstack, fetched when a board is edited: positions in, positions out. */
import type { GridStack, GridItemHTMLElement } from 'gridstack';
import type { Placed, Place } from '../../parts/panels/layout';
import { columns } from '../../parts/panels/layout';

export const rowHeight = 56;

type OnChange = (places: ReadonlyMap<string, Place>) => void;

export class Grid {
  readonly #grid: GridStack;
  readonly #root: HTMLElement;
  readonly #onChange: OnChange;
  #following = false;

  private constructor(grid: GridStack, root: HTMLElement, onChange: OnChange) {
    [this.#grid, this.#root, this.#onChange] = [grid, root, onChange];
    grid.on('change', () => {
      if (!this.#following) this.#tell();
    });
  }

  static async on(root: HTMLElement, onChange: OnChange): Promise<Grid> {
    const { GridStack: Made } = await import('gridstack');
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const grid = Made.init(
      {
        column: columns,
        cellHeight: rowHeight,
        margin: '8px 12px',
        mode: 'float',
        animate: !still,
        auto: false,
        alwaysShowResizeHandle: true,
        draggable: { handle: '.grip', scroll: true, appendTo: 'parent' },
        resizable: { handles: 'e,s,se' },
      },
      root,
    );
    if (!grid) throw new Error('gridstack found no element');
    return new Grid(grid, root, onChange);
  }

  /** Makes new elements panels and moves all to their positions. */
  follow(panels: readonly Placed[]): void {
    this.#following = true;
    this.#grid.batchUpdate();
    const wanted = new Map(panels.map((panel) => [panel.id, panel]));
    for (const node of [...this.#grid.engine.nodes]) {
      if (node.el && (!node.el.isConnected || !wanted.has(String(node.id))))
        this.#grid.removeWidget(node.el, false, false);
    }
    for (const element of this.#root.querySelectorAll<GridItemHTMLElement>(
      ':scope > .grid-stack-item',
    )) {
      const panel = wanted.get(element.dataset['panel'] ?? '');
      if (!panel) continue;
      const { id, x, y, w, h } = panel;
      if (!element.gridstackNode) this.#grid.makeWidget(element, { id, x, y, w, h });
      else this.#grid.update(element, { x, y, w, h });
    }
    this.#grid.batchUpdate(false);
    this.#following = false;
    this.#tell();
  }

  put(id: string, place: Place): void {
    const element = this.#root.querySelector<GridItemHTMLElement>(`:scope > [data-panel="${id}"]`);
    const { x, y, w, h } = place;
    if (element) this.#grid.update(element, { x, y, w, h });
  }

  end(): void {
    this.#grid.destroy(false);
  }

  #tell(): void {
    const places = new Map<string, Place>();
    for (const { id, x = 0, y = 0, w = 1, h = 1 } of this.#grid.engine.nodes)
      if (id !== undefined) places.set(id, { x, y, w, h });
    this.#onChange(places);
  }
}
