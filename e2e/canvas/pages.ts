/** Bare pages to compare the canvas with, as text to be served. */

const STYLE = `
  html, body { margin: 0; height: 100%; overflow: hidden; background: #222; }
  img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  canvas { position: absolute; inset: 0; opacity: 0.5; }
`;

/** Nothing but a background. */
export const EMPTY_PAGE = `<!doctype html><meta charset="utf-8"><title>Empty</title><style>${STYLE}</style>`;

/** The least a painter can do: a screen-sized canvas over an `<img>`. */
export function barePage(photo: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Bare</title><style>${STYLE}</style>
    <img src="${photo}" alt="" draggable="false"><canvas></canvas><script src="/bare.js"></script>`;
}

/** Only the `<img>`. */
export function imagePage(photo: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Image</title><style>${STYLE}</style>
    <img ${photo === '' ? '' : `src="${photo}"`} alt="">`;
}

/** Draws the same strokes as the canvas core, without keeping a mask. */
export const BARE_SCRIPT = `
  const canvas = document.querySelector('canvas');
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  canvas.style.width = innerWidth + 'px';
  const context = canvas.getContext('2d');
  context.scale(devicePixelRatio, devicePixelRatio);
  context.lineWidth = 60;
  context.lineCap = context.lineJoin = 'round';
  context.strokeStyle = '#ff3b6b';
  let last;
  document.addEventListener('pointerdown', (event) => {
    last = event;
  });
  document.addEventListener('pointerup', () => {
    last = undefined;
  });
  document.addEventListener('pointermove', (event) => {
    if (!last) return;
    context.beginPath();
    context.moveTo(last.clientX, last.clientY);
    for (const each of event.getCoalescedEvents()) context.lineTo(each.clientX, each.clientY);
    context.stroke();
    last = event;
  });
`;

/** An `<img>` that the wheel zooms and a drag moves, by its transform alone. */
export function bareZoomPage(photo: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Bare zoom</title><style>
    html, body { margin: 0; height: 100%; overflow: hidden; background: #222; }
    img { position: absolute; left: 0; top: 0; transform-origin: 0 0; }
    </style><img src="${photo}" alt="" draggable="false"><script src="/bare-zoom.js"></script>`;
}

/** As far as the canvas goes with one notch: see `wheel.ts`. */
export const BARE_ZOOM_SCRIPT = `
  const image = document.querySelector('img');
  let scale = 1, x = 0, y = 0, held;
  const show = () => {
    image.style.transform = 'translate(' + x + 'px, ' + y + 'px) scale(' + scale + ')';
  };
  addEventListener('load', () => {
    scale = Math.min(innerWidth / image.naturalWidth, innerHeight / image.naturalHeight);
    show();
  });
  addEventListener('wheel', (event) => {
    event.preventDefault();
    const factor = 1.2 ** (-event.deltaY / 100);
    x = event.clientX - (event.clientX - x) * factor;
    y = event.clientY - (event.clientY - y) * factor;
    scale *= factor;
    show();
  }, { passive: false });
  addEventListener('pointerdown', (event) => { held = event; });
  addEventListener('pointerup', () => { held = undefined; });
  addEventListener('pointermove', (event) => {
    if (!held) return;
    x += event.clientX - held.clientX;
    y += event.clientY - held.clientY;
    held = event;
    show();
  });
`;

/** A list of pictures of which only those near the screen are on the page. */
export function bareListPage(count: number): string {
  return `<!doctype html><meta charset="utf-8"><title>List</title>
    <style>
      html, body { margin: 0; height: 100%; overflow: hidden; background: #222; }
      #list { position: absolute; inset: 0 0 0 auto; width: 320px; overflow: auto; }
      #list div { position: relative; }
      #list img { position: absolute; object-fit: contain; }
    </style>
    <div id="list" data-count="${count}"><div></div></div><script src="/bare-list.js"></script>`;
}

/** Two pictures a row, as large as the cards of clips; those that leave are taken off the page. */
export const BARE_LIST_SCRIPT = `
  const list = document.querySelector('#list');
  const inside = list.firstElementChild;
  const count = Number(list.dataset.count);
  const width = 144;
  const height = 153;
  const gap = 8;
  const shown = new Map();
  inside.style.height = Math.ceil(count / 2) * (height + gap) + 'px';
  function show() {
    const first = Math.max(0, Math.floor(list.scrollTop / (height + gap)) - 2) * 2;
    const last = Math.min(count, (Math.ceil((list.scrollTop + innerHeight) / (height + gap)) + 2) * 2);
    for (const [index, image] of shown) {
      if (index >= first && index < last) continue;
      image.remove();
      shown.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      if (shown.has(index)) continue;
      const image = new Image(width, 81);
      image.decoding = 'async';
      image.src = '/' + index + '.webp';
      image.style.left = (index % 2) * (width + gap) + 'px';
      image.style.top = Math.floor(index / 2) * (height + gap) + 'px';
      inside.append(image);
      shown.set(index, image);
    }
  }
  list.addEventListener('scroll', show);
  show();
`;
