import type { Editor } from '#core/editor.ts';
import type { ShownDrawing } from './shown-drawing.ts';

/** What the choice of a drawing needs of the canvas. */
export interface DrawingChoiceProps {
  editor: Editor;
  pk: number;
  shown: ShownDrawing;
  /** Opens another drawing or version. */
  onShow(shown: ShownDrawing): void;
  /** Opens this drawing anew, as what may be done with it has changed. */
  onReopen(): void;
}
