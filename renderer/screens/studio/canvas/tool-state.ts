import { BRUSH_SIZE, normaliseSize, stepSize } from '../../../core/ui/brush-size.ts';
import type { SizedToolName, ToolName } from './tools/tool.ts';

const PEN_PRESSURE = {
  /** Share of the size at the lightest touch. */
  lightest: 0.1,
  /** Below 1 widens the middle of the range, because hands mostly press lightly. */
  exponent: 0.8,
} as const;

export type ToolState = ReturnType<typeof createToolState>;

/** @param meaningChanged called when presses mean something else */
export function createToolState(changed: () => void, meaningChanged: () => void) {
  let tool: ToolName = 'brush';
  let pressureChangesSize = true;
  let isSubtracting = false;
  /** Photo pixels. */
  const sizes = { brush: BRUSH_SIZE.initial as number, eraser: BRUSH_SIZE.initial as number };

  function setSize(name: SizedToolName, photoPixels: number): void {
    sizes[name] = normaliseSize(photoPixels);
    changed();
  }

  function sized(): SizedToolName {
    return tool === 'eraser' ? 'eraser' : 'brush';
  }

  function setTool(name: ToolName): void {
    tool = name;
    changed();
    meaningChanged();
  }

  return {
    get tool(): ToolName {
      return tool;
    },
    sizes,
    /** Photo pixels. @param pressure 0 … 1 */
    diameterOf: (name: SizedToolName, pressure: number): number =>
      pressureChangesSize ? pressedDiameter(sizes[name], pressure) : sizes[name],
    /** The tool that keys, wheel and slider resize; the brush if the active one has no size. */
    get sized(): SizedToolName {
      return sized();
    },
    setTool,
    /** Switches from any other tool to the brush. */
    swapBrushAndEraser: (): void => setTool(tool === 'brush' ? 'eraser' : 'brush'),
    /** @param photoPixels diameter */
    setSize,
    stepSize: (direction: 1 | -1): void => setSize(sized(), stepSize(sizes[sized()], direction)),
    /** Shapes erase, or paint with Alt. Does not affect brush and eraser. */
    get isSubtracting(): boolean {
      return isSubtracting;
    },
    setSubtracting(on: boolean): void {
      isSubtracting = on;
      changed();
      meaningChanged();
    },
    /** On by default. Mouse and finger paint at full size. */
    setPressureChangesSize(on: boolean): void {
      pressureChangesSize = on;
      changed();
    },
  };
}

/** @param pressure 0 … 1 @returns photo pixels, at least 1 */
export function pressedDiameter(size: number, pressure: number): number {
  const { lightest, exponent } = PEN_PRESSURE;
  return Math.max(1, size * (lightest + (1 - lightest) * pressure ** exponent));
}
