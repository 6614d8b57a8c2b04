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
