/** Tests the layer with canvases that record drawing, and a worker that answers on demand. */
import type { Stage } from 'konva/lib/Stage.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createViewport } from '../../../viewer/stage/geometry/viewport.ts';
import { contourOf, type ContourOrder } from './contour.ts';
import { createProposalLayer } from './proposal-layer.ts';

/** Calls by canvas, such as `ants stroke` or `found-fill fill blur(3px)`. */
let calls: string[] = [];
let answer: (() => void) | undefined;

function canvas(): object {
  const dataset: { canvas?: string } = {};
  const note = (call: string): void => void calls.push(`${dataset.canvas} ${call}`);
  const context = {
    filter: 'none',
    stroke: () => note('stroke'),
    fill: () => note(`fill ${context.filter}`),
    setTransform: () => undefined,
    clearRect: () => undefined,
    setLineDash: () => undefined,
  };
  const style: Record<string, string> = {};
  const attributes = { setAttribute: () => undefined, remove: () => undefined };
  return { ...attributes, dataset, style, parentNode: null, getContext: () => context };
}

class FakeWorker {
  #tell: ((event: { data: unknown }) => void) | undefined;
  addEventListener(_name: string, tell: (event: { data: unknown }) => void): void {
    this.#tell = tell;
  }
  postMessage(order: ContourOrder): void {
    answer = () => this.#tell?.({ data: contourOf(order) });
  }
  terminate(): void {}
}

class FakePath {
  moveTo(): void {}
  lineTo(): void {}
  quadraticCurveTo(): void {}
  closePath(): void {}
}

beforeEach(() => {
  calls = [];
  answer = undefined;
  vi.stubGlobal('document', { createElement: canvas });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('Path2D', FakePath);
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

function withLayer() {
  const viewport = createViewport(() => undefined);
  viewport.setStage({ width: 600, height: 400 }, 1);
  viewport.setPhoto({ width: 600, height: 400 });
  const content = { append: () => undefined };
  const stage = { getContent: () => content, getLayers: () => [] } as unknown as Stage;
  return createProposalLayer(
    stage,
    viewport,
    () => '#ff2ec4',
    () => undefined,
  );
}

const OUTLINE = [100, 100, 300, 100, 300, 101, 301, 101, 301, 250, 100, 250];

test('fills a coarse answer with a soft edge and no line', () => {
  withLayer().show('preview', { things: [[OUTLINE]], edge: 'coarse' });
  expect(calls).toEqual(['found-fill fill blur(3px)']);
  expect(answer, 'no contour is looked for').toBeUndefined();
});

test('shows the line of a fine answer once its contour arrives, until the next one', () => {
  const layer = withLayer();
  layer.show('preview', { things: [[OUTLINE]], edge: 'fine' });
  expect(calls).toEqual(['found-fill fill blur(3px)']);
  calls = [];
  answer?.();
  expect(calls).toEqual(['found-fill fill none', 'ants stroke', 'ants stroke']);
  calls = [];
  layer.show('preview', { things: [[OUTLINE.map((value) => value + 20)]], edge: 'fine' });
  expect(calls).toEqual(['found-fill fill none', 'ants stroke', 'ants stroke']);
  calls = [];
  layer.show('preview', { things: [[OUTLINE]], edge: 'coarse' });
  expect(calls).toEqual(['found-fill fill blur(3px)']);
});

test('shows drawn lines at once, without a fill', () => {
  withLayer().show('text', { things: [[OUTLINE]], edge: 'drawn' });
  expect(calls.length).toBeGreaterThan(0);
  expect(new Set(calls)).toEqual(new Set(['ants stroke']));
});
