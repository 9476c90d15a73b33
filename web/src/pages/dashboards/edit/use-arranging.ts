/** Moving and resizing panels, by pointer and by keys. Nothing is changed until it is let go. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { GRID_COLUMNS } from '../../../../../src/spec/dashboards.ts';
import { useLatest } from '../../../parts/use-latest.ts';
import {
  type Direction,
  movePanel,
  resizePanel,
  stepPanel,
  stretchPanel,
} from '../logic/move-panels.ts';
import { placeWords } from '../logic/place-words.ts';

type Panels = readonly CompletePanel[];
export type Way = 'move' | 'resize';

interface Active {
  readonly id: string;
  readonly way: Way;
  readonly isByKeys: boolean;
}

export interface Arranging {
  /** The layout while the user arranges panels. */
  readonly panels: Panels;
  readonly active: Active | undefined;
  /** For screen readers. */
  readonly words: string;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, id: string, way: Way) => void;
  /** Whether the key was one of these. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, id: string) => boolean;
  /** Keeps what the keys have done. */
  readonly onBlur: () => void;
}

/** A click is no drag. */
const DRAG_PX_MIN = 4;
/** The distance from one row to the next. */
const ROW_PX = 32;

export function useArranging(
  panels: Panels,
  grid: RefObject<HTMLElement | null>,
  onArrange: (panels: CompletePanel[]) => void,
): Arranging {
  const [preview, setPreview] = useState<CompletePanel[]>();
  const [active, setActive] = useState<Active>();
  const [words, setWords] = useState('');
  const latest = useLatest({ panels, preview, active, onArrange });
  const stopDrag = useRef<() => void>(undefined);
  useEffect(() => () => stopDrag.current?.(), []);

  const finish = (id: string, arranged: CompletePanel[] | undefined): void => {
    setActive(undefined);
    setPreview(undefined);
    setWords(`${placeWords(arranged ?? latest.current.panels, id)}. Done.`);
    if (arranged !== undefined) latest.current.onArrange(arranged);
  };

  const onPointerDown: Arranging['onPointerDown'] = (event, id, way) => {
    const element = grid.current;
    if (event.button !== 0 || element === null) return;
    // Also kept here: the pointer may be released before anything was rendered.
    let arranged: CompletePanel[] | undefined;
    stopDrag.current = followPointer(event.nativeEvent, element, {
      begin: () => setActive({ id, way, isByKeys: false }),
      show: (columns, rows) => {
        arranged = shifted(latest.current.panels, { id, way, columns, rows });
        setPreview(arranged);
      },
      finish: (isKept) => finish(id, isKept ? arranged : undefined),
    });
  };

  const onKeyDown: Arranging['onKeyDown'] = (event, id) => {
    const way = WAYS[event.key];
    if (way !== undefined && !event.ctrlKey && !event.metaKey) {
      setActive({ id, way, isByKeys: true });
      setWords(
        `${way === 'move' ? 'Moving' : 'Resizing'} with the arrow keys. Press Enter to confirm.`,
      );
      return true;
    }
    if (active?.isByKeys !== true || active.id !== id) return false;
    if (event.key === 'Enter' || event.key === 'Escape') {
      finish(id, event.key === 'Enter' ? preview : undefined);
      return true;
    }
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return false;
    const step = active.way === 'move' ? stepPanel : stretchPanel;
    const next = step(preview ?? panels, id, direction);
    setPreview(next);
    setWords(placeWords(next, id));
    return true;
  };

  return {
    panels: preview ?? panels,
    active,
    words,
    onPointerDown,
    onKeyDown,
    onBlur: () => {
      const { active: left, preview: arranged } = latest.current;
      if (left?.isByKeys === true) finish(left.id, arranged);
    },
  };
}

const WAYS: Readonly<Record<string, Way>> = { m: 'move', r: 'resize' };
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Shift {
  readonly id: string;
  readonly way: Way;
  readonly columns: number;
  readonly rows: number;
}

function shifted(panels: Panels, { id, way, columns, rows }: Shift): CompletePanel[] {
  const panel = panels.find((each) => each.id === id);
  if (panel === undefined) return [...panels];
  const { x, y, w, h } = panel;
  return way === 'move'
    ? movePanel(panels, id, { x: x + columns, y: y + rows })
    : resizePanel(panels, id, { w: w + columns, h: h + rows });
}

interface Drag {
  readonly begin: () => void;
  readonly show: (columns: number, rows: number) => void;
  /** Called once, if the drag has begun. */
  readonly finish: (isKept: boolean) => void;
}

/** Distance from the edge of the window at which the page starts to scroll, and its speed. */
const EDGE_PX = 48;
const EDGE_STEP_PX = 10;

/** Counts cells from where the pointer went down, also while the page scrolls below it. Returns what ends it. */
function followPointer(start: globalThis.PointerEvent, grid: HTMLElement, drag: Drag): () => void {
  const origin = inGrid(start, grid);
  let point = { x: start.clientX, y: start.clientY };
  let hasBegun = false;
  let frame = 0;
  const show = (): void => {
    const now = inGrid({ clientX: point.x, clientY: point.y }, grid);
    drag.show(
      Math.round((now.x - origin.x) / columnWidth(grid)),
      Math.round((now.y - origin.y) / ROW_PX),
    );
  };
  const follow = (): void => {
    const isNear = point.y < EDGE_PX || point.y > window.innerHeight - EDGE_PX;
    if (isNear) {
      scrollerOf(grid).scrollBy(0, point.y < EDGE_PX ? -EDGE_STEP_PX : EDGE_STEP_PX);
      show();
    }
    frame = requestAnimationFrame(follow);
  };
  const onMove = (event: globalThis.PointerEvent): void => {
    point = { x: event.clientX, y: event.clientY };
    const distance = Math.hypot(point.x - start.clientX, point.y - start.clientY);
    if (!hasBegun && distance < DRAG_PX_MIN) return;
    if (!hasBegun) {
      hasBegun = true;
      drag.begin();
      frame = requestAnimationFrame(follow);
    }
    show();
  };
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => {
    controller.abort();
    cancelAnimationFrame(frame);
  };
  const end = (isKept: boolean): void => {
    stop();
    if (hasBegun) drag.finish(isKept);
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
  const onKey = (event: globalThis.KeyboardEvent): void => {
    if (event.key === 'Escape') end(false);
  };
  window.addEventListener('keydown', onKey, { signal });
  return stop;
}

function inGrid(
  point: { readonly clientX: number; readonly clientY: number },
  grid: HTMLElement,
): { readonly x: number; readonly y: number } {
  const { left, top } = grid.getBoundingClientRect();
  return { x: point.clientX - left, y: point.clientY - top };
}

function columnWidth(grid: HTMLElement): number {
  return Math.max(1, grid.clientWidth / GRID_COLUMNS);
}

function scrollerOf(element: HTMLElement): Element {
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
}
