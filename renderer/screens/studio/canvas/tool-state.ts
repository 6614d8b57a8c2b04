import { BRUSH_SIZE, normaliseSize, stepSize } from '../../../base/ui/brush-size.ts';
import type { SizedToolName, ToolName } from './tools/tool.ts';

export interface ToolState {
  readonly tool: ToolName;
  /** Photo pixels. */
  readonly sizes: Readonly<Record<SizedToolName, number>>;
  readonly pressureChangesSize: boolean;
  /** The tool that keys, wheel and slider resize; the brush if the active one has no size. */
  readonly sized: SizedToolName;
  setTool(tool: ToolName): void;
  setSize(tool: SizedToolName, photoPixels: number): void;
  stepSize(direction: 1 | -1): void;
  setPressureChangesSize(on: boolean): void;
  /** Alt inverts it. */
  readonly isSubtracting: boolean;
  setSubtracting(on: boolean): void;
}

export function createToolState(changed: () => void): ToolState {
  let tool: ToolName = 'brush';
  let pressureChangesSize = true;
  let isSubtracting = false;
  const sizes = { brush: BRUSH_SIZE.initial as number, eraser: BRUSH_SIZE.initial as number };

  function setSize(name: SizedToolName, photoPixels: number): void {
    sizes[name] = normaliseSize(photoPixels);
    changed();
  }

  function sized(): SizedToolName {
    return tool === 'eraser' ? 'eraser' : 'brush';
  }

  return {
    get tool() {
      return tool;
    },
    sizes,
    get pressureChangesSize() {
      return pressureChangesSize;
    },
    get sized() {
      return sized();
    },
    setTool(name) {
      tool = name;
      changed();
    },
    setSize,
    stepSize: (direction) => setSize(sized(), stepSize(sizes[sized()], direction)),
    get isSubtracting() {
      return isSubtracting;
    },
    setSubtracting(on) {
      isSubtracting = on;
      changed();
    },
    setPressureChangesSize(on) {
      pressureChangesSize = on;
      changed();
    },
  };
}
