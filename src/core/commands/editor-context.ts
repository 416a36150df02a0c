import type { History } from '../history/history.ts';
import type { Ground } from '../measure/ground.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { DrawingSaver } from '../save/drawing-saver.ts';
import type { AreaSelector } from '../select/area-selector.ts';
import type { Snapper } from '../snap/snapper.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import type { ViewHistory } from '../view/view-history.ts';

/** What commands work with. */
export interface EditorContext {
  readonly ports: EditorPorts;
  readonly facts: ProjectFacts;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Where lengths are measured. */
  readonly ground: Ground;
  readonly store: Store;
  readonly history: History;
  readonly saver: DrawingSaver;
  readonly surfaces: SurfaceRegistry;
  readonly viewHistory: ViewHistory;
  readonly snapper: Snapper;
  readonly areas: AreaSelector;
}
