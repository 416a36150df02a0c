import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { ClipSection } from '../clips/ClipSection.tsx';
import { BasemapSection } from '../layers/BasemapSection.tsx';
import { SceneList } from '../layers/SceneList.tsx';
import { ClassSection } from './ClassSection.tsx';
import { ContourSection } from './ContourSection.tsx';
import { ColourSection } from './colour/ColourSection.tsx';
import { FilterSection } from './FilterSection.tsx';
import { LightSection } from './LightSection.tsx';
import type { SetDisplay } from './loaded.ts';
import { PointSection } from './PointSection.tsx';
import { SwipeSection } from './SwipeSection.tsx';
import { TerrainSection } from './TerrainSection.tsx';
import { TinSection } from './TinSection.tsx';
import { WaterSection } from './WaterSection.tsx';

/** Content and display settings of the view. */
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
