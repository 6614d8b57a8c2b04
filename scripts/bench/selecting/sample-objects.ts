/** Objects of the bundled photographs, with outlines that were traced by hand at the pixels. */
import { join } from 'node:path';
import sharp from 'sharp';
import { SAMPLES_FOLDER } from '../../../electron/testing/backend-fixture.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';

/** See the file comment. */
export interface SampleObject {
  readonly name: string;
  /** In the folder of the samples. */
  readonly file: string;
  /** Corners, photo space: `x,y` in turn. */
  readonly outline: string;
}

export const SAMPLE_OBJECTS: readonly SampleObject[] = [
  {
    name: 'fig in a bowl',
    file: 'fig-in-a-bowl.jpg',
    outline:
      '1075,787 1065,833 1068,855 1097,853 1115,853 1178,862 1203,877 1212,903 1216,946 1219,987 1227,1027 1240,1067 1258,1111 1280,1141 1313,1174 1343,1202 1372,1225 1401,1254 1427,1275 1460,1291 1496,1300 1533,1301 1566,1298 1606,1287 1639,1265 1665,1232 1691,1199 1709,1159 1724,1122 1735,1093 1742,1078 1746,1053 1757,1031 1768,1009 1782,968 1796,925 1801,881 1799,837 1786,789 1764,749 1735,712 1698,675 1658,647 1621,633 1581,624 1537,622 1496,624 1460,633 1419,645 1386,668 1354,696 1321,721 1284,754 1255,774 1225,784 1181,787 1137,788 1112,791',
  },
  {
    name: 'rock in the grass',
    file: 'mountain-path.jpg',
    outline:
      '1633,1587 1629,1589 1624,1595 1621,1601 1618,1606 1613,1614 1611,1620 1609,1628 1606,1631 1600,1636 1596,1642 1592,1648 1591,1652 1596,1656 1597,1660 1601,1666 1603,1667 1608,1664 1611,1665 1620,1665 1625,1666 1625,1671 1628,1674 1631,1675 1638,1674 1645,1673 1656,1671 1659,1663 1665,1658 1666,1640 1666,1628 1666,1615 1664,1610 1663,1608 1659,1604 1658,1600 1656,1595 1652,1592 1650,1588 1641,1588',
  },
  {
    name: 'flat rock on a slope',
    file: 'mountain-path.jpg',
    outline:
      '797,1456 804,1457 810,1459 816,1461 825,1462 830,1465 825,1468 822,1471 826,1474 832,1475 835,1472 840,1470 845,1471 847,1473 844,1479 851,1479 859,1477 865,1475 881,1475 886,1472 887,1468 885,1462 884,1456 881,1452 876,1449 870,1446 862,1445 852,1444 842,1444 834,1445 824,1446 815,1448 806,1449 800,1452',
  },
  {
    name: 'chip of paint on concrete',
    file: 'fig-in-a-bowl.jpg',
    outline:
      '280,93 285,95 290,97 295,100 296,102 295,107 296,112 296,118 296,125 297,128 300,129 300,131 296,133 291,132 288,135 285,138 282,135 283,133 287,130 291,129 292,127 290,125 286,125 282,122 280,118 279,114 277,111 278,106 278,102 277,100 278,95',
  },
];

/** The photograph of an object, and its pixels: 1 a byte, row by row. */
export async function readSampleObject({ file, outline }: SampleObject) {
  const path = join(SAMPLES_FOLDER, file);
  const { width, height } = await sharp(path).metadata();
  const polygon = `<polygon points="${outline}" fill="#fff"/>`;
  const drawn = `<svg width="${width}" height="${height}" shape-rendering="crispEdges">${polygon}</svg>`;
  const alpha = await sharp(Buffer.from(drawn)).extractChannel('alpha').raw().toBuffer();
  const truth = Uint8Array.from(alpha, (value) => (value > 127 ? 1 : 0));
  return { path, width, height, truth, bounds: boundsOf(outline) };
}

function boundsOf(outline: string): Rect {
  const points = outline.split(' ').map((pair) => pair.split(',').map(Number));
  const across = points.map(([x = 0]) => x);
  const down = points.map(([, y = 0]) => y);
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y };
}
