/**
 * Twenty drawn objects over the sample photos, with known outlines: wires, people, signs, litter and
 * stains. Each gets the photo's blur and noise, as a thing in the picture has them.
 */
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Rect } from '../../../shared/geometry/rect.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../assets/samples');

/** An object as it is drawn. */
export interface PastedObject {
  readonly name: string;
  readonly photo: 'mountain-path' | 'fig-in-a-bowl' | 'bridge-cables' | 'postcard';
  /** Where it is drawn, photo space. */
  readonly rect: Rect;
  /** SVG content in a box of 100 by 100, which is stretched to `rect`. */
  readonly drawing: string;
}

/** A photo with one object in it. */
export interface ObjectScene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** RGB, 8 bits. */
  readonly rgb: Buffer;
  /** The object's pixels: 1 a byte, all over the photo. */
  readonly truth: Uint8Array;
  /** Around them, photo space. */
  readonly bounds: Rect;
}

const person = (shirt: string, trousers: string, hair: string): string => `
  <path d="M38 52 L36 97 L46 97 L50 62 L54 97 L64 97 L62 52 Z" fill="${trousers}"/>
  <path d="M34 24 Q50 17 66 24 L76 52 L70 55 L62 36 L62 56 L38 56 L38 36 L30 55 L24 52 Z" fill="${shirt}"/>
  <path d="M40 25 L36 54 L42 54 Z M60 25 L64 54 L58 54 Z" fill="#000" opacity="0.18"/>
  <ellipse cx="50" cy="11" rx="11" ry="9" fill="#c68c66"/>
  <path d="M39 11 Q40 1 50 2 Q60 1 61 11 Q56 5 50 6 Q44 5 39 11 Z" fill="${hair}"/>
  <path d="M34 95 h13 v4 h-13 Z M53 95 h13 v4 h-13 Z" fill="#2a211c"/>`;

const stain = (colour: string, opacity: number): string => `
  <path d="M14 46 Q10 22 34 16 Q48 2 66 14 Q92 16 88 44 Q98 66 78 78 Q66 98 44 86 Q18 90 16 68 Q4 58 14 46 Z"
    fill="${colour}" opacity="${opacity}"/>`;

/** Wires are drawn in their own pixels, so that they keep their width. */
const wire = ({ width, height }: Rect, thickness: number, colour: string, sag: number): string =>
  `<g transform="scale(${100 / width} ${100 / height})"><path fill="none" stroke="${colour}" stroke-width="${thickness}"
    d="M${thickness} ${height * 0.2} Q${width / 2} ${height * (0.5 + sag)} ${width - thickness} ${height * 0.8}"/></g>`;

function at(x: number, y: number, width: number, height: number): Rect {
  return { x, y, width, height };
}

const WIRE_RECTS = [
  at(300, 260, 1500, 420),
  at(700, 300, 1400, 360),
  at(500, 300, 900, 260),
  at(1500, 1500, 1200, 500),
] as const;

const LEAF = `<path d="M4 52 Q26 8 96 44 Q60 92 4 52 Z" fill="#b9772a"/>
  <path d="M4 52 Q50 44 96 44" stroke="#6d4312" stroke-width="3" fill="none"/>`;

