import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { BasemapSection } from './basemap/BasemapSection.tsx';
import { ClassSection } from './display/ClassSection.tsx';
import { ClipSection } from './display/ClipSection.tsx';
import { ColourSection } from './display/ColourSection.tsx';
import { ContourSection } from './display/ContourSection.tsx';
import { FilterSection } from './display/FilterSection.tsx';
import { LightSection } from './display/LightSection.tsx';
import type { SetDisplay } from './display/loaded.ts';
import { PointSection } from './display/PointSection.tsx';
import { SwipeSection } from './display/SwipeSection.tsx';
import { TerrainSection } from './display/TerrainSection.tsx';
import { TinSection } from './display/TinSection.tsx';
import { WaterSection } from './display/WaterSection.tsx';
import { SceneList } from './SceneList.tsx';

/** What is shown, and how it looks. */
export function DisplayPanel({ editor }: { editor: Editor }) {
  const { scene, derived } = useSnapshot(editor.views.workspace);
  const set: SetDisplay = (patch) => void editor.dispatch('display.set', { patch }, 'panel');
  const hasPoints = scene.some((entry) => entry.kind === 'copc');
  const hasTerrain = scene.some((entry) => entry.kind === 'terrain' && entry.isVisible);
  const hasTins = derived.some((entry) => entry.kind === 'tin');
  return (
    <>
      <SceneList editor={editor} />
      <ColourSection editor={editor} set={set} hasPoints={hasPoints} />
      {hasTerrain && (
        <>
          <TerrainSection editor={editor} set={set} />
          <ContourSection editor={editor} set={set} />
        </>
      )}
      {hasTins && <TinSection editor={editor} set={set} />}
      {hasPoints && (
        <>
          <ClassSection editor={editor} set={set} />
          <FilterSection editor={editor} set={set} />
          <ClipSection editor={editor} set={set} />
          <PointSection editor={editor} set={set} />
        </>
      )}
      <SwipeSection editor={editor} set={set} />
      <WaterSection editor={editor} set={set} />
      <LightSection editor={editor} set={set} />
      <BasemapSection editor={editor} />
    </>
  );
}
