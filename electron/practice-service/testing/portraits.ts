/** Portraits, drawn for tests. */
import sharp from 'sharp';

/** A drawn portrait: a head with hair, eyes, mouth and shoulders before a ground. */
export interface Portrait {
  readonly width: number;
  readonly height: number;
  /** Middle of the face and half its width, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  /** CSS colours. */
  readonly skin: string;
  readonly hair: string;
  readonly ground: string;
  readonly shirt: string;
}

/** Draws a portrait as PNG. The face is 1.3 times as high as wide. */
export function drawPortrait(portrait: Portrait): Promise<Buffer> {
  const { width, height, x, y, halfWidth: r, skin, hair, ground, shirt } = portrait;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="light" cx="0.4" cy="0.35" r="0.8">
      <stop offset="0" stop-color="#fff" stop-opacity="0.25"/>
      <stop offset="1" stop-color="#000" stop-opacity="0.3"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="${ground}"/>
    <ellipse cx="${x}" cy="${y - 0.35 * r}" rx="${1.25 * r}" ry="${1.35 * r}" fill="${hair}"/>
    <rect x="${x - 0.4 * r}" y="${y + 0.8 * r}" width="${0.8 * r}" height="${r}" fill="${skin}"/>
    <ellipse cx="${x}" cy="${y + 2.6 * r}" rx="${2 * r}" ry="${1.1 * r}" fill="${shirt}"/>
    <ellipse cx="${x}" cy="${y}" rx="${r}" ry="${1.3 * r}" fill="${skin}"/>
    <ellipse cx="${x}" cy="${y}" rx="${r}" ry="${1.3 * r}" fill="url(#light)"/>
    ${[-1, 1]
      .map(
        (side) => `<ellipse cx="${x + side * 0.4 * r}" cy="${y - 0.2 * r}" rx="${0.2 * r}"
          ry="${0.11 * r}" fill="#fff"/>
        <circle cx="${x + side * 0.4 * r}" cy="${y - 0.2 * r}" r="${0.1 * r}" fill="#213"/>
        <rect x="${x + side * 0.4 * r - 0.25 * r}" y="${y - 0.45 * r}" width="${0.5 * r}"
          height="${0.08 * r}" fill="${hair}"/>`,
      )
      .join('')}
    <path d="M${x} ${y - 0.1 * r} l${0.12 * r} ${0.45 * r} h${-0.24 * r} z" fill="#00000033"/>
    <ellipse cx="${x}" cy="${y + 0.65 * r}" rx="${0.38 * r}" ry="${0.12 * r}" fill="#a33"/>
  </svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
