import type { FeaturePurpose } from '#domain/drawing/feature.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { Clock, RequestFrame } from './clock.ts';
import type { CloudAccess } from './clouds.ts';
import type { DrawingFiles } from './drawing-files.ts';
import type { DrawingStore, PendingStore } from './drawing-store.ts';
import type { FileAccess } from './files.ts';
import type { OverlayImages } from './overlay-images.ts';
import type { SurfaceAccess } from './surface.ts';
import type { TaskRunner } from './tasks.ts';

/** The editor's interfaces to its environment. */
export interface EditorPorts {
  readonly viewport: Viewport;
  readonly tasks: TaskRunner;
  readonly drawings: DrawingStore;
  /** Null where nothing can be kept on this machine. */
  readonly pending: PendingStore | null;
  /** The elevation model, else the surface model; null where the project has neither. */
  readonly surface: SurfaceAccess | null;
  /** The surface model beside an elevation model; null where the project has not both. */
  readonly top: SurfaceAccess | null;
  /** Null where the project's clouds cannot be cut. */
  readonly clouds: CloudAccess | null;
  readonly files: FileAccess;
  readonly drawingFiles: DrawingFiles;
  /** Null where no pictures are kept. */
  readonly overlayImages: OverlayImages | null;
  readonly clock: Clock;
  readonly requestFrame: RequestFrame;
  createId(): string;
  /** Formats a number in the user's language, with exactly so many decimals. */
  numberText(value: number, digits: number): string;
  /** The purpose of a feature, in the user's language. */
  purposeText(purpose: FeaturePurpose): string;
}
