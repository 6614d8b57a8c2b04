/** Bare pages that open a chosen file: what opening a photo costs without a program, and by miniPaint's way. */
import type { Page } from 'playwright';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { sleep } from './context.ts';

/** Between the page being ready and the file being chosen, milliseconds. */
export const OPENING_SETTLE = 700;

/** The least that opening a file can be: the chosen file in an `<img>`. @returns milliseconds */
export async function openChosenImage(page: Page, baseUrl: string, path: string): Promise<number> {
  await page.goto(baseUrl);
  await addInput(page);
  const took = page.evaluate(async () => {
    const input = document.querySelector('input');
    const [event, file] = await new Promise<[Event, File | undefined]>((resolve) => {
      input?.addEventListener('change', (event) => resolve([event, input.files?.[0]]));
    });
    if (file === undefined) throw new Error('No file was chosen.');
    const image = new Image();
    image.setAttribute('elementtiming', 'photo');
    const rendered = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry !== undefined && 'renderTime' in entry) resolve(Number(entry.renderTime));
      }).observe({ type: 'element' });
    });
    image.src = URL.createObjectURL(file);
    document.body.append(image);
    return (await rendered) - event.timeStamp;
  });
  await page.locator('input').setInputFiles(path);
  return took;
}

/** The same bytes from a server on loopback. @returns milliseconds */
export async function openServedImage(page: Page, baseUrl: string, path: string): Promise<number> {
  await page.goto(baseUrl);
  await sleep(OPENING_SETTLE);
  return page.evaluate(async (address) => {
    const image = new Image();
    image.setAttribute('elementtiming', 'photo');
    const started = performance.now();
    image.src = address;
    document.body.append(image);
    return new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry !== undefined && 'renderTime' in entry) {
          resolve(Number(entry.renderTime) - started);
        }
      }).observe({ type: 'element' });
    });
  }, path);
}

/** Milliseconds after the file was chosen. */
export interface MiniPaintTimes {
  /** A part of the photo at full size is on the screen. */
  readonly first: number;
  /** All of it is, fitted into the window. */
  readonly fitted: number;
}

/** Opens a file by {@link MINI_PAINT_SCRIPT}. */
export async function openMiniPaintWay(
  page: Page,
  baseUrl: string,
  path: string,
): Promise<MiniPaintTimes> {
  await page.goto(`${baseUrl}/mini-paint`);
  await addInput(page);
  await page.locator('input').setInputFiles(path);
  const times = await page.waitForFunction(
    () => window.miniPaintTimes?.fitted && window.miniPaintTimes,
  );
  return (await times.jsonValue()) as MiniPaintTimes;
}

declare global {
  interface Window {
    miniPaintTimes?: Partial<MiniPaintTimes>;
  }
}

async function addInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    document.body.append(input);
  });
  await sleep(OPENING_SETTLE);
}

/** A canvas in the room that an editor's leaves, a small preview, and a list of layers. */
export const MINI_PAINT_PAGE = `${EMPTY_PAGE}
  <style>
    canvas { opacity: 1; position: static; }
    #room { position: absolute; inset: 40px 200px 0 40px; overflow: hidden; }
    #side { position: absolute; inset: 40px 0 0 auto; width: 190px; }
  </style>
  <div id="room"><canvas id="main" width="800" height="600"></canvas></div>
  <div id="side"><canvas id="preview" width="176" height="100"></canvas><ul></ul></div>
  <script src="/mini-paint.js"></script>`;

/**
 * The steps in which miniPaint opens a file (viliusle/miniPaint, \`src/js/modules/file/open.js\`,
 * \`actions/insert-layer.js\`, \`actions/autoresize-canvas.js\`, \`core/base-layers.js\`), in its order:
 * the file is read as a data address and decoded by an \`Image\`; a loop over animation frames draws the
 * layers when that is due, without smoothing, then the preview; the canvas gets the photo's size, and
 * 100 ms later the zoom that fits it. The file is read once more for its EXIF data. The program itself
 * has more to do beside.
 */
export const MINI_PAINT_SCRIPT = `
  const room = document.querySelector('#room');
  const main = document.querySelector('#main');
  const preview = document.querySelector('#preview');
  const list = document.querySelector('ul');
  const times = (window.miniPaintTimes = {});
  const layers = [];
  const size = { width: 800, height: 600 };
  let zoom = 1;
  let isDue = false;
  let isFitted = false;
  let chosen = 0;
  const report = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      times[entry.identifier] ??= entry.renderTime - chosen;
    }
  });
  report.observe({ type: 'element' });

  // painted in the same frame: the browser reports when it was rendered
  function mark(name) {
    if (document.querySelector('[elementtiming=' + name + ']')) return;
    const dot = document.createElement('div');
    dot.textContent = '.';
    dot.setAttribute('elementtiming', name);
    dot.style.cssText = 'position:fixed;left:' + (name === 'first' ? 0 : 9) + 'px;top:0;color:#888';
    document.body.append(dot);
  }

  function prepareCanvas() {
    main.width = Math.min(Math.ceil(size.width * zoom), room.clientWidth);
    main.height = Math.min(Math.ceil(size.height * zoom), room.clientHeight);
    main.getContext('2d').imageSmoothingEnabled = false;
    isDue = true;
  }

  function drawLayers(context, across, down) {
    context.save();
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.scale(across, down);
    for (const { image, width, height } of layers) {
      context.save();
      context.translate(width / 2, height / 2);
      context.drawImage(image, -width / 2, -height / 2, width, height);
      context.restore();
    }
    context.restore();
  }

  function render() {
    if (isDue) {
      isDue = false;
      drawLayers(main.getContext('2d'), zoom, zoom);
      drawLayers(preview.getContext('2d'), 176 / size.width, 100 / size.height);
      if (layers.length > 0) mark(isFitted ? 'fitted' : 'first');
    }
    requestAnimationFrame(render);
  }
  requestAnimationFrame(render);

  function insertLayer(name, address) {
    const image = new Image();
    image.onload = () => {
      const layer = { name, image, width: image.width, height: image.height };
      layers.push(layer);
      Object.assign(size, { width: layer.width, height: layer.height });
      prepareCanvas();
      setTimeout(() => {
        zoom = Math.min(room.clientWidth / size.width, room.clientHeight / size.height);
        isFitted = true;
        prepareCanvas();
        const row = document.createElement('li');
        row.textContent = layer.name;
        list.append(row);
      }, 100);
    };
    image.src = address;
  }

  document.addEventListener('change', (event) => {
    chosen = event.timeStamp;
    const [file] = event.target.files;
    const reader = new FileReader();
    reader.onload = () => {
      insertLayer(file.name, reader.result);
      new FileReader().readAsArrayBuffer(file);
    };
    reader.readAsDataURL(file);
  });
`;