export const PASTED_OBJECTS: readonly PastedObject[] = [
  {
    name: 'wire over the sky',
    photo: 'mountain-path',
    rect: WIRE_RECTS[0],
    drawing: wire(WIRE_RECTS[0], 9, '#1d1f22', 0.1),
  },
  {
    name: 'thin wire over the sky',
    photo: 'bridge-cables',
    rect: WIRE_RECTS[1],
    drawing: wire(WIRE_RECTS[1], 6, '#20242b', 0.2),
  },
  {
    name: 'wire before mountains',
    photo: 'postcard',
    rect: WIRE_RECTS[2],
    drawing: wire(WIRE_RECTS[2], 5, '#17181a', 0.15),
  },
  {
    name: 'hose in the grass',
    photo: 'mountain-path',
    rect: WIRE_RECTS[3],
    drawing: wire(WIRE_RECTS[3], 26, '#d8b22c', 0.5),
  },
  {
    name: 'person on the meadow',
    photo: 'mountain-path',
    rect: at(2200, 1500, 330, 620),
    drawing: person('#b3202c', '#2c3a5c', '#2b1a10'),
  },
  {
    name: 'person in white',
    photo: 'mountain-path',
    rect: at(1150, 1780, 260, 520),
    drawing: person('#e4e2dc', '#7a7266', '#43301e'),
  },
  {
    name: 'person in the meadow, small',
    photo: 'postcard',
    rect: at(250, 660, 90, 190),
    drawing: person('#2d5fa8', '#20242c', '#1a1411'),
  },
  {
    name: 'person on the shore',
    photo: 'bridge-cables',
    rect: at(2300, 2060, 150, 300),
    drawing: person('#3b6b3c', '#33302e', '#4a3320'),
  },
  {
    name: 'round sign',
    photo: 'mountain-path',
    rect: at(420, 1500, 280, 280),
    drawing: `<circle cx="50" cy="50" r="46" fill="#c4161c"/><circle cx="50" cy="50" r="34" fill="#f1efe9"/><path d="M30 44 h40 v12 h-40 Z" fill="#1b1b1b"/>`,
  },
  {
    name: 'sign on a post',
    photo: 'postcard',
    rect: at(1080, 500, 150, 330),
    drawing: `<path d="M46 40 h9 v59 h-9 Z" fill="#6b6f73"/><path d="M6 4 h88 v40 h-88 Z" fill="#f4c518"/><path d="M14 12 h72 v4 h-72 Z M14 22 h50 v4 h-50 Z M14 32 h62 v4 h-62 Z" fill="#222"/>`,
  },
  {
    name: 'blue sign',
    photo: 'bridge-cables',
    rect: at(500, 1500, 420, 300),
    drawing: `<rect x="3" y="4" width="94" height="92" rx="9" fill="#0f4fa8"/><path d="M14 46 h50 v-18 l24 22 l-24 22 v-18 h-50 Z" fill="#f3f5f8"/>`,
  },
  {
    name: 'warning triangle',
    photo: 'fig-in-a-bowl',
    rect: at(160, 1180, 300, 270),
    drawing: `<path d="M50 4 L97 95 L3 95 Z" fill="#f2f0ea"/><path d="M50 4 L97 95 L3 95 Z M50 26 L22 84 L78 84 Z" fill-rule="evenodd" fill="#c01a22"/><path d="M46 42 h8 v24 h-8 Z M46 70 h8 v8 h-8 Z" fill="#1c1c1c"/>`,
  },
  {
    name: 'can',
    photo: 'mountain-path',
    rect: at(1800, 2050, 210, 130),
    drawing: `<defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="#8d1016"/><stop offset=".35" stop-color="#f2575c"/><stop offset="1" stop-color="#5d070b"/></linearGradient></defs><rect x="6" y="12" width="82" height="76" rx="6" fill="url(#g)"/><ellipse cx="88" cy="50" rx="9" ry="38" fill="#c9cdd1"/><path d="M20 36 q24 -10 50 6 v10 q-26 -14 -50 -4 Z" fill="#f6f4f1"/>`,
  },
  {
    name: 'bottle',
    photo: 'fig-in-a-bowl',
    rect: at(260, 90, 130, 360),
    drawing: `<defs><linearGradient id="g" x2="1" y2="0"><stop offset="0" stop-color="#0e3a1c"/><stop offset=".3" stop-color="#4f9a5f"/><stop offset="1" stop-color="#08260f"/></linearGradient></defs><path d="M40 2 h20 v26 q24 10 24 30 v36 q0 4 -6 4 h-56 q-6 0 -6 -4 v-36 q0 -20 24 -30 Z" fill="url(#g)"/><path d="M17 62 h66 v20 h-66 Z" fill="#e9e2cb"/>`,
  },
  {
    name: 'paper bag',
    photo: 'postcard',
    rect: at(560, 860, 130, 110),
    drawing: `<path d="M10 30 L24 8 L44 18 L66 4 L92 24 L88 66 L96 88 L60 96 L22 92 L4 72 Z" fill="#d9d2c4"/><path d="M24 8 L38 50 L22 92 M66 4 L58 46 L88 66 M58 46 L60 96" stroke="#9c9484" stroke-width="2.5" fill="none"/>`,
  },
  {
    name: 'leaf in the bowl',
    photo: 'fig-in-a-bowl',
    rect: at(1950, 720, 260, 170),
    drawing: LEAF.replaceAll('#b9772a', '#3f7d2f').replaceAll('#6d4312', '#24521a'),
  },
  {
    name: 'oil stain',
    photo: 'fig-in-a-bowl',
    rect: at(330, 720, 330, 240),
    drawing: stain('#1f1a17', 0.75),
  },
  {
    name: 'rust stain',
    photo: 'fig-in-a-bowl',
    rect: at(90, 260, 220, 200),
    drawing: stain('#8a3d12', 0.7),
  },
  {
    name: 'mud on the grass',
    photo: 'postcard',
    rect: at(860, 880, 220, 100),
    drawing: stain('#4a2f1b', 0.85),
  },
  {
    name: 'paint on the rock',
    photo: 'mountain-path',
    rect: at(2450, 760, 260, 200),
    drawing: stain('#2a6fd0', 0.75),
  },
];

/** How much an edge is blurred, and the noise in it: levels. */
const CAMERA = { blur: 0.9, noise: 4 } as const;

/** Draws an object into its photo. */
export async function drawScene({
  name,
  photo,
  rect,
  drawing,
}: PastedObject): Promise<ObjectScene> {
  const { data: rgb, info } = await sharp(join(SAMPLES, `${photo}.jpg`))
    .autoOrient()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${rect.width}" height="${rect.height}" viewBox="0 0 100 100" preserveAspectRatio="none">${drawing}</svg>`;
  const object = await sharp(Buffer.from(svg)).ensureAlpha().blur(CAMERA.blur).raw().toBuffer();
  const truth = new Uint8Array(width * height);
  const random = seeded(name);
  let opaque = 0;
  for (let index = 3; index < object.length; index += 4)
    opaque = Math.max(opaque, object[index] ?? 0);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const from = (y * rect.width + x) * 4;
      const alpha = (object[from + 3] ?? 0) / 255;
      if (alpha === 0) continue;
      const to = (rect.y + y) * width + rect.x + x;
      const noise = (random() + random() - 1) * CAMERA.noise * 2;
      for (let channel = 0; channel < 3; channel++) {
        const below = rgb[to * 3 + channel] ?? 0;
        const over = (object[from + channel] ?? 0) + noise;
        rgb[to * 3 + channel] = Math.min(255, Math.max(0, below + (over - below) * alpha));
      }
      if (alpha * 255 < opaque / 2) continue;
      truth[to] = 1;
      left = Math.min(left, rect.x + x);
      right = Math.max(right, rect.x + x);
      top = Math.min(top, rect.y + y);
      bottom = Math.max(bottom, rect.y + y);
    }
  }
  const bounds = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return { name, width, height, rgb, truth, bounds };
}

/** Numbers from 0 to 1, the same for the same name. */
function seeded(name: string): () => number {
  let state = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
