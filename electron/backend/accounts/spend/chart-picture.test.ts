import { expect, it } from 'vitest';
import { noisePng } from '../../../testing/pictures.ts';
import { requireChart } from './chart-picture.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">';
const bytes = (text: string) => new TextEncoder().encode(text);

it('S45 accepts a plain picture of the window, and nothing that loads or runs', async () => {
  requireChart(await noisePng(4, 4, 1), 'png');
  requireChart(bytes(`${SVG}<rect fill="url(#a)"/><text>$1 &lt;script&gt;</text></svg>`), 'svg');
  for (const bad of [
    '',
    'hello',
    `${SVG}<script>1</script></svg>`,
    `${SVG}<rect onload="1"/></svg>`,
    `${SVG}<image href="https://example.com/a.png"/></svg>`,
    `${SVG}<rect fill="url(https://example.com)"/></svg>`,
    `${SVG}<style>@import "x"</style></svg>`,
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>${SVG}</svg>`,
  ]) {
    expect(() => requireChart(bytes(bad), 'svg'), bad).toThrow('not a picture');
  }
  expect(() => requireChart(bytes(SVG), 'png')).toThrow('not a picture');
  expect(() => requireChart(new Uint8Array([0xff, 0xfe]), 'svg')).toThrow('not a picture');
});
